"""Papers in the order of their years."""

from __future__ import annotations

import pytest

from rag.index.facets import Facets
from rag.paper import new_paper
from rag.retrieval.rules.order import without_order
from rag.retrieval.understanding import understand


@pytest.mark.parametrize(
    ("question", "rest", "order"),
    [
        ("the latest papers on kites", "the papers on kites", "newest"),
        ("What are the most recent papers on kites?", "What are the papers on kites?", "newest"),
        ("the 5 newest kite papers", None, None),
        ("the newest 5 kite papers", "the 5 kite papers", "newest"),
        ("latest ICFT papers on kites", "ICFT papers on kites", "newest"),
        ("what is the oldest paper on kites?", "what is the paper on kites?", "oldest"),
        ("most recent work by Ada Müller", "work by Ada Müller", "newest"),
        ("first papers on kites", "papers on kites", "oldest"),
        ("papers on kites, newest first", "papers on kites", "newest"),
        ("papers on kites (most recent first)", "papers on kites", "newest"),
        ("papers on kites with the oldest ones first", "papers on kites", "oldest"),
        ("list papers on kites by year", "list papers on kites", "newest"),
        ("order papers on kites by year", "papers on kites", "newest"),
        ("papers on kites sorted by year", "papers on kites", "newest"),
        ("list all papers on kites in chronological order", "list all papers on kites", "oldest"),
        ("papers on kites in reverse chronological order", "papers on kites", "newest"),
        ("papers on kites from old to new", "papers on kites", "oldest"),
    ],
)
def test_words_for_an_order_are_taken_off(question, rest, order):
    if rest is None:
        rest, order = question.replace(" newest", ""), "newest"
    assert without_order(question) == (rest, order)


@pytest.mark.parametrize(
    "question",
    [
        "latest advances in kite design",
        "what happened first in papers on kites?",
        "the latest work on kites",
        "papers on the latest kites",
        "papers on serving the newest request first in queues",
        "Which kites fly in chronological order of their launch?",
        "papers on oldest-first scheduling",
    ],
)
def test_new_and_old_things_are_no_order(question):
    assert without_order(question) == (question, None)


def test_an_order_is_told_and_says_nothing_of_one_year():
    years = Facets.of([new_paper(f"Kite {n} flies.", title=f"Kite {n}", year=2030 + n) for n in range(2)])
    understood = understand("the latest papers on kites", years)
    assert (understood.order, understood.remark) == ("newest", "newest first")
    assert understood.to_dict()["order"] == "newest"
    one = Facets.of([new_paper("Kites fly.", title="Kites", year=2030)])
    understood = understand("the latest papers on kites", one)
    assert (understood.order, understood.intent) == (None, "find")
    assert "from one year" in understood.remark


def test_papers_come_by_year(small_library):
    def years(question, k=None):
        return [hit.paper.year for hit in small_library.search(question, k).hits]

    assert years("the newest papers") == [2031, 2031, 2031, 2031, 2030, 2030, 2029, 2028]
    assert years("list all papers, oldest first", k=3) == [2028, 2029, 2030]
    assert years("the latest papers on street lamps") == [2031, 2029]
    assert years("papers on street lamps, oldest first") == [2029, 2031]


def test_an_answer_in_an_order_passes_the_gate_as_any_other(small_library):
    answer = small_library.ask("papers on street lamps, newest first")
    assert [source.paper.year for source in answer.sources] == [2031, 2029]
    assert answer.reason == "newest first"
    assert len(small_library.ask("the 2 newest papers").sources) == 2
    assert small_library.ask("the latest papers on volcanoes").abstained
