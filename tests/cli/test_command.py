"""What all commands share: exit codes, settings, the sample, and other terminals."""

import io
import json
import subprocess
import sys

import pytest
from invented_papers import PAPERS, by_title
from processes import TIMEOUT, python, rag_command
from shell_output import SAMPLE_NOTICE, one_line, only_json

import rag.cli


def check_process(done, code):
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "\r" not in done.stdout


def test_a_new_user_asks_the_sample_and_then_ingests(abstracts, sample_library):
    done = rag_command("ask", "which papers improve DPO?", "--json")
    check_process(done, 0)
    answer = only_json(done.stdout)
    assert not answer["abstained"]
    assert answer["sources"][0]["text_kind"] == "digest"
    assert SAMPLE_NOTICE in done.stderr

    done = rag_command("ingest", abstracts, "--json", "--strict")
    check_process(done, 1)
    report = only_json(done.stdout)
    assert (report["added"], report["papers"], len(report["skipped"])) == (2, 2, 1)
    assert SAMPLE_NOTICE not in done.stderr


def test_a_reader_that_goes_away_is_no_error(small):
    command = [sys.executable, "-m", "rag.cli", "papers", "--index", str(small)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdout.close()
    _, err = process.communicate(timeout=TIMEOUT)
    assert err == ""
    assert process.returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_json_is_json_on_any_terminal(run, small, monkeypatch, encoding):
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding=encoding))
    assert rag.cli.main(["papers", "--json", "--index", str(small)]) == 0
    sys.stdout.flush()
    papers = json.loads(raw.getvalue().decode("utf-8"))
    assert {p["title"] for p in papers} == {p.title for p in PAPERS}


def test_the_index_may_be_named_in_the_environment(run, abstracts, tmp_path, monkeypatch):
    monkeypatch.setenv("RAG_INDEX", str(tmp_path / "i"))
    assert run("ingest", abstracts)[0] == 0
    assert json.loads(run("status", "--json")[1])["papers"] == 2
    assert (tmp_path / "i" / "manifest.json").is_file()


def test_the_sample_is_announced_on_stderr_only(run, sample_library):
    for arguments in (["papers"], ["search", "DPO", "--k", 1], ["ask", "boil an egg"]):
        code, out, err = run(*arguments)
        assert code == 0
        assert SAMPLE_NOTICE in one_line(err)
        assert SAMPLE_NOTICE not in out
    assert run("papers")[1].count("\n") == 57


def test_odd_settings_are_told_once(run, small, monkeypatch):
    monkeypatch.setenv("RAG_LLM_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("RAG_TREADS", "2")
    code, out, err = run("show", by_title("bees").paper_id, "--index", small)
    assert code == 0
    assert out.startswith("id ")
    assert [line.split(";")[0] for line in err.splitlines()] == [
        "rag: the setting RAG_TREADS is not known and does nothing",
        "rag: RAG_LLM_BASE_URL is set without RAG_LLM_MODEL, so no language model is used",
    ]


def test_a_bad_setting_is_named(run, monkeypatch, small):
    monkeypatch.setenv("RAG_THREADS", "many")
    code, out, err = run("papers", "--index", small)
    assert (code, out) == (2, "")
    assert "RAG_THREADS" in one_line(err)


def test_an_unknown_embedder_is_named(monkeypatch, capsys, small):
    monkeypatch.setenv("RAG_EMBEDDING", "no-such-model")
    assert rag.cli.main(["search", "kites", "--index", str(small)]) == 2
    assert "no embedding model 'no-such-model'" in one_line(capsys.readouterr().err)


def test_a_missing_model_file_exits_3(monkeypatch, capsys, small):
    from rag.models.onnx_file import WheelFile

    monkeypatch.setattr("rag.models.embedding.MINILM_MODEL", WheelFile("no-such-wheel", "x", "0" * 64))
    assert rag.cli.main(["search", "kites", "--index", str(small)]) == 3
    assert "pip install no-such-wheel" in one_line(capsys.readouterr().err)


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["ingest", "--help"], ["ask", "--help"]])
def test_help_needs_no_index(run, arguments):
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert out


def test_help_does_not_load_what_only_answers_need():
    slow = {"chromadb", "gradio", "llama_index"}
    code = f"import sys, rag.cli; rag.cli.build_parser(); print(sorted({slow} & set(sys.modules)))"
    done = python(code)
    check_process(done, 0)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("arguments", [[], ["sing"], ["ingest"], ["show"]])
def test_bad_use_exits_2(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "usage: rag" in err
