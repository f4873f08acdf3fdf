"""Recognises a question that is nothing but the last name of an author: "Bengio"."""

from __future__ import annotations

import re

from rag.index.facets import Facets
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import Recognised, recognised
from rag.text import fold

# Shorter words may be acronyms or methods, and titles are not looked through for them.
_ONE_WORD = re.compile(r"\s*(?P<name>[A-Z][a-z'’-]{4,})[\s?.!]*")


def name_alone(question: str, facets: Facets) -> list[Recognised]:
    """Return the author that the question names and nothing else, unless a title has the word too."""
    found = _ONE_WORD.fullmatch(question)
    if found is None:
        return []
    name = found["name"]
    word = fold(name)
    if word in facets.title_words.get((word[0], len(word)), ()) or not facets.authors.matching(name):
        return []
    return [recognised("author", name, question, *found.span("name"), PaperFilter(authors=[name]))]
