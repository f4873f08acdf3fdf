"""The `rag` command: in this process where that is enough, else in one of its own."""

import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fakes import loaded_models
from invented_papers import BEE, KITE, PAPERS, by_title, new_index
from processes import TIMEOUT, rag_command

import rag.cli
from rag.library import Library

SAMPLE_NOTICE = "this is the sample library (57 papers"


@pytest.fixture
def run(capsys, monkeypatch, embedder, reranker):
    """Run `rag` here, with models that are loaded already; return exit code, stdout and stderr."""

    class LoadedLibrary(Library):
        def __init__(self, settings):
            super().__init__(settings, loaded_models(settings, embedder, reranker))

    monkeypatch.setattr(rag.cli, "Library", LoadedLibrary)

    def call(*arguments):
        capsys.readouterr()
        try:
            code = rag.cli.main([str(a) for a in arguments])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return call


@pytest.fixture(scope="module")
def small(small_library):
    return small_library.own_folder


@pytest.fixture
def abstracts():
    Path("list.txt").write_text(f"Kite papers 2031\n\n{KITE}\n\n{BEE}\n", encoding="utf-8")
    return "list.txt"


def only_json(out):
    """Return the one JSON value that stdout must hold."""
    assert out.count("\n") == 1
    return json.loads(out)


def one_line(err):
    assert err.startswith("rag: ")
    assert err.count("\n") == 1, err
    return err


# ---- in processes of their own -------------------------------------------------------------------


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


# ---- in this process -----------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_json_is_json_on_any_terminal(run, small, monkeypatch, encoding):
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding=encoding))
    assert rag.cli.main(["papers", "--json", "--index", str(small)]) == 0
    sys.stdout.flush()
    papers = json.loads(raw.getvalue().decode("utf-8"))
    assert {p["title"] for p in papers} == {p.title for p in PAPERS}


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


def test_the_index_may_be_named_in_the_environment(run, abstracts, tmp_path, monkeypatch):
    monkeypatch.setenv("RAG_INDEX", str(tmp_path / "i"))
    assert run("ingest", abstracts)[0] == 0
    assert json.loads(run("status", "--json")[1])["papers"] == 2
    assert (tmp_path / "i" / "manifest.json").is_file()


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


def test_search_text_and_json(run, small):
    code, out, err = run("search", "How does KITEMAP avoid gusts?", "--index", small, "--k", 2)
    assert (code, err) == (0, "")
    assert out.startswith(" 1. Kitemap: planning detours around gusts\n")
    assert "Ada Müller, Jérôme Garçon" in out
    assert "ICFT 2031" in out
    assert "https://example.org/papers/kite" in out
    code, out, _ = run("search", "How does KITEMAP avoid gusts?", "--index", small, "--k", 2, "--json")
    assert len(only_json(out)["hits"]) == 2


@pytest.mark.parametrize(
    ("options", "titles"),
    [
        (["--venue", "lampcon"], {"Dimming street lamps", "Street lamps that hear bicycles"}),
        (["--year", "2028-2029"], {"Dimming street lamps", "Readable template errors"}),
        (["--year", "2028", "--year", "2029", "--venue", "ICFT"], {"Readable template errors"}),
        (["--author", "muller", "--venue", "BeeConf"], {"Counting bees with one camera"}),
        (["--author", "nobody"], set()),
    ],
)
def test_search_filters(run, small, options, titles):
    code, out, _ = run("search", "lamps and errors in the camera", "--index", small, "--json", *options)
    assert code == 0
    assert {h["title"] for h in only_json(out)["hits"]} == titles


@pytest.mark.parametrize("command", ["search", "ask"])
def test_what_was_understood_is_said_and_can_be_left_out(run, small, command):
    question = "which papers from 2029 dim street lamps?"
    code, out, _ = run(command, question, "--index", small)
    assert code == 0
    assert out.startswith("Understood: year 2029 (search every paper with --no-understanding)")
    assert "hear bicycles" not in out
    code, out, _ = run(command, question, "--index", small, "--json")
    understood = only_json(out)["understood"]
    assert understood["filters"] == [{"kind": "year", "value": "2029", "words": "from 2029"}]
    assert understood["topic"] == "which papers dim street lamps?"
    code, out, _ = run(command, question, "--index", small, "--no-understanding")
    assert "Understood" not in out


def test_ask_takes_the_same_filters(run, small):
    question = "Which lamps save power?"
    _, out, _ = run("ask", question, "--index", small, "--json", "--not", "bicycle")
    assert [s["title"] for s in only_json(out)["sources"]] == ["Dimming street lamps"]
    _, out, _ = run("ask", question, "--index", small, "--json", "--collection", "elsewhere")
    assert (
        only_json(out)["reason"] == "no papers in the collection elsewhere in this library; it holds invented"
    )


def test_a_search_without_hits_says_so(run, small):
    code, out, _ = run("search", "kites", "--index", small, "--author", "nobody")
    assert (code, out) == (0, "Nothing to search: no papers by nobody in this library.\n")


@pytest.mark.parametrize(
    "options",
    [
        ["--year", "soon"],
        ["--year", "2024-"],
        ["--year", "-5"],
        ["--k", "x"],
        ["--k", "0"],
        ["--colour", "red"],
    ],
)
def test_bad_options_exit_2(run, small, options):
    code, out, err = run("search", "kites", "--index", small, *options)
    if options == ["--year", "2024-"]:
        # An open end is read as this one year.
        assert code == 0
        return
    assert (code, out) == (2, "")
    assert err


