"""Which papers a search may return."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import PurePath

import numpy as np
import numpy.typing as npt

from rag.errors import UsageError
from rag.index.facets import Facets
from rag.index.person_names import author_keys
from rag.index.snapshot import Snapshot
from rag.paper import Paper
from rag.retrieval.held_terms import rows_holding, rows_saying, rows_titled
from rag.text import fold

_YEAR = re.compile(r"[12]\d{3}")
# What stands for the open end of a number of authors.
MOST_AUTHORS = 10_000

Mask = npt.NDArray[np.bool_]
PaperOf = Callable[[str], Paper | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFilter:
    """Papers that meet every condition; an empty one lets all through.

    Of `years`, `venues`, `authors`, `author_counts`, `collections` and `keywords` any one is enough. Venues,
    keywords and collections match as a whole, without case; a collection is the name of the file
    or page the paper was read from, with or without its ending. An author matches when every given
    word is a word of the name, without accents; an initial stands for a first name. A paper that
    holds one of the terms `without` in its title, text or keywords, in any form of its words, is
    left out, and so is one that meets one of the filters `none_of`. The words of `mentioning` stand in
    title or text as they are given, those of `titled` in the title, which begins with one of `title_starts`.
    One of `first_authors` comes first among the authors, one of `last_authors` last. `papers` are ids.
    `also` are further filters that a paper must pass.
    """

    years: Sequence[int] = ()
    venues: Sequence[str] = ()
    authors: Sequence[str] = ()
    author_counts: Sequence[int] = ()
    collections: Sequence[str] = ()
    keywords: Sequence[str] = ()
    without: Sequence[str] = ()
    mentioning: Sequence[str] = ()
    titled: Sequence[str] = ()
    title_starts: Sequence[str] = ()
    first_authors: Sequence[str] = ()
    last_authors: Sequence[str] = ()
    papers: Sequence[str] = ()
    none_of: tuple[PaperFilter, ...] = ()
    also: tuple[PaperFilter, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is any condition."""
        return any(len(getattr(self, field.name)) for field in fields(self))

    def and_also(self, other: PaperFilter) -> PaperFilter:
        """Return the filter that lets through what both do."""
        if not other:
            return self
        return replace(self, also=(*self.also, other)) if self else other

    def parts(self) -> list[PaperFilter]:
        """Return one filter for each kind of condition."""
        own = [
            PaperFilter(**{field.name: getattr(self, field.name)})
            for field in fields(self)
            if field.name != "also" and len(getattr(self, field.name))
        ]
        return own + [part for other in self.also for part in other.parts()]

    def mask(self, snapshot: Snapshot, paper: PaperOf) -> Mask:
        """Return for every paper row whether it may be returned; `paper` gives a paper by its id."""
        facets = snapshot.facets
        allowed = np.ones(len(snapshot.paper_ids), dtype=np.bool_)
        if self.years:
            allowed &= np.isin(facets.years, np.fromiter(self.years, dtype=np.int32)) & (facets.years != 0)
        if self.venues:
            allowed &= _of_rows(len(allowed), _named(facets.venues, map(fold, self.venues)))
        if self.collections:
            allowed &= _of_rows(len(allowed), _named(facets.collections, self._collection_names(facets)))
        if self.keywords:
            allowed &= _of_rows(len(allowed), _named(facets.keywords, map(fold, self.keywords)))
        if self.authors:
            names = [name for author in self.authors for name in facets.authors.matching(author)]
            allowed &= _of_rows(len(allowed), _named(facets.authors.rows, names))
        if self.author_counts:
            allowed &= np.isin(facets.author_counts, np.fromiter(self.author_counts, dtype=np.int32))
        for wanted, place in ((self.first_authors, 0), (self.last_authors, -1)):
            if wanted:
                allowed &= _of_rows(len(allowed), [_rows_at(wanted, place, snapshot, paper)])
        if self.papers:
            allowed &= np.isin(snapshot.paper_ids, list(self.papers))
        for term in self.without:
            allowed &= ~_of_rows(len(allowed), [rows_holding(term, snapshot, paper)])
        if self.mentioning:
            said = (rows_saying(term, snapshot, paper) for term in self.mentioning)
            allowed &= _of_rows(len(allowed), said)
        for words, at_start in ((self.titled, False), (self.title_starts, True)):
            if words:
                titled = (rows_titled(term, snapshot, at_start) for term in words)
                allowed &= _of_rows(len(allowed), titled)
        for unwanted in self.none_of:
            allowed &= ~unwanted.mask(snapshot, paper)
        for other in self.also:
            allowed &= other.mask(snapshot, paper)
        return allowed

    def _collection_names(self, facets: Facets) -> list[str]:
        wanted = {fold(name) for name in self.collections}
        return [name for name in facets.collections if name in wanted or PurePath(name).stem in wanted]


def parse_years(text: str) -> range:
    """Return the years of "2024" or "2020-2024".

    Raises:
        UsageError: it is neither.
    """
    first, _, last = text.strip().replace("–", "-").partition("-")
    first, last = first.strip(), last.strip()
    if not _YEAR.fullmatch(first) or (last and not _YEAR.fullmatch(last)) or (last and last < first):
        raise UsageError(f"{text!r} is no year; give such as 2024 or 2020-2024")
    return range(int(first), int(last or first) + 1)


def _rows_at(names: Sequence[str], place: int, snapshot: Snapshot, paper: PaperOf) -> list[int]:
    """Return the rows of the papers that have one of these authors at a place of their list."""
    authors = snapshot.facets.authors
    keys = {key for name in names for key in authors.matching(name)}
    found = ((row, paper(snapshot.paper_ids[row])) for row in authors.rows_of(keys))
    return [row for row, p in found if p and p.authors and keys & {*author_keys(p.authors[place])}]


def _named(
    rows: Mapping[str, Sequence[int]] | Mapping[str, npt.NDArray[np.intp]], names: Iterable[str]
) -> list[Sequence[int] | npt.NDArray[np.intp]]:
    return [rows[name] for name in names if name in rows]


def _of_rows(size: int, groups: Iterable[Sequence[int] | npt.NDArray[np.intp]]) -> Mask:
    mask = np.zeros(size, dtype=np.bool_)
    for rows in groups:
        mask[rows] = True
    return mask
