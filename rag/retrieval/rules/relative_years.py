"""Recognises years that are told from the newest: "this year", "the last three years", "recent papers"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import (
    FOLLOWS,
    NUMBER_WORDS,
    PAPERS,
    Recognised,
    asks_for_papers,
    recognised,
)
from rag.retrieval.rules.years import FIRST_YEAR, LAST_YEAR

# So many years, the newest one among them, are recent.
_RECENT = 3
_FEW = {"a": 1, "couple": 2, "few": 3, "several": 5, "decade": 10}
_NUMBER = rf"(?P<number>\d{{1,2}}|{'|'.join(NUMBER_WORDS)}|(?:a\s+)?couple(?:\s+of)?|few|several)"
_THINGS = rf"(?:{PAPERS}|research)"
_LEAD = r"(?:(?:published|presented|written|released)\s+)?(?:(?:in|from|of|during|within|over|for)\s+)?"
_SINCE = r"(?P<since>since|after|newer\s+than|later\s+than)\s+"
_NOT_TOPIC = r"(?<!\bon )(?<!\babout )"
# "The last year of life" is no time of publication.
_ENDS = rf"(?:['’]s(?=\s+(?:\w+\s+)?{_THINGS}\b)|(?=\s+{_THINGS}\b)|(?!\s+(?:of|to|for)\b){FOLLOWS})"
_PATTERNS = [
    re.compile(rf"{_NOT_TOPIC}(?<![\w-]){pattern}", re.IGNORECASE)
    for pattern in (
        rf"{_LEAD}(?:the\s+)?(?:last|past|previous)\s+(?:{_NUMBER}\s+years|(?P<decade>decade)){_ENDS}",
        rf"(?P<older>(?:more|older)\s+than)\s+{_NUMBER}\s+years(?:\s+(?:old|ago))?{_ENDS}",
        rf"{_LEAD}(?:the\s+)?(?:last|past|previous)\s+(?:{_NUMBER}\s+)?(?P<this>months?){_ENDS}",
        rf"(?:{_SINCE}|{_LEAD})(?P<ago>{_NUMBER}|a)\s+years?\s+ago{_ENDS}",
        rf"(?:{_SINCE}|{_LEAD})(?P<this>this\s+year|the\s+(?:current|newest|latest|most\s+recent|past)\s+year){_ENDS}",
        rf"(?:{_LEAD}the\s+)(?P<whole>last\s+year){_ENDS}",
        rf"(?:{_SINCE}|{_LEAD})(?P<before>last\s+year|the\s+previous\s+year){_ENDS}",
        rf"{_LEAD}(?P<recent>recent\s+years|recently\s+published){_ENDS}",
        rf"(?<!\bmost )(?P<recent>recent|recently\s+published)(?=\s+(?:\w[\w-]*\s+){{0,2}}?{_THINGS}\b)",
        rf"(?P<recent>published\s+recently){_ENDS}",
        r"(?P<recent>recently)(?=\s*[?.!]*$)",
    )
]


def relative_years(question: str, known: Sequence[int]) -> list[Recognised]:
    """Return the years that the question tells from the newest of `known`, the years of the library.

    Where all papers are from these years, that is no condition, which the remark says.
    """
    if not known or not asks_for_papers(question):
        return []
    found = next((place for pattern in _PATTERNS if (place := pattern.search(question))), None)
    if found is None:
        return []
    first, last = _span(found.groupdict(), known[-1])
    said = " ".join(found.group().split())
    value = (
        str(first) if first == last else f"{first} or later" if last == LAST_YEAR else f"{last} or earlier"
    )
    newest = known[-1]
    if len(known) == 1 or (first <= known[0] and newest <= last):
        held = str(newest) if len(known) == 1 else f"{known[0]}-{newest}"
        remark = f"all papers here are from {held}, so “{said}” is no condition"
        return [recognised("year", value, question, *found.span(), PaperFilter(), remark)]
    remark = f"“{said}” counts from {newest}, the newest year here"
    condition = PaperFilter(years=range(first, last + 1))
    return [recognised("year", value, question, *found.span(), condition, remark)]


def _span(said: dict[str, str | None], newest: int) -> tuple[int, int]:
    """Return the first and the last year that the words mean."""
    if said.get("recent"):
        return newest - _RECENT + 1, LAST_YEAR
    if said.get("older"):
        return FIRST_YEAR, newest - _number(said.get("number") or "a") - 1
    if said.get("this") or said.get("whole"):
        first = newest
    elif said.get("before"):
        first = newest - 1
    elif said.get("ago"):
        first = newest - _number(said.get("number") or "a")
    else:
        return newest - _number(said.get("number") or "decade") + 1, LAST_YEAR
    since = said.get("since")
    if since is None:
        return first, first
    return first + (since.lower() != "since"), LAST_YEAR


def _number(written: str) -> int:
    word = written.lower()
    if word.isdigit():
        return int(word)
    known = next((count for name, count in _FEW.items() if name in word.split()), None)
    return known or NUMBER_WORDS.index(word) + 1
