"""rag search and rag ask with a file of questions."""

import json
from pathlib import Path

import pytest
from invented_papers import PAPERS
from shell_output import one_line


def batch(run, small, content, command="search"):
    Path("b.jsonl").write_bytes(content if isinstance(content, bytes) else content.encode())
    code, out, err = run(command, "--batch", "b.jsonl", "--index", small)
    return code, [json.loads(line) for line in out.splitlines()], err


def test_a_batch_keeps_ids_and_goes_on_after_a_bad_line(run, small):
    rows = [
        '\ufeff{"id": "a", "question": "How does KITEMAP avoid gusts?"}',
        "",
        "{broken",
        '{"id": 7, "question": ""}',
        '{"question": "bees\\u2028camera"}',
        "[1, 2]",
        '{"id": "z", "question": 5}',
        '{"id": null, "question": "lamps", "more": 1}',
    ]
    code, values, err = batch(run, small, "\r\n".join(rows))
    assert code == 2
    assert [v["id"] for v in values] == ["a", 3, 7, 5, 6, "z", None]
    assert ["error" in v for v in values] == [False, True, True, False, True, True, False]
    assert values[0]["hits"][0]["title"] == PAPERS[0].title
    assert values[3]["question"] == "bees camera"
    assert err.count("rag: b.jsonl:") == 4
    assert "b.jsonl:3: " in err


def test_a_batch_without_errors(run, small):
    code, values, err = batch(run, small, '{"id": 1, "question": "When does KITEMAP fail?"}\n', "ask")
    assert (code, err) == (0, "")
    assert values[0]["id"] == 1
    assert values[0]["sources"][0]["title"] == PAPERS[0].title


def test_an_id_that_json_does_not_know(run, small):
    code, values, _ = batch(run, small, '{"id": NaN, "question": "kites"}\n{"id": 2, "question": "kites"}\n')
    assert len(values) == 2
    assert code in (0, 2)


@pytest.mark.parametrize("line", ["[" * 100_000, '{"id": ' + "9" * 5000 + ', "question": "kites"}'])
def test_a_line_that_json_cannot_take(run, small, line):
    code, values, _ = batch(run, small, line + '\n{"id": 2, "question": "kites"}\n')
    assert code == 2
    assert values[-1]["id"] == 2


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b""])
def test_a_batch_file_that_cannot_be_read(run, small, content):
    if content is not None:
        Path("b.jsonl").write_bytes(content)
    code, out, err = run("ask", "--batch", "b.jsonl", "--index", small)
    if content == b"":
        assert (code, out, err) == (0, "", "")
    else:
        assert (code, out) == (2, "")
        assert "b.jsonl cannot be read" in one_line(err)
