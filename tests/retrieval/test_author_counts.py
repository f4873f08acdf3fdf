"""How many authors the papers have, as a condition of a question."""

from __future__ import annotations

import pytest

from rag.index.facets import Facets
from rag.paper import new_paper
from rag.retrieval.filters import MOST_AUTHORS
from rag.retrieval.understanding import understand

NAMES = ("Ada Müller", "Bo Lind", "Cy Reed", "Di Moor")
FACETS = Facets.of(
    [
        new_paper(f"Kites fly over {n} fields.", title=f"Kites over {n} fields", authors=NAMES[:n])
        for n in range(1, 5)
    ]
)


@pytest.mark.parametrize(
    ("question", "topic", "value", "counts"),
    [
        ("How many papers have a single author?", "", "1", range(1, 2)),
        ("single-author papers on kites", "papers on kites", "1", range(1, 2)),
        ("list the solo-authored papers", "", "1", range(1, 2)),
        ("papers on kites by two authors", "papers on kites", "2", range(2, 3)),
        ("which papers with only one author discuss kites?", "which papers discuss kites?", "1", range(1, 2)),
        ("papers written by more than 10 authors", "", "more than 10", range(11, MOST_AUTHORS)),
        ("how many papers have at least three authors?", "", "at least 3", range(3, MOST_AUTHORS)),
        ("papers with five or more authors", "", "at least 5", range(5, MOST_AUTHORS)),
        ("which paper has the most authors?", "", "4", range(4, 5)),
        ("the paper with the fewest authors", "", "1", range(1, 2)),
        ("papers that have fewer than 3 authors", "", "fewer than 3", range(1, 3)),
        ("papers with up to two authors about kites", "papers about kites", "at most 2", range(1, 3)),
    ],
)
def test_the_number_of_authors_is_understood(question: str, topic: str, value: str, counts: range) -> None:
    understood = understand(question, FACETS)
    (item,) = understood.filters
    assert (item.kind, item.value) == ("author count", value)
    assert understood.condition.author_counts == list(counts)
    assert understood.topic == topic


@pytest.mark.parametrize(
    "question",
    [
        "papers on single-author attribution",
        "How many authors does Kitemap have?",
        "Which method tells two authors apart?",
        "papers on telling texts by two authors apart",
        "a game with two players",
        "single kites",
        "which paper on kites has the most authors?",
        "papers on two-author debates",
    ],
)
def test_other_talk_of_authors_is_no_condition(question: str) -> None:
    assert not understand(question, FACETS).condition.author_counts
