"""Recognises years of publication: "from 2023", "since 2022", "2020-2023", "before 2021"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import FOLLOWS, PAPERS, Recognised, asks_for_papers, recognised

_YEAR = r"(?:19[5-9]\d|20\d\d)"
# What stands for the open end of a range.
FIRST_YEAR, LAST_YEAR = 1900, 2100
_TO = r"\s*(?:-|–|—|\bto\b|\buntil\b|\bthrough\b|\btill\b)\s*"
_WHOLE = r"(?![\w%-]|\.\d)"
_ALONE = rf"{_WHOLE}(?:{FOLLOWS}|(?=\s+{PAPERS}\b))"
_PUBLISHED = (
    r"(?:(?:that (?:were|are) |which (?:were|are) )?(?:published|presented|written|released|appearing)\s+)?"
)

_SPAN = re.compile(
    rf"\b(?P<lead>{_PUBLISHED}(?:from|between|in|of|during)\s+)?(?<![\w.-])(?P<first>{_YEAR})"
    rf"(?P<to>{_TO}|\s+and\s+)(?P<last>{_YEAR}){_ALONE}",
    re.IGNORECASE,
)
_OPEN = re.compile(
    rf"\b{_PUBLISHED}(?:(?P<since>since|from)\s+(?P<a>{_YEAR})(?P<on>\s+on(?:wards?)?\b|\s+or later\b)?"
    rf"|(?P<after>after|later than|newer than)\s+(?P<b>{_YEAR})"
    rf"|(?P<before>before|older than|earlier than|prior to)\s+(?P<c>{_YEAR})"
    rf"|(?P<until>until|till|up to)\s+(?P<d>{_YEAR})){_ALONE}",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    rf"\b{_PUBLISHED}(?:in|from|of|during|for)\s+(?:the\s+years?\s+)?"
    rf"(?P<years>{_YEAR}(?:(?:\s*,\s*|\s+and\s+|\s+or\s+){_YEAR})*){_WHOLE}",
    re.IGNORECASE,
)
_BEFORE_NOUN = re.compile(rf"(?<![\w.-])(?P<years>{_YEAR})\s+(?={PAPERS}\b)", re.IGNORECASE)
_DECADE = re.compile(
    rf"\b{_PUBLISHED}(?:in|from|of|during)\s+(?:the\s+)?(?P<decade>(?:19[5-9]|20\d)0)s(?!\w)(?:{FOLLOWS})",
    re.IGNORECASE,
)
_FIELD = re.compile(rf"\byears?\s*[:=]\s*(?P<years>{_YEAR}){_WHOLE}", re.IGNORECASE)
# "Pruning papers 2023", "recent work (2023)"; after a name ("ImageNet 2012") it belongs to that.
_AT_END = re.compile(rf"(?:\s+-)?\s+(?P<years>{_YEAR})(?=\s*[?.!]*$)")
_IN_BRACKETS = re.compile(rf"\((?P<years>{_YEAR})\)")
_TOPIC_BEFORE = re.compile(
    r"(?:^|\s)(?!(?:than|to|or|and|the|at|by|for|on|about|of|year|over|above|below)$)[a-z][a-z-]+$"
)
_NOUN_AT_END = re.compile(
    rf"\b(?:{PAPERS}|published|presented|written|appeared|released|publish)\s*$", re.IGNORECASE
)
_FROM = re.compile(r"from\b", re.IGNORECASE)
_FOLLOWS = re.compile(FOLLOWS, re.IGNORECASE)
# "forecasts for the year 2050" are no papers of that year, "papers for 2050" are.
_FOR = re.compile(r"for\b", re.IGNORECASE)
_PAPERS_AFTER = re.compile(rf"\s+{PAPERS}\b", re.IGNORECASE)
# "Papers on energy demand in 2050" may speak of that year, "papers from 2050" do not.
_MAY_BE_TOPIC = re.compile(r"(?:in|of|during|for|between)\b|\(", re.IGNORECASE)
_CLAUSE_END = re.compile(r"\s*(?:$|[?.!,;:)])")


def years(question: str) -> list[Recognised]:
    """Return the years in which the papers asked for appeared, as far as the question says so.

    A year after a name ("ImageNet 2012") or before a noun ("the 2014 task") belongs to that; one
    in a question that does not speak of papers is no year of publication, except after "since".
    """
    if not re.search(_YEAR, question):
        return []
    about_papers = asks_for_papers(question)
    taken: list[Recognised] = []
    for found in (
        *_spans(question, about_papers),
        *_open(question, about_papers),
        *_single(question, about_papers),
        *_decades(question, about_papers),
        *_fields(question),
    ):
        if all(found.end <= other.start or found.start >= other.end for other in taken):
            taken.append(found)
    return taken


def is_topic(question: str, found: Recognised, known: Collection[int]) -> bool:
    """Whether a year that no paper is from, of the years `known`, is what the papers may be about."""
    is_written = found.kind == "year" and re.search(_YEAR, found.words)
    if not is_written or not known or not set(known).isdisjoint(found.condition.years):
        return False
    before = question[: found.start]
    at_end = _AT_END.match(question, found.start) and _TOPIC_BEFORE.search(before)
    return bool((at_end or _MAY_BE_TOPIC.match(found.words)) and not _NOUN_AT_END.search(before))


def _spans(question: str, about_papers: bool) -> Iterator[Recognised]:
    for found in _SPAN.finditer(question):
        lead = (found["lead"] or "").lower().split()
        first, last = int(found["first"]), int(found["last"])
        if not about_papers or last < first or (found["to"].strip() == "and" and "between" not in lead):
            continue
        if lead or _placed(question, found.start(), found.end()):
            yield _recognised(question, found, f"{first}-{last}", range(first, last + 1))


def _open(question: str, about_papers: bool) -> Iterator[Recognised]:
    for found in _OPEN.finditer(question):
        if found["since"]:
            is_since = found["since"].lower() == "since"
            if (is_since or found["on"]) and (about_papers or is_since):
                year = int(found["a"])
                yield _recognised(question, found, f"{year} or later", range(year, LAST_YEAR + 1))
        elif about_papers and found["after"]:
            year = int(found["b"])
            yield _recognised(question, found, f"after {year}", range(year + 1, LAST_YEAR + 1))
        elif about_papers:
            year = int(found["c"] or found["d"]) - bool(found["before"])
            yield _recognised(question, found, f"{year} or earlier", range(FIRST_YEAR, year + 1))


def _single(question: str, about_papers: bool) -> Iterator[Recognised]:
    if not about_papers:
        return
    for found in _SINGLE.finditer(question):
        if _placed(question, found.start(), found.end()):
            yield _listed(question, found)
    for found in (*_BEFORE_NOUN.finditer(question), *_IN_BRACKETS.finditer(question)):
        yield _listed(question, found)
    for found in _AT_END.finditer(question):
        if _TOPIC_BEFORE.search(question[: found.start()]):
            yield _listed(question, found)


def _decades(question: str, about_papers: bool) -> Iterator[Recognised]:
    for found in _DECADE.finditer(question) if about_papers else ():
        first = int(found["decade"])
        yield _recognised(question, found, f"{first}-{first + 9}", range(first, first + 10))


def _fields(question: str) -> Iterator[Recognised]:
    for found in _FIELD.finditer(question):
        yield _listed(question, found)


def _placed(question: str, start: int, end: int) -> bool:
    """Whether a year stands where it tells of the papers: after that noun, or at an end of a clause."""
    before = question[:start]
    if _NOUN_AT_END.search(before):
        return True
    if _FOR.match(question[start:]):
        return False
    after = question[end:]
    is_from = _FROM.match(question[start:])
    return bool(
        _CLAUSE_END.match(after)
        or (_FOLLOWS.match(after) and (not before.strip() or is_from))
        or (_PAPERS_AFTER.match(after) and is_from)
    )


def _listed(question: str, found: re.Match[str]) -> Recognised:
    listed = [int(year) for year in re.findall(_YEAR, found["years"])]
    return _recognised(question, found, " or ".join(map(str, listed)), listed)


def _recognised(question: str, found: re.Match[str], value: str, wanted: Sequence[int]) -> Recognised:
    return recognised("year", value, question, found.start(), found.end(), PaperFilter(years=wanted))
