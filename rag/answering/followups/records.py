"""Understands "who wrote it?", "similar papers?" and "what else did they publish?" of the last paper."""

from __future__ import annotations

import re

from rag.answering.followups.openings import openings
from rag.retrieval.rules.intents import wanted

_OPENINGS = openings()
_NOUN = r"(?:paper|article|work|study|method|model|approach|one)"
_IT = rf"(?:it|its|this|that|(?:the|this|that) {_NOUN})"
_FACT = re.compile(
    r"(?:(?:who|what|which)(?: is| are| was| were|['’]s) |(?:give|show|send|tell)(?: me)? "
    r"|(?:do you have|is there) |can (?:i|you) (?:have|get|see|give me|show me) )?(?:its |the |an? )?"
    r"(?P<fact>(?:(?:first|last|lead) author|authors?|number of authors|url|link|pdf|venue|conference|journal"
    rf"|(?:publication )?year))(?: (?:of|to|for) {_IT})?(?: please)?\W*",
    re.IGNORECASE,
)
_AND_WHEN = re.compile(r"and (?P<asked>when|where)\W*", re.IGNORECASE)
_HOW_MANY_AUTHORS = re.compile(r"how many authors(?: are there)?\W*", re.IGNORECASE)
_SIMILAR = re.compile(
    r"(?:(?:any|some|show(?: me)?|find(?: me)?|give me|are there(?: any)?|what about|list|other|more|the"
    r"|most) )*"
    r"(?:(?:similar|related|nearest|closest|comparable) (?:papers?|works?|ones?|studies|articles|research)"
    r"|(?:something|anything|papers?|works?|ones?)(?: else)? (?:similar|related))\W*",
    re.IGNORECASE,
)
_THE_AUTHORS = rf"(?:they|(?:the|its|these|those|the same) authors?(?: of {_IT})?)"
_WORKS = r"(?:papers?|works?|publications?|articles?|research)"
_PUBLISHED = r"(?:publish(?:ed)?|write|written|present(?:ed)?|do|done)"
_BY_ITS_AUTHORS = re.compile(
    rf"(?:what|which(?: {_WORKS})?) else (?:did|have|has|do) {_THE_AUTHORS} {_PUBLISHED}(?: here)?\W*"
    rf"|(?:what|which) other {_WORKS} (?:did|have|has|do) {_THE_AUTHORS} (?:have|{_PUBLISHED})\W*"
    rf"|(?:(?:any|some|show(?: me)?|find(?: me)?|list|are there|what|the|all) )*(?:other|more|further|else)"
    rf"(?: {_WORKS})? (?:by|from|of) {_THE_AUTHORS.replace('they', 'them')}\W*",
    re.IGNORECASE,
)


def asked_of_record(question: str, title: str) -> str:
    """Return `question` about a fact of "it", or for papers like it or by its authors, with that title.

    Other questions give an empty string.
    """
    core = _OPENINGS.sub("", question).strip()
    paper = f"“{title}”"
    want = wanted(core)
    if want.intent in ("facts", "similar") and re.fullmatch(rf"{_IT}\W*", want.rest, re.IGNORECASE):
        pronoun = re.escape(want.rest.rstrip("?!. "))
        return re.sub(rf"\b{pronoun}\b", lambda _: paper, core, count=1)
    if found := _FACT.fullmatch(core):
        return f"{found['fact']} of {paper}"
    if found := _AND_WHEN.fullmatch(question.strip()):
        return f"{found['asked']} was {paper} published?"
    if _BY_ITS_AUTHORS.fullmatch(core):
        return f"other papers by the authors of {paper}"
    if _HOW_MANY_AUTHORS.fullmatch(core):
        return f"number of authors of {paper}"
    return f"papers like {paper}" if _SIMILAR.fullmatch(core) else ""
