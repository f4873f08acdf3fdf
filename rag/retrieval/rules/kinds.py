"""Recognises a kind of paper that the records tell: "position papers" for titles "Position: ..."."""

from __future__ import annotations

import re

from rag.index.facets import Facets
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import NOT, PAPERS, Kind, Recognised, recognised
from rag.text import fold

# "Papers on position papers" are about them.
_NOT_ABOUT = r"(?<![\w-])(?<!\bon )(?<!\babout )(?<!\bof )"
_NOUN = rf"[\s-]+{PAPERS}\b"
# Kinds of paper that keywords and names of venues tell; any other word before "papers" is a topic.
_KIND = r"(?P<kind>survey|review|tutorial|demo|oral|spotlight|poster|workshop|findings|industry)s?"
_UNWANTED = re.compile(rf"\b(?:{NOT}|no|without)\s+$", re.IGNORECASE)


def kinds_of_paper(question: str, facets: Facets) -> list[Recognised]:
    """Return the kind of paper that the question asks for, where titles, keywords or venues tell it."""
    known = sorted(facets.title_labels, key=lambda label: (-len(label), label))
    names = "|".join(re.escape(label).replace(r"\ ", r"[\s-]+") for label in known)
    if known and (found := _found(f"(?P<kind>{names})", question)):
        label = re.sub(r"[\s-]+", " ", found["kind"])
        start = f"{label[0].upper()}{label[1:]}:"
        return [_kind("title start", start, question, found, PaperFilter(title_starts=[start]))]
    found = _found(_KIND, question)
    if found is None:
        return []
    kind = fold(found["kind"])
    for keyword in (kind, f"{kind} paper"):
        if keyword in facets.keywords:
            return [_kind("keyword", keyword, question, found, PaperFilter(keywords=[keyword]))]
    held = [name for name in facets.venue_names if re.search(rf"\b{kind}s?\b", fold(name))]
    return [_kind("venue", " or ".join(held), question, found, PaperFilter(venues=held))] if held else []


def _found(kind: str, question: str) -> re.Match[str] | None:
    return re.search(rf"{_NOT_ABOUT}{kind}(?={_NOUN})", question, re.IGNORECASE)


def _kind(kind: Kind, value: str, question: str, found: re.Match[str], condition: PaperFilter) -> Recognised:
    start, end = found.span()
    noun = re.compile(_NOUN, re.IGNORECASE).match(question, end)
    if noun and _UNWANTED.search(question[:start]):
        # "Papers on kites, but no position papers".
        end = noun.end()
    return recognised(kind, value, question, start, end, condition)
