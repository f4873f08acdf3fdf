"""A question that is nothing but an author's last name."""

from __future__ import annotations

import pytest

from rag.index.facets import Facets
from rag.paper import new_paper
from rag.retrieval.understanding import understand

FACETS = Facets.of(
    [
        new_paper("Kites fly.", title="Kites over Wasser", authors=["Ada Müller", "Bo Wasser", "Cy Li"]),
        new_paper("Reeds bend.", title="Reeds", authors=["Ada Müller", "Di O'Hara-Lind"]),
    ]
)


@pytest.mark.parametrize("question", ["Muller", "Muller?", "O'hara-lind"])
def test_a_last_name_asks_for_the_authors_papers(question: str) -> None:
    (item,) = understand(question, FACETS).filters
    assert (item.kind, item.value) == ("author", question.strip("?"))


@pytest.mark.parametrize("question", ["Wasser", "Reeds", "Kites", "muller", "Benigo", "Muller kites", "Li"])
def test_other_words_are_topics(question: str) -> None:
    assert not understand(question, FACETS).filters
