"""Recognises that papers are wanted in the order of their years: "the latest papers", "newest first"."""

from __future__ import annotations

import re
from typing import Literal

Order = Literal["newest", "oldest"]

_NEW = r"(?P<new>newest|latest|most\s+recent(?:ly\s+published)?)"
_OLD = r"(?P<old>oldest|earliest)"
# "The latest work on" asks for an overview as often as for the order.
_SEVERAL = r"(?:papers?|articles?|works|work\s+(?:by|of)|publications?|studies|preprints?|manuscripts?)"
_INNER = r"(?:(?!(?:in|on|of|for|from|and|or|that|which|with|by|about|than)\b)[\w-]+\s+){0,3}?"
_ORDERED = r"(?:(?:please\s+)?(?:sort|order|rank|list|group)(?:ed|ing)?(?:\s+(?:them|these))?\s+)"
_BEFORE = re.compile(
    rf"\b(?:{_NEW}|{_OLD})\s+(?={_INNER}{_SEVERAL}\b)|\b(?P<first>first)\s+(?=papers?\s+(?:on|about|by)\b)",
    re.IGNORECASE,
)
_VERB = re.compile(r"^(?:sort|order|rank|group)\s+", re.IGNORECASE)
_AT_END = re.compile(
    r"[\s,;:.(]*\b(?:"
    rf"{_ORDERED}?(?:(?:by|with|from)\s+)?(?:the\s+)?(?:{_NEW}|{_OLD})\s+(?:(?:ones?|papers?)\s+)?first"
    rf"|{_ORDERED}?by\s+(?P<by>(?:publication\s+)?(?:year|date)|recency)"
    rf"|{_ORDERED}?from\s+(?:the\s+)?(?:(?P<down>new(?:est)?\s+to\s+old(?:est)?)|(?P<up>old(?:est)?\s+to\s+new(?:est)?))"
    rf"|{_ORDERED}?(?:in\s+)?(?:(?P<back>reverse)\s+)?(?P<time>chronological(?:ly|\s+order))"
    r")\)?(?=[\s?.!]*$)",
    re.IGNORECASE,
)


def without_order(question: str) -> tuple[str, Order | None]:
    """Return the question without the words for an order by year, and which order that is."""
    found = _AT_END.search(question) or _BEFORE.search(question)
    if found is None:
        return question, None
    said = {name for name, value in found.groupdict().items() if value}
    is_old = not said.isdisjoint(("old", "first", "up")) or ("time" in said and "back" not in said)
    rest = _VERB.sub("", f"{question[: found.start()]} {question[found.end() :]}")
    return " ".join(rest.split()), "oldest" if is_old else "newest"
