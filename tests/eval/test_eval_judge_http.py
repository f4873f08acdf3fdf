"""The judge over HTTP: a scripted server with every kind of reply, and a real small model."""

import json

import pytest
from chat_server import chat_server
from invented_papers import BEE, PAPERS

from eval.cli import main
from eval.report.build import write_report
from eval.results import Results, Row, read_results

CLAIMS = [
    ("HIVELOG counts bees with a camera.", 1),
    ("HIVELOG is within 30 bees of a human count.", 0),
    ("HIVELOG needs a microphone.", 0),
    ("HIVELOG is within 3 bees of a human count.", 1),
    ("HIVELOG counts bees.", None),
    ("HIVELOG counts wasps.", None),
]
REPLIES = {
    "camera": '{"verdict": "supported"}',
    "30 bees": '<think>30 is not 3: supported? No.</think>\n```json\n{"verdict": "unsupported"}\n```',
    "microphone": "Well, it depends on what one means by a microphone.",
    "3 bees": "Supported.",
    "counts bees.": '{"verdict": "supported"}',
    "wasps": "",
}  # fmt: skip


def reply(prompt):
    claim = prompt.partition("<claim>")[2]
    return next(text for word, text in REPLIES.items() if word in claim)


@pytest.fixture
def claims(tmp_path, monkeypatch):
    monkeypatch.setenv("RAG_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "claims.jsonl"
    rows = [{"claim": claim, "evidence": BEE} | ({} if y is None else {"label": y}) for claim, y in CLAIMS]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def judged(arguments, out, index):
    code = main(["judge", *arguments, "--index", str(index), "--out", str(out)])
    return code, read_results(out) if code == 0 else None


def test_verdicts_that_cannot_be_read_are_counted_and_stay_in_every_mean(claims, small_library, tmp_path):
    with chat_server(reply) as server:
        arguments = ["--claims", str(claims), "--judge-url", server.url, "--judge-model", "m"]
        code, results = judged(arguments, tmp_path / "a", small_library.index.folder)
        assert code == 0
        assert len(server.prompts) == len(CLAIMS)
        judged(arguments, tmp_path / "b", small_library.index.folder)
        # An empty reply is no reply to remember, so that alone is asked for again.
        assert len(server.prompts) - len(CLAIMS) <= 1
    assert results.counts == {"claims": 6, "labelled": 4, "judge failed": 2}
    assert (results.cell("judge failed").n, results.cell("judge failed").value) == (6, pytest.approx(2 / 6))
    assert (results.cell("agrees").n, results.cell("agrees").value) == (4, 0.75)
    # Labels y n n y, verdicts y n - y; a failure agrees with nothing: observed 3/4, chance
    # 1/2 * 1/2 + 1/2 * 1/4 = 3/8.
    assert results.cell("kappa").value == pytest.approx((3 / 4 - 3 / 8) / (5 / 8))
    # The judge says 1 of the 2 unlabelled ones; on the labelled it is right on average.
    assert results.cell("truly supported").value == pytest.approx(0.5)
    text = (tmp_path / "a" / "results.json").read_text()
    assert "NaN" not in text


def test_answers_are_judged_over_http_and_a_failure_is_no_support(small_library, tmp_path, monkeypatch):
    monkeypatch.setenv("RAG_CACHE", str(tmp_path / "cache"))
    bee = PAPERS[1].paper_id
    detail = {"answer": "It counts bees with a camera. It needs a microphone.", "cited ids": [bee],
              "gold ids": [bee], "facts": ["a camera"]}  # fmt: skip
    row = Row(id="a", question="How?", kind="topic", scores={}, detail=detail)
    answers = Results(command="answers", created="", seconds=0, environment={}, metrics=[], worst_by="",
                      rows=[row], cells=[])  # fmt: skip
    (tmp_path / "answers").mkdir()
    write_report(answers, tmp_path / "answers")

    def answer(prompt):
        if prompt.startswith("Split"):
            return '["HIVELOG counts bees with a camera.", "HIVELOG needs a microphone."]'
        return reply(prompt)

    with chat_server(answer) as server:
        arguments = ["--answers", str(tmp_path / "answers"), "--judge-url", server.url, "--judge-model", "m"]
        code, results = judged(arguments, tmp_path / "out", small_library.index.folder)
    assert code == 0
    assert results.rows[0].scores == {
        "faithfulness": 0.5, "claim precision": 0.5, "claim recall": 1.0, "judge failed": 1.0
    }  # fmt: skip


def test_an_endpoint_that_is_not_there_is_told_in_one_line(claims, small_library, tmp_path, capsys):
    with chat_server(reply) as server:
        url = server.url
    arguments = ["--claims", str(claims), "--judge-url", url, "--judge-model", "m"]
    assert judged(arguments, tmp_path / "out", small_library.index.folder)[0] == 3
    assert "cannot be reached" in capsys.readouterr().err.splitlines()[-1]


def test_a_small_model_is_a_judge_whose_every_reply_is_counted(
    small_model_address, claims, small_library, tmp_path
):
    few = tmp_path / "few.jsonl"
    few.write_text("".join(f"{line}\n" for line in claims.read_text().splitlines()[:2]))
    arguments = ["--claims", str(few), "--judge-url", small_model_address, "--judge-model", "smollm2"]
    code, results = judged(arguments, tmp_path / "out", small_library.index.folder)
    assert code == 0
    assert [results.cell(m).n for m in ("agrees", "said supported", "judge failed")] == [2, 2, 2]
    assert results.counts["judge failed"] == sum(row.detail["verdict"] is None for row in results.rows)
