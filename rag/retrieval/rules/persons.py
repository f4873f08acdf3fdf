"""Recognises questions for the papers of an author: "papers by Y. Bengio", "what did X publish?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.index.authors import AuthorIndex, AuthorMention
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import PAPERS, Recognised, recognised

_WORKS = rf"(?:{PAPERS}|research|written|(?:co-?)?authored|published|contributions?)"
_ASKED_BEFORE = re.compile(
    rf"\b{_WORKS}(?:\s+(?:here|there|are|is|were|was))?\s+(?P<by>(?:by|of|from)\s+)$", re.IGNORECASE
)
_BEGINS = re.compile(rf"\b(?:did|does|do|has|have|is|are|{PAPERS})\s+$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\s+(?:(?:co-?)?author(?:ed)?|publish(?:ed)?|writ(?:e|ten)|wrote|present(?:ed)?|contributed?|got|work(?:ed)?\s+on"
    r"|as\s+(?:an?\s+)?(?:co-?)?authors?|among\s+(?:the\s+|its\s+)?authors?|on\s*(?:[?.!]|$))(?!\w)",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(
    rf"['’]s?\s+(?:(?:new|recent|latest|other|own)\s+)?(?:{PAPERS}|research|publications)\b", re.IGNORECASE
)
_JOINED = re.compile(r"\s*(?:,|\band\b|\bor\b|&|,\s*and\b|,\s*or\b)\s*$")


def asked_authors(question: str, authors: AuthorIndex) -> list[Recognised]:
    """Return the authors of the library whose papers the question asks for.

    A name that merely stands in the question is no condition.
    """
    found: list[Recognised] = []
    for mention in authors.mentions(question):
        start = _asked_from(question, mention, found)
        if start is not None:
            value = question[mention.start : mention.end]
            condition = PaperFilter(authors=mention.names)
            found.append(recognised("author", value, question, start, mention.end, condition))
    return found


def _asked_from(question: str, mention: AuthorMention, before: Sequence[Recognised]) -> int | None:
    """Return where the words that ask for the papers of somebody begin, or None."""
    left, right = question[: mention.start], question[mention.end :]
    asked = _ASKED_BEFORE.search(left)
    if asked:
        return asked.start("by")
    if before and _JOINED.fullmatch(question[before[-1].end : mention.start]):
        return before[-1].end
    if _POSSESSIVE.match(right) or (_GOES_ON.match(right) and (_BEGINS.search(left) or not left.strip())):
        return mention.start
    listed = re.search(r"\b(?:list|have|has|with)\s+$", left, re.IGNORECASE)
    return mention.start if listed and re.match(r"\s+(?:as|among)\b", right, re.IGNORECASE) else None
