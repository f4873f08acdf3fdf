"""Finds the papers that hold a term in any form of its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile

import numpy as np
import numpy.typing as npt

from rag.index.snapshot import Snapshot
from rag.index.tokenizer import terms
from rag.paper import Paper
from rag.text import fold

_WORD = re.compile(r"[^\W_]+")


def rows_holding(term: str, snapshot: Snapshot, paper: Callable[[str], Paper | None]) -> npt.NDArray[np.intp]:
    """Return the rows of the papers that hold `term` in title, text or keywords, ascending.

    "transformers" is held by "transformer-based"; several words must stand next to each other. An
    acronym that the library defines and what it stands for count as the same.
    """
    rows: set[int] = set()
    for form in other_forms(term, snapshot):
        rows.update(_rows_with(form, snapshot, paper))
    return np.array(sorted(rows), dtype=np.intp)


def rows_saying(words: str, snapshot: Snapshot, paper: Callable[[str], Paper | None]) -> npt.NDArray[np.intp]:
    """Return the rows of the papers that have these very words in title or text, ascending.

    Case and accents do not count. Words without a stem are in no paper.
    """
    exact = re.compile(rf"(?<!\w){re.escape(fold(words))}(?!\w)")
    stems = list(dict.fromkeys(terms(words)))
    rows = []
    for row in snapshot.lexical.rows_with(stems) if stems else ():
        found = paper(snapshot.paper_ids[row])
        if found and exact.search(fold(f"{found.title}\n{found.text}")):
            rows.append(int(row))
    return np.array(rows, dtype=np.intp)


def rows_titled(words: str, snapshot: Snapshot, at_start: bool = False) -> npt.NDArray[np.intp]:
    """Return the rows of the papers that have these very words in, or at the start of, the title."""
    start = r"\A\W*" if at_start else r"(?<!\w)"
    exact = re.compile(rf"{start}{re.escape(fold(words))}(?!\w)")
    titles = snapshot.facets.titles
    stems = list(dict.fromkeys(terms(words)))
    rows = snapshot.lexical.rows_with(stems) if stems else np.arange(len(titles))
    return np.array([row for row in rows if exact.search(fold(titles[row]))], dtype=np.intp)


def other_forms(term: str, snapshot: Snapshot) -> list[str]:
    """Return `term` and, if it is an acronym or stands for one, the other way to say it."""
    stems = terms(term)
    forms = [term]
    for acronym, words in snapshot.acronyms.items():
        if terms(acronym) == stems:
            forms.append(words)
        elif terms(words) == stems:
            forms.append(acronym)
    return forms


def _rows_with(term: str, snapshot: Snapshot, paper: Callable[[str], Paper | None]) -> Iterator[int]:
    stems = list(dict.fromkeys(terms(term)))
    if not stems:
        return
    phrase = _phrase(term)
    for keyword, rows in snapshot.facets.keywords.items():
        if phrase.search(keyword):
            yield from rows
    held = snapshot.lexical.rows_with(stems)
    if len(_WORD.findall(term)) == 1:
        yield from (int(row) for row in held)
        return
    for row in held:
        found = paper(snapshot.paper_ids[row])
        if found is not None and phrase.search(fold(f"{found.title}. {found.text}")):
            yield int(row)


def _phrase(term: str) -> re.Pattern[str]:
    """Return a pattern for the words of `term`, each in any form, next to each other."""
    starts = []
    for word in _WORD.findall(fold(term)):
        stem = terms(word)
        common = _common_start(word, stem[0]) if stem else word
        starts.append(re.escape(common) + (r"\w*" if stem else ""))
    return re.compile(r"\b" + r"[\W_]+".join(starts) + r"\b")


def _common_start(word: str, stem: str) -> str:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(word, stem, strict=False))
    return "".join(letter for letter, _ in same)
