"""Recognises questions for what the authors of a paper published besides: "by the authors of KITEMAP"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rag.paper import Paper
from rag.retrieval.filters import PaperFilter
from rag.retrieval.names import method_names
from rag.retrieval.rules.recognised import FOLLOWS, PAPERS, Recognised, recognised

PaperNamed = Callable[[str], Paper | None]

_PLACE = r"(?:(?P<place>first|lead|last|senior)[\s-]+)?"
_PUBLISH = r"(?:publish(?:ed)?|writ(?:e|ten)|wrote|present(?:ed)?|do(?:ne)?|work(?:ed|ing)?|contributed?)"
_WORKS = rf"(?:{PAPERS}|research|more|other|something|anything|everything|else|written|published)"
_WHO_MADE = r"who\s+(?:wrote|proposed|introduced|presented|built|made)"
_OF = (
    rf"(?:the\s+)?(?:same\s+)?{_PLACE}(?:authors?\s+(?:as|of|behind|{_WHO_MADE})"
    rf"|(?:people|researchers|team|group)\s+(?:as|behind|{_WHO_MADE}))\s+(?P<rest>.+)"
)
_NAME = r"(?P<name>(?!(?:same|first|last|lead|senior|these|those|its|their|other)\b)\S+(?:\s+\S+){0,11}?)"
_HIS = rf"(?:the\s+)?{_NAME}(?:['’]s?)?(?:\s+paper(?:['’]s)?)?\s+{_PLACE}(?:authors?|team|group)"
_DID = r"\b(?:did|do|does|has|have)\s+"
_BY = rf"\b{_WORKS}\s+(?:(?:that|which)\s+)?(?:(?:is|are|was|were)\s+)?(?P<cut>)(?:by|of|from)\s+"
# What is cut out of the question begins at `cut`, and ends with the name in `rest` or with the match.
_ASKED = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_BY}{_OF}",
        rf"{_DID}(?P<cut>)(?=.*\s(?:{_PUBLISH}|(?:other|more|further)\s+{PAPERS})\b){_OF}",
        r"^(?P<cut>)who\s+wrote\s+(?P<name>.+?),?\s+and\s+what\s+else\b",
        rf"{_BY}{_HIS}(?!\w|['’])",
        rf"{_DID}(?P<cut>){_HIS}(?=\s+(?:(?:also|ever|else)\s+)*{_PUBLISH}\b)",
        rf"^(?:(?:list|show|give|find)\s+(?:me\s+)?)?(?:all\s+)?(?P<cut>){_HIS}['’]s?"
        rf"(?=\s+(?:(?:other|further|new)\s+)?{PAPERS}\b)",
    )
]
_ENDS = re.compile(rf"\s+(?:have|has|also|else|ever|so\s+far|{_PUBLISH})\b|\b{FOLLOWS}", re.IGNORECASE)
_QUOTED = re.compile(r"(?:the\s+paper\s+)?[\"“]([^\"“”]+)[\"”]", re.IGNORECASE)


def authors_of_paper(question: str, named: PaperNamed) -> list[Recognised]:
    """Return the authors of the paper that the question names, if it asks for what else they published.

    `named` gives the paper of the library that a name stands for. It is itself not among what is asked for.
    """
    for found in filter(None, (pattern.search(question) for pattern in _ASKED)):
        for name, end in _names(found):
            paper = named(name)
            if paper is not None and paper.authors:
                authors = _at_place(paper, found.groupdict().get("place"))
                itself = PaperFilter(papers=[paper.paper_id])
                condition = PaperFilter(authors=authors, none_of=(itself,))
                value = f"{_who(found)} of “{paper.label}”"
                remark = f"“{paper.label}” itself is left out"
                return [recognised("author", value, question, found.start("cut"), end, condition, remark)]
    return []


def paper_not_known(question: str) -> str:
    """Return the name of the paper whose authors' papers are asked for, as far as it is written like one."""
    for found in filter(None, (pattern.search(question) for pattern in _ASKED)):
        for name, _ in reversed(list(_names(found))):
            if method_names(name) or _QUOTED.fullmatch(name):
                return name.strip(' "“”')
    return ""


def _names(found: re.Match[str]) -> Iterator[tuple[str, int]]:
    """Yield what may be the name, the longest first, and where the words that are cut out end."""
    parts = found.groupdict()
    if parts.get("name"):
        yield parts["name"], found.end()
        return
    rest, start = found["rest"], found.start("rest")
    if quoted := _QUOTED.match(rest):
        yield quoted.group(), start + quoted.end()
        return
    ends = sorted({place.start() for place in _ENDS.finditer(rest)} - {0}, reverse=True)
    for end in ends:
        yield rest[:end], start + len(rest[:end].rstrip())


def _at_place(paper: Paper, place: str | None) -> tuple[str, ...]:
    if place is None:
        return paper.authors
    return paper.authors[:1] if place.lower() in ("first", "lead") else paper.authors[-1:]


def _who(found: re.Match[str]) -> str:
    place = found.groupdict().get("place")
    return f"the {place.lower()} author" if place else "the authors"