def test_years_in_the_wrong_order_are_refused(run, small):
    code, out, _ = run("search", "kites", "--index", small, "--year", "2031-2028", "--json")
    assert code == 2 or only_json(out)["hits"] == []


def test_ask_text(run, small):
    code, out, _ = run("ask", "When does KITEMAP fail?", "--index", small)
    assert code == 0
    assert "Sources" in out
    assert "[1] Kitemap: planning detours around gusts" in out
    assert "(8 abstracts searched, quoted answer, " in out


def test_ask_refuses_and_names_the_nearest(run, small):
    code, out, _ = run("ask", "how long do I boil an egg?", "--index", small)
    assert code == 0
    assert "do not answer this" in out
    assert "Nearest papers" in out
    assert "Sources" not in out


@pytest.mark.parametrize("command", ["ask", "search"])
@pytest.mark.parametrize("question", ["", "   ", "\n", "k" * 10_000])
def test_questions_that_cannot_be_used(run, small, command, question):
    code, out, err = run(command, question, "--index", small, "--json")
    assert (code, out) == (2, "")
    assert ("empty" if not question.strip() else "8,000") in one_line(err)


@pytest.mark.parametrize(
    "question", ["'; DROP TABLE papers; --", "{title} %s {{7*7}}", "$where: 1", "*", "\\", "<b>[1]"]
)
def test_questions_that_look_like_code_are_text(run, small, question):
    code, out, _ = run("ask", question, "--index", small, "--json")
    assert code == 0
    assert only_json(out)["question"] == question
    assert json.loads(run("status", "--index", small, "--json")[1])["papers"] == len(PAPERS)


def test_neither_or_both_kinds_of_question(run, small):
    Path("b.jsonl").write_text('{"id": 1, "question": "kites"}\n')
    for arguments in ([], ["kites", "--batch", "b.jsonl"]):
        code, out, err = run("ask", *arguments, "--index", small)
        assert (code, out) == (2, "")
        assert "either a question or --batch" in one_line(err)


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


def test_the_sample_is_announced_on_stderr_only(run, sample_library):
    for arguments in (["papers"], ["search", "DPO", "--k", 1], ["ask", "boil an egg"]):
        code, out, err = run(*arguments)
        assert code == 0
        assert SAMPLE_NOTICE in one_line(err)
        assert SAMPLE_NOTICE not in out
    assert run("papers")[1].count("\n") == 57


def test_a_digest_is_called_a_digest(run, sample_library):
    _, out, _ = run("ask", "which papers improve DPO?")
    assert "(from a digest)" in out
    assert "quoted from a digest by AskPapers, not from the abstract" in out
    paper_id = next(sample_library.papers()).paper_id
    assert "digest by AskPapers, not the published abstract" in run("show", paper_id)[1]


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


def test_a_written_answer_names_its_tokens_and_their_cost(run, small, llm_server, monkeypatch):
    def writes(handler, _):
        handler.begin()
        handler.text("KITEMAP cuts delays by 18% [1]. Bees like honey [1].")
        handler.stop()

    llm_server.behave = writes
    monkeypatch.setenv("RAG_LLM_BASE_URL", llm_server.url)
    monkeypatch.setenv("RAG_LLM_MODEL", "tiny")
    question = ("ask", "How much delay do kites save with KITEMAP?", "--index", small)
    code, out, _ = run(*question)
    assert code == 0
    assert "KITEMAP cuts delays by 18% [1]." in out
    assert "1 sentence dropped, 15 tokens, " in out
    assert "cost" not in out
    monkeypatch.setenv("RAG_LLM_PRICE_IN", "1000")
    monkeypatch.setenv("RAG_LLM_PRICE_OUT", "2000")
    monkeypatch.setenv("RAG_SHOW_UNSUPPORTED", "1")
    out = run(*question)[1]
    assert "15 tokens, cost 0.018, " in out
    assert "Not supported, and no part of the answer\n  ✗ Bees like honey. (not supported by" in out
    value = only_json(run(*question, "--json")[1])
    assert value["usage"] == {"prompt_tokens": 12, "completion_tokens": 3}
    assert value["cost"] == pytest.approx(0.018)
    assert [s["verdict"] for s in value["sentences"]] == ["supported", "unsupported"]


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


def test_an_interrupted_run_says_how_to_go_on(run, abstracts, tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Library, "ingest", stop)
    code, out, err = run("ingest", abstracts, "--index", tmp_path / "i")
    assert (code, out) == (130, "")
    assert "run the same command again" in one_line(err)


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["ingest", "--help"], ["ask", "--help"]])
def test_help_needs_no_index(run, arguments):
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert out


@pytest.mark.parametrize("arguments", [[], ["sing"], ["ingest"], ["show"]])
def test_bad_use_exits_2(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "usage: rag" in err


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


def test_doctor_and_reindex(run, abstracts, tmp_path):
    index = tmp_path / "i"
    run("ingest", abstracts, "--index", index)
    assert run("doctor", "--index", index)[:2] == (0, "Everything fits.\n")
    code, out, _ = run("reindex", "--index", index)
    assert (code, out) == (0, f"Rebuilt the index {index} with 2 papers.\n")
    assert run("doctor", "--check", "--index", index)[0] == 0
