"""Recognises how many authors the papers have: "single-author papers", "with more than ten authors"."""

from __future__ import annotations

import re

from rag.index.facets import Facets
from rag.retrieval.filters import MOST_AUTHORS, PaperFilter
from rag.retrieval.rules.recognised import FOLLOWS, NUMBER_WORDS, PAPERS, Recognised, recognised

_ONE = r"(?:single|sole|solo|lone)"
_COUNT = rf"(?P<count>\d{{1,4}}|{'|'.join(NUMBER_WORDS)}|an?\s+(?:single|sole|lone)|{_ONE})"
_MORE = r"(?P<more>more\s+than|over)\s+"
_LEAST = r"(?P<least>at\s+least)\s+"
_FEWER = r"(?P<fewer>fewer\s+than|less\s+than|under)\s+"
_MOST = r"(?P<most>at\s+most|up\s+to)\s+"
# Of a topic's papers it would be another number: only where nothing else is asked.
_EXTREME = re.compile(
    rf"^(?:(?:which|what)\s+(?:is\s+the\s+)?)?(?:the\s+)?{PAPERS}\s+(?P<extreme>(?:has|have|with)\s+the\s+"
    rf"(?:(?P<most>most|largest\s+number\s+of)|fewest)\s+(?:co-?)?authors)[\s?.!]*$",
    re.IGNORECASE,
)
_BEFORE_NOUN = re.compile(
    rf"(?<![\w-])(?P<count>{_ONE}|{'|'.join(NUMBER_WORDS)}|\d{{1,4}})[\s-]+author(?:ed)?[\s-]+(?={PAPERS}\b)",
    re.IGNORECASE,
)
_AFTER_NOUN = re.compile(
    rf"(?:(?<=\s)|^)(?:(?:that|which)\s+(?:have|has)|with|by|have|has|having|(?:written|authored)\s+by)\s+"
    rf"(?:{_MORE}|{_LEAST}|{_FEWER}|{_MOST}|(?:only|just|exactly)\s+)?{_COUNT}(?P<on>\s+or\s+more)?"
    rf"\s+(?:co-?)?authors?{FOLLOWS}",
    re.IGNORECASE,
)
_NOUN = re.compile(rf"\b{PAPERS}\b", re.IGNORECASE)


def author_counts(question: str, facets: Facets) -> list[Recognised]:
    """Return the number of authors the papers asked for have, where the question says it of papers."""
    known = facets.author_counts[facets.author_counts > 0]
    if len(known) and (found := _EXTREME.match(question)):
        count = int(known.max() if found["most"] else known.min())
        condition = PaperFilter(author_counts=[count])
        return [recognised("author count", str(count), question, *found.span("extreme"), condition)]
    found = _BEFORE_NOUN.search(question)
    if found is None:
        found = _AFTER_NOUN.search(question)
        if found is None or not _NOUN.search(question[: found.start()]):
            return []
    value, counts = _wanted(found)
    start, end = found.span()
    return [recognised("author count", value, question, start, end, PaperFilter(author_counts=counts))]


def _wanted(found: re.Match[str]) -> tuple[str, range]:
    said = found["count"].casefold()
    count = int(said) if said.isdigit() else NUMBER_WORDS.index(said) + 1 if said in NUMBER_WORDS else 1
    bounds = found.groupdict()
    if bounds.get("more"):
        return f"more than {count}", range(count + 1, MOST_AUTHORS)
    if bounds.get("least") or bounds.get("on"):
        return f"at least {count}", range(count, MOST_AUTHORS)
    if bounds.get("fewer"):
        return f"fewer than {count}", range(1, count)
    if bounds.get("most"):
        return f"at most {count}", range(1, count + 1)
    return str(count), range(count, count + 1)
