"""Recognises sessions and tracks of a conference: "in the session on kites", "from the data sets track"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.index.facets import Facets
from rag.index.tokenizer import terms
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import Recognised, recognised
from rag.text import fold

_LEAD = r"\b(?:in|from|of|at|during|for)\s+(?:the\s+)?"
_PATTERNS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_LEAD}(?P<kind>session|track)\s+(?:(?:on|about|called|named|titled)\s+)?(?P<name>[^?;,]+)",
        rf"{_LEAD}(?P<name>(?:[\w&:-]+\s+){{1,8}}?)(?P<kind>session|track)\b",
    )
]
# Where a name may end before the end of the question.
_MAY_END = re.compile(r"\s+(?:in|from|since|published|that|which|by|on|about|at|not|with)\b", re.IGNORECASE)


def sessions(question: str, facets: Facets) -> list[Recognised]:
    """Return the sessions or tracks, of those the papers were in, that the question names.

    They are kept as keywords, as in "session: Kites and wind". All words that the question has of the name
    must be in it.
    """
    for found in filter(None, (pattern.search(question) for pattern in _PATTERNS)):
        lead = f"{found['kind'].lower()}: "
        held = [keyword for keyword in facets.keywords if keyword.startswith(lead)]
        for name, end in _names(found):
            called = [k for k in held if _is_called(k.removeprefix(lead), name)]
            if called:
                value = " or ".join(keyword.removeprefix(lead) for keyword in called)
                condition = PaperFilter(keywords=called)
                return [recognised("session", value, question, found.start(), end, condition)]
    return []


def _names(found: re.Match[str]) -> Iterator[tuple[str, int]]:
    """Yield what may be the name, the longest first, and where the words of the condition end."""
    name = found["name"]
    yield name, found.end()
    if found.end("name") == found.end():
        for place in reversed(list(_MAY_END.finditer(name))):
            yield name[: place.start()], found.start("name") + place.start()


def _is_called(session: str, name: str) -> bool:
    bare = fold(name).strip(" .\"“”'‘’")
    asked = set(terms(bare))
    return session == bare or (bool(asked) and asked <= set(terms(session)))
