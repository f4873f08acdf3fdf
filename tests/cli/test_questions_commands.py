"""rag search and rag ask, one question at a time."""

import json
from pathlib import Path

import pytest
from invented_papers import PAPERS
from shell_output import one_line, only_json


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


def test_a_digest_is_called_a_digest(run, sample_library):
    _, out, _ = run("ask", "which papers improve DPO?")
    assert "(from a digest)" in out
    assert "quoted from a digest by AskPapers, not from the abstract" in out
    paper_id = next(sample_library.papers()).paper_id
    assert "digest by AskPapers, not the published abstract" in run("show", paper_id)[1]


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


def test_a_question_in_another_language_is_translated_where_a_model_is_set(
    run, small, llm_server, monkeypatch
):
    question = ("ask", "Wie viel Verspätung vermeiden Drachen mit Umwegen?", "--index", small, "--json")
    refused = only_json(run(*question)[1])
    assert refused["abstained"]
    assert "ask in English" in refused["reason"]

    def translates_and_writes(handler, body):
        is_translation = "into English" in body["messages"][0]["content"]
        handler.begin()
        handler.text("How much delay do kites save with detours?" if is_translation else "It saves 18% [1].")
        handler.stop()

    llm_server.behave = translates_and_writes
    monkeypatch.setenv("RAG_LLM_BASE_URL", llm_server.url)
    monkeypatch.setenv("RAG_LLM_MODEL", "tiny")
    answered = only_json(run(*question)[1])
    assert answered["question"] == "Wie viel Verspätung vermeiden Drachen mit Umwegen?"
    assert answered["asked"] == "How much delay do kites save with detours?"
    assert not answered["abstained"]
    assert answered["usage"]["prompt_tokens"] == 24


def test_papers_with_as_many_authors_are_found(run, small):
    listed = only_json(run("search", "papers with two authors", "--index", small, "--json")[1])
    shown = [only_json(run("show", hit["paper_id"], "--index", small, "--json")[1]) for hit in listed["hits"]]
    assert shown
    assert {len(paper["authors"]) for paper in shown} == {2}
    none = only_json(run("ask", "papers with more than 50 authors", "--index", small, "--json")[1])
    assert "no papers with 51 authors or more" in none["reason"]


@pytest.mark.parametrize("command", ["search", "ask"])
def test_what_else_the_user_must_know_is_a_note(run, small, command):
    code, out, _ = run(command, "papers on street lamps in 1987", "--index", small)
    assert code == 0
    assert "Note: " in out
    assert "no paper here is from 1987, so that was searched for as words" in " ".join(out.split())
