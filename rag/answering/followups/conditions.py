"""Understands a turn that changes the question before it: "and by Ada One?", "per year?", "list them"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.followups.openings import openings
from rag.retrieval.rules.intents import wanted
from rag.retrieval.rules.recognised import PAPERS, Kind, Recognised
from rag.retrieval.understanding import Understanding

_OPENINGS = openings("only", "just", "what about", "how about")
_THOSE = rf"(?:(?:only |just )?(?:the )?(?:those|ones|{PAPERS}|any|some)\s+)?(?:that (?:are|were) )?"
_WORD = r"[A-Z](?:[\w.-]|['’](?!s\b))*"
_NAME = rf"(?-i:{_WORD}(?:\s+(?:{_WORD}|van|von|de|der|den|di|da|la|le|bin|al))*)"
_AUTHOR = re.compile(
    rf"{_THOSE}(?P<by>(?:(?:written|authored|published) )?(?:by|from) )?(?P<value>{_NAME})"
    rf"(?:['’]s?(?: {PAPERS})?)?[\s?!.]*",
    re.IGNORECASE,
)
_AUTHOR_AND_TOPIC = re.compile(rf"{_THOSE}(?P<value>by {_NAME} (?:on|about) .+?)[\s?!.]*", re.IGNORECASE)
_YEAR = re.compile(
    rf"{_THOSE}(?:published )?(?P<value>(?:(?:in|from|since|before|after|until) )?(?:19|20)\d\d)[\s?!.]*",
    re.IGNORECASE,
)
_VENUE = re.compile(
    rf"{_THOSE}(?:published |presented )?(?P<value>at (?-i:[A-Z])[\w-]+)[\s?!.]*", re.IGNORECASE
)
_TOPIC = re.compile(
    rf"{_THOSE}(?P<value>(?:on|about) (?!it\b|its\b|this\b|that\b|their\b).+?)[\s?!.]*", re.IGNORECASE
)
_EXCEPT = re.compile(rf"{_THOSE}(?P<value>(?:not (?:on|about)|without|except) .+?)[\s?!.]*", re.IGNORECASE)
_ON = re.compile(r"\b(?:on|about)\b", re.IGNORECASE)
_LIST = re.compile(
    r"(?:please )?(?:(?:list|show|name|give)(?: me)?(?: (?:them|these|those|all|the papers))?(?: all)?"
    r"(?: of them)?|which (?:ones|papers|are they)(?: are they)?)\W*",
    re.IGNORECASE,
)
# "How many papers did Ada One write?"
_DID_WRITE = re.compile(
    r"\b(?:did|has|have) (?P<name>.+?) (?:written|write|publish(?:ed)?|(?:co-?)?author(?:ed)?)\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"how many(?: (?:are there|of them|papers|are they|in total))*\W*", re.IGNORECASE)
_PER = re.compile(
    r"(?P<per>(?:per|by|(?:for )?each) (?:year|venue|conference|author|keyword))\W*", re.IGNORECASE
)
_HOW_MANY_BY = re.compile(
    rf"how many(?: {PAPERS})? (?:did|has|have) (?:he|she|they) "
    r"(?:written|write|publish(?:ed)?|(?:co-?)?author(?:ed)?)\W*",
    re.IGNORECASE,
)


def with_condition(question: str, before: Understanding) -> str:
    """Return the question before with the condition that this turn names, in the place of one of its kind.

    What a turn asks for all the papers or their number is put to the papers of the question before. Other
    turns give an empty string.
    """
    core = _OPENINGS.sub("", question).strip()
    goes_on = core != question.strip()
    base = before.question.rstrip("?!. ")
    authors = _of_kind(before.filters, "author")
    if authors and _HOW_MANY_BY.fullmatch(core):
        return f"how many papers by {authors[0].value} are there?"
    if goes_on and (found := _AUTHOR_AND_TOPIC.fullmatch(core)):
        return f"papers {found['value']}"
    papers = re.search(rf"\b{PAPERS}\b", base, re.IGNORECASE)
    if papers is None:
        return _author_instead(core, base, authors) if authors and goes_on else ""
    if _LIST.fullmatch(core):
        return f"list all {_the_papers(before, base, papers)}"
    if _HOW_MANY.fullmatch(core):
        return f"how many {_the_papers(before, base, papers)}"
    if found := _PER.fullmatch(core):
        return f"how many {_the_papers(before, base, papers)} {found['per']}"
    if changed := _author_instead(core, base, authors) if goes_on or core.startswith("by ") else "":
        return changed
    author = _AUTHOR.fullmatch(core)
    if author and author["by"] and not authors:
        return f"{base[: papers.end()]} by {author['value']}{base[papers.end() :]}"
    if not goes_on:
        return ""
    for pattern, kind in ((_YEAR, "year"), (_VENUE, "venue"), (_EXCEPT, "without")):
        if found := pattern.fullmatch(core):
            value = found["value"]
            return _replaced(base, [f for f in before.filters if f.kind == kind], _with_preposition(value))
    if found := _TOPIC.fullmatch(core):
        return _topic_instead(base, papers.end(), before.filters, found["value"])
    return ""


def _topic_instead(base: str, after: int, filters: Sequence[Recognised], topic: str) -> str:
    old = _ON.search(base, after)
    if old is None or any(item.start <= old.start() < item.end for item in filters):
        return f"{base} {topic}"
    end = min((item.start for item in filters if item.start > old.start()), default=len(base))
    return " ".join(f"{base[: old.start()]} {topic} {base[end:]}".split())


def _author_instead(core: str, base: str, authors: Sequence[Recognised]) -> str:
    found = _AUTHOR.fullmatch(core)
    # "What about Medusa?" asks for no author.
    if not found or not authors or not (found["by"] or " " in found["value"]):
        return ""
    by = re.match(r"(?:by|of|from)\s", authors[0].words, re.IGNORECASE)
    return _replaced(base, authors, f"{by.group() if by else ''}{found['value']}")


def _replaced(base: str, old: Sequence[Recognised], new: str) -> str:
    """Return `base` with `new` in the place of the old conditions, or at its end."""
    if not old:
        return f"{base} {new}"
    for item in reversed(old[1:]):
        base = base[: item.start] + base[item.end :]
    return " ".join(f"{base[: old[0].start]} {new} {base[old[0].end :]}".split())


def _with_preposition(value: str) -> str:
    return f"in {value}" if value.isdigit() else value


def _the_papers(before: Understanding, base: str, papers: re.Match[str]) -> str:
    """Return the words of the question before that say which papers it asked for."""
    asked = wanted(base)
    rest = asked.rest if before.intent in ("count", "list", "tally") else base[papers.start() :]
    rest = _DID_WRITE.sub(r"by \g<name>", rest)
    return " ".join(rest.split()).rstrip("?!. ")


def _of_kind(filters: Sequence[Recognised], kind: Kind) -> list[Recognised]:
    return [item for item in filters if item.kind == kind]
