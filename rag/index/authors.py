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
