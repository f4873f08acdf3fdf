"""The commands that look after the index, and indexes that are missing or damaged."""

import pytest
from invented_papers import PAPERS, new_index
from shell_output import one_line, only_json


def test_status(run, small):
    code, out, _ = run("status", "--index", small)
    assert code == 0
    assert "8 in 8 chunks" in out
    assert "all-MiniLM-L6-v2-int8" in out
    assert only_json(run("status", "--json", "--index", small)[1])["sample"] is False


def test_status_and_doctor_say_whether_the_language_model_answers(run, small, llm_server, monkeypatch):
    assert only_json(run("status", "--json", "--index", small)[1])["language_model"] is None
    monkeypatch.setenv("RAG_LLM_BASE_URL", llm_server.url)
    monkeypatch.setenv("RAG_LLM_MODEL", "tiny")
    assert f"model     tiny at {llm_server.url}/v1: answers\n" in run("status", "--index", small)[1]
    assert run("doctor", "--check", "--index", small) == (0, "Everything fits.\n", "")
    monkeypatch.setenv("RAG_LLM_MODEL", "missing")
    code, out, err = run("doctor", "--check", "--index", small)
    assert (code, out) == (0, "Everything fits.\n")
    assert "no such model" in one_line(err)
    status = only_json(run("status", "--json", "--index", small)[1])
    assert status["language_model"]["answers"] is False


@pytest.mark.parametrize(
    "command", [["papers"], ["show", "x"], ["status"], ["search", "x"], ["ask", "x"], ["doctor"]]
)
def test_an_index_that_is_not_there(run, tmp_path, command):
    code, out, err = run(*command, "--index", tmp_path / "none")
    assert (code, out) == (2, "")
    assert f"rag ingest PATH --index {tmp_path / 'none'}" in one_line(err)
    assert not (tmp_path / "none").exists()


def test_an_index_folder_that_is_a_file(run, abstracts, tmp_path):
    (tmp_path / "file").write_text("x")
    for arguments in (["ingest", abstracts], ["search", "x"]):
        code, _, err = run(*arguments, "--index", tmp_path / "file")
        assert code == 2
        one_line(err)


def damage(folder, pattern):
    paths = list(folder.rglob(pattern))
    assert paths
    for path in paths:
        path.write_bytes(b"damaged " * 600)


@pytest.mark.parametrize("pattern", ["manifest.json", "papers.sqlite3", "papers.json", "chunks.npz"])
@pytest.mark.parametrize("command", ["search", "ingest", "doctor"])
def test_a_damaged_index_is_no_traceback(run, abstracts, embedder, tmp_path, pattern, command):
    folder = tmp_path / "i"
    new_index(folder, embedder, PAPERS[:2]).close()
    damage(folder, pattern)
    arguments = {"search": ["search", "kites"], "ingest": ["ingest", abstracts], "doctor": ["doctor"]}[
        command
    ]
    code, _, err = run(*arguments, "--index", folder)
    if code:
        assert code == 2
        assert err.startswith("rag: ")


def test_a_damaged_chroma_is_no_traceback(run, embedder, tmp_path):
    folder = tmp_path / "i"
    new_index(folder, embedder, PAPERS[:2]).close()
    damage(folder, "chroma.sqlite3")
    code, _, err = run("doctor", "--index", folder)
    if code:
        assert code == 2
        assert err.startswith("rag: ")


def test_doctor_and_reindex(run, abstracts, tmp_path):
    index = tmp_path / "i"
    run("ingest", abstracts, "--index", index)
    assert run("doctor", "--index", index)[:2] == (0, "Everything fits.\n")
    code, out, _ = run("reindex", "--index", index)
    assert (code, out) == (0, f"Rebuilt the index {index} with 2 papers.\n")
    assert run("doctor", "--check", "--index", index)[0] == 0
