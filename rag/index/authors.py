"""Finds the authors a question names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rag.paper import Paper
from rag.text import fold

_NAME_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")

AuthorRows = dict[str, list[int]]


def author_key(name: str) -> str:
    """Return a name as it is compared: words without case, accents and points."""
    return " ".join(_NAME_WORD.findall(fold(name)))


def author_rows(papers: Iterable[Paper]) -> AuthorRows:
    """Return, for every author, the rows of the papers, ascending."""
    rows: AuthorRows = {}
    for row, paper in enumerate(papers):
        for key in dict.fromkeys(author_key(name) for name in paper.authors):
            if key:
                rows.setdefault(key, []).append(row)
    return rows


def named_authors(question: str, rows: Mapping[str, list[int]]) -> list[str]:
    """Return the authors whose full name (two words or more) stands in the question, in order."""
    words = _NAME_WORD.findall(re.sub(r"['’]s\b", "", fold(question)))
    found: list[str] = []
    begin = 0
    while begin < len(words):
        longest = next(
            (
                n
                for n in range(min(5, len(words) - begin), 1, -1)
                if " ".join(words[begin : begin + n]) in rows
            ),
            0,
        )
        if longest:
            found.append(" ".join(words[begin : begin + longest]))
        begin += max(longest, 1)
    return list(dict.fromkeys(found))


_ASKED_SURNAME = re.compile(
    r"\b(?:[Dd]id|[Dd]oes|[Hh]as)\s+(?P<first>[A-Z][\w'’-]+)\s+(?:publish|write|work|present|contribute)"
    r"|\b(?:[Pp]apers?|[Ww]orks?|[Rr]esearch|written)\s+(?:by|of|from)\s+(?P<second>[A-Z][\w'’-]+)\b(?!\s+[A-Z])"
)


def authors_by_surname(question: str, rows: Mapping[str, list[int]]) -> list[str]:
    """Return the authors of the last name by which the question asks for somebody's papers."""
    found = _ASKED_SURNAME.search(question)
    if found is None:
        return []
    surname = author_key(re.sub(r"['’]s?$", "", found["first"] or found["second"]))
    return [name for name in rows if surname and name.split()[-1] == surname]


_CAPITAL = r"(?:[A-Z][\w'’.-]*\w\.?|[A-Z]\.)"
_NAME = rf"(?P<name>{_CAPITAL}(?:\s+(?:{_CAPITAL}|van|von|de|der|den|di|da|la|le|bin|al))*\s+{_CAPITAL})"
_ASKS_FOR_AUTHOR = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:[Pp]apers?|[Ww]orks?|[Pp]ublications?|[Rr]esearch|[Aa]rticles?|written|authored|published)"
        rf"\s+(?:by|of|from)\s+{_NAME}",
        rf"\b(?:[Dd]id|[Dd]oes|[Hh]as|[Hh]ave|[Ll]ist)\s+{_NAME}"
        r"\s+(?:publish|co-?author|write|present|contribute|work|have|got|among|written)",
        rf"{_NAME}\s+(?:as\s+an?\s+(?:co-?)?author|(?:co-?)?authored?|published|wrote)\b",
    )
]


def asked_author(question: str) -> str | None:
    """Return the person whose papers the question asks for, as written there, or None.

    Only capitalised names in phrases such as "papers by ..." count: this says that somebody is
    asked for, not that the index knows them.
    """
    for pattern in _ASKS_FOR_AUTHOR:
        found = pattern.search(question)
        if found:
            return re.sub(r"['’]s?$|[.,?!]+$", "", found.group("name"))
    return None
