"""Recognises venues: "at ICML", "NeurIPS papers", "published in Nature"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import FOLLOWS, PAPERS, Recognised, recognised
from rag.text import fold

# Conferences that people ask for, so that a library without them can say so.
_KNOWN = (
    "AAAI ACL AISTATS COLM COLT CVPR CoRL ECCV EMNLP ICASSP ICCV ICLR ICML ICRA IJCAI INTERSPEECH KDD"
    " MICCAI MLSys NAACL NeurIPS SIGGRAPH SIGIR TMLR JMLR UAI WACV"
).split()
_OTHER_NAMES = {"nips": "NeurIPS", "neurips": "NIPS"}

_PLACE = re.compile(
    r"\b(?:(?:published|presented|appeared|accepted|shown)\s+)?(?:at|in|from|of|for)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_FIELD = re.compile(r"\bvenue\s*[:=]\s*$", re.IGNORECASE)
_AT = re.compile(r"\bat\s+(?:the\s+)?$", re.IGNORECASE)
_PUBLISHED = re.compile(
    rf"\b(?:published|presented|appeared|accepted|{PAPERS}|journal)\s+(?:in|at|from)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_PAPERS_AFTER = re.compile(rf"\s+{PAPERS}\b", re.IGNORECASE)
_YEAR_AFTER = re.compile(r"\s*(?:['’](?P<short>\d\d)|(?P<long>(?:19|20)\d\d))(?![\w%-])")
_ENDS = re.compile(FOLLOWS, re.IGNORECASE)
_JOINS = re.compile(r"\s*(?:,|\band\b|\bor\b)\s*(?:at\s+)?")


def venues(question: str, held: Sequence[str]) -> list[Recognised]:
    """Return the venues, and the years that follow their names, that the question asks for.

    `held` are the venues of the library. A name that is also a common word ("Nature") counts only
    where something is published in it; one in another case only after "at" or with a year.
    """
    found: list[Recognised] = []
    for place, name in _places(question, held):
        found += _at(question, name, place, held, found)
    return found


def _places(question: str, held: Sequence[str]) -> list[tuple[re.Match[str], str]]:
    """Return where the question has the name of a venue, in order; of overlapping ones the longest."""
    places: list[tuple[re.Match[str], str]] = []
    folded = fold(question)
    for name in sorted({*held, *_KNOWN, *_OTHER_NAMES.values()}, key=lambda name: (-len(name), name)):
        if fold(name) in folded:
            for place in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w|-\w)", question, re.IGNORECASE):
                if all(place.start() >= other.end() or place.end() <= other.start() for other, _ in places):
                    places.append((place, name))
    return sorted(places, key=lambda found: found[0].start())


def _at(
    question: str, name: str, place: re.Match[str], held: Sequence[str], before: Sequence[Recognised]
) -> Iterator[Recognised]:
    start, end = place.span()
    year = _YEAR_AFTER.match(question, end)
    stop = year.end() if year else end
    joined = bool(before and _JOINS.fullmatch(question[before[-1].end : start]))
    lead = _lead(question, start, name, place.group(), year is not None)
    papers_after = _is_distinctive(name) and _PAPERS_AFTER.match(question, stop)
    is_field = _FIELD.search(question[:start])
    if not (joined or papers_after or is_field or (lead is not None and _ENDS.match(question[stop:]))):
        return
    begin = before[-1].end if joined else start if lead is None else lead
    begin = is_field.start() if is_field else begin
    names = (name, _OTHER_NAMES[fold(name)]) if fold(name) in _OTHER_NAMES else (name,)
    shown = next((venue for venue in held if fold(venue) in map(fold, names)), name)
    yield recognised("venue", shown, question, begin, end, PaperFilter(venues=names))
    if year:
        number = int(year["long"] or f"20{year['short']}")
        yield recognised("year", str(number), question, year.start(), year.end(), PaperFilter(years=[number]))


def _lead(question: str, start: int, name: str, written: str, dated: bool) -> int | None:
    """Return where the words begin that make the name a venue ("published at"), or None."""
    before = question[:start]
    if not _is_distinctive(name):
        found = _PUBLISHED.search(before) if written == name else None
        inner = found and re.search(r"\b(?:in|at|from)\s+(?:the\s+)?$", before, re.IGNORECASE)
        return inner.start() if inner else None
    found = (_PLACE if written == name or dated else _AT).search(before)
    if found:
        return found.start()
    return start if dated else None


def _is_distinctive(name: str) -> bool:
    """Whether the name is no ordinary word: ICML, CoRL, 3DV."""
    return len(name.split()) == 1 and sum(c.isupper() or c.isdigit() for c in name) > 1
