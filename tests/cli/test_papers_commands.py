"""The commands that bring papers in, show them and take them out."""

import gzip
import io
import json
import os
import sys
from pathlib import Path

import pytest
from invented_papers import BEE, KITE, PAPERS
from shell_output import one_line, only_json

from rag.library import Library


def test_ingest_text_report(run, abstracts, tmp_path):
    code, out, err = run("ingest", abstracts, "--index", tmp_path / "i")
    assert code == 0
    assert out.startswith("2 added, 0 updated, 0 unchanged, 1 skipped")
    assert "2 papers have no link" in out
    assert "skipped list.txt:1: heading" in out
    assert err == ""
    code, out, _ = run("ingest", abstracts, "--index", tmp_path / "i")
    assert (code, out.split(";")[0]) == (0, "0 added, 0 updated, 2 unchanged, 1 skipped")


def test_ingest_standard_input(run, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(KITE.encode())))
    code, out, _ = run("ingest", "-", "--json", "--index", tmp_path / "i")
    assert (code, only_json(out)["added"]) == (0, 1)


def test_ingest_json_and_strict(run, abstracts, tmp_path):
    code, out, _ = run("ingest", abstracts, "--json", "--strict", "--index", tmp_path / "i")
    report = only_json(out)
    assert code == 1
    assert set(report) >= {
        "added",
        "updated",
        "unchanged",
        "linked",
        "skipped",
        "warnings",
        "papers",
        "seconds",
    }
    Path("clean.txt").write_text(KITE)
    assert run("ingest", "clean.txt", "--strict", "--index", tmp_path / "j")[0] == 0


@pytest.mark.parametrize(
    "arguments", [["missing.txt"], ["list.txt", "missing.txt"], ["list.txt", "--catalog", "missing.txt"]]
)
def test_ingest_of_a_missing_path(run, abstracts, tmp_path, arguments):
    code, out, err = run("ingest", *arguments, "--index", tmp_path / "i")
    assert (code, out) == (2, "")
    assert "missing.txt does not exist" in one_line(err)
    assert not (tmp_path / "i").exists()


def test_ingest_of_nothing(run, tmp_path):
    Path("empty.txt").write_text("")
    code, out, err = run("ingest", "empty.txt", "--json", "--index", tmp_path / "i")
    assert code == 2
    assert only_json(out)["papers"] == 0
    assert "no abstracts found in empty.txt" in one_line(err)


def test_papers_and_show(run, small):
    code, out, _ = run("papers", "--index", small)
    assert code == 0
    assert len(out.splitlines()) == len(PAPERS)
    assert f"{PAPERS[0].paper_id}\t{PAPERS[0].title}\n" in out
    assert [p["paper_id"] for p in only_json(run("papers", "--json", "--index", small)[1])] == sorted(
        p.paper_id for p in PAPERS
    )
    code, out, _ = run("show", PAPERS[0].paper_id, "--index", small)
    assert code == 0
    assert all(part in out for part in ("Ada Müller, Jérôme Garçon", "ICFT 2031", PAPERS[0].url, "abstract"))
    assert only_json(run("show", PAPERS[0].paper_id, "--json", "--index", small)[1])["text"] == KITE


@pytest.mark.parametrize("command", ["show", "export"])
def test_an_unknown_paper(run, small, command):
    code, out, err = run(command, "no-such-id", "--index", small)
    assert (code, out) == (2, "")
    assert "rag papers" in one_line(err)


def test_an_interrupted_run_says_how_to_go_on(run, abstracts, tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Library, "ingest", stop)
    code, out, err = run("ingest", abstracts, "--index", tmp_path / "i")
    assert (code, out) == (130, "")
    assert "run the same command again" in one_line(err)


def test_sync_and_remove(run, abstracts, tmp_path):
    index = tmp_path / "i"
    run("ingest", abstracts, "--index", index)
    Path("list.txt").write_text(KITE)
    code, out, err = run("sync", "list.txt", "--index", index)
    assert code == 2
    assert "not in the input: text:" in out
    assert "--yes" in one_line(err)
    code, out, _ = run("sync", "list.txt", "--yes", "--index", index)
    assert code == 0
    assert "1 removed." in out
    code, out, err = run("remove", "no-such-id", "--index", index)
    assert (code, out) == (2, "")
    assert "not in the index: no-such-id;" in one_line(err)
    Path("list.txt").write_text(f"{KITE}\n\n{BEE}")
    run("ingest", "list.txt", "--index", index)
    paper_id = run("papers", "--index", index)[1].split("\t")[0]
    code, out, err = run("remove", "no-such-id", paper_id, "--index", index)
    assert (code, out) == (2, "1 removed.\n")
    assert "not in the index: no-such-id;" in one_line(err)
    assert run("papers", "--index", index)[1].count("\n") == 1


def test_a_paper_named_twice_is_removed_once(run, abstracts, tmp_path):
    index = tmp_path / "i"
    run("ingest", abstracts, "--index", index)
    paper_id = run("papers", "--index", index)[1].split("\t")[0]
    assert run("remove", paper_id, paper_id, "--index", index)[:2] == (0, "1 removed.\n")
    assert run("doctor", "--check", "--index", index)[0] == 0


@pytest.mark.parametrize("spoil", [lambda data: data[: len(data) // 2], lambda data: b""])
def test_sync_with_a_damaged_file_removes_nothing(run, tmp_path, spoil):
    index, file = tmp_path / "i", Path("papers.jsonl.gz")
    lines = "\n".join(json.dumps({"title": f"Paper {n}", "abstract": f"{KITE} {n}."}) for n in range(9))
    file.write_bytes(gzip.compress(lines.encode()))
    assert run("sync", file, "--index", index)[0] == 0
    file.write_bytes(spoil(file.read_bytes()))
    code, out, _ = run("sync", file, "--yes", "--index", index)
    assert code == 0
    assert "Nothing is offered for removal, because this could not be read whole: papers.jsonl.gz." in out
    assert run("papers", "--index", index)[1].count("\n") == 9


def test_a_file_name_that_is_no_text_is_shown_escaped(run, tmp_path):
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "fine.txt").write_text(BEE)
    Path(os.fsdecode(os.fsencode(folder) + b"/bad\xffname.txt")).write_text(KITE)
    (folder / "two\nlines.txt").write_bytes(b"%PDF-1.7")
    code, out, _ = run("ingest", folder, "--index", tmp_path / "i")
    assert code == 0
    assert "2 added" in out
    assert "two\\nlines.txt: not a text file" in out


def test_a_closed_standard_input_is_told(run, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    code, _, err = run("ingest", "-", "--index", tmp_path / "i")
    assert code == 2
    assert "standard input, it is closed" in one_line(err)
