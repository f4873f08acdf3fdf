"""The facts by which papers are filtered, looked up without going through all papers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from rag.index.authors import AuthorIndex, author_rows
from rag.paper import Paper
from rag.text import fold

Rows = npt.NDArray[np.intp]
RowsOf = Mapping[str, Sequence[int]]

# So many titles of one venue and year begin with a label; among few papers two are enough.
_FEW_MARKED, _FEW_PAPERS = 3, 200
_PLAIN_WORD = re.compile(r"(?<![\w-])[a-z]{5,}(?![\w-])")
# An inner capital or a digit makes a name.
_NAME = re.compile(r"(?<![\w-])[A-Za-z](?=[\w-]*[A-Z\d])[\w-]{4,}(?![\w-])")

# "list.txt:12", "events.json#113", "list.zip/list.txt:12": the place inside a file or a page.
_PLACE = re.compile(r"(?:#[^/]*|:\d+)$")


class Facets:
    """Titles, years, venues, collections, keywords, authors and how many, of papers, by row.

    A year or a number of 0 and an empty name mean that it is not known. The collection of a paper is
    the name of the file or page it was read from.
    """

    def __init__(
        self,
        titles: Sequence[str],
        years: Sequence[int],
        venues: Sequence[str],
        collections: Sequence[str],
        keywords: RowsOf,
        authors: RowsOf,
        author_counts: Sequence[int],
    ) -> None:
        self.titles = list(titles)
        self.years = np.asarray(years, dtype=np.int32)
        self.keywords = keywords
        self.authors = AuthorIndex(authors)
        self.author_counts = np.asarray(author_counts, dtype=np.int32)
        self._venues = list(venues)
        self._collections = list(collections)

    @classmethod
    def of(cls, papers: Sequence[Paper]) -> Self:
        """Collect the facts of `papers`, in order."""
        keywords: dict[str, list[int]] = {}
        for row, paper in enumerate(papers):
            for word in dict.fromkeys(fold(keyword) for keyword in paper.keywords):
                keywords.setdefault(word, []).append(row)
        return cls(
            [paper.title for paper in papers],
            [paper.year or 0 for paper in papers],
            [paper.venue for paper in papers],
            [collection_name(paper.origin) for paper in papers],
            keywords,
            author_rows(papers),
            [len(paper.authors) for paper in papers],
        )

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Rebuild from `to_dict`.

        Raises:
            KeyError: it was written by an older version.
        """
        fields = ("titles", "years", "venues", "collections", "keywords", "authors", "author_counts")
        return cls(*(values[name] for name in fields))

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "titles": self.titles,
            "years": self.years.tolist(),
            "venues": self._venues,
            "collections": self._collections,
            "keywords": self.keywords,
            "authors": self.authors.rows,
            "author_counts": self.author_counts.tolist(),
        }

    @cached_property
    def venues(self) -> dict[str, Rows]:
        """The rows of each venue, by its folded name."""
        return _grouped(self._venues)

    @cached_property
    def venue_names(self) -> list[str]:
        """The venues as they are written, those with most papers first."""
        return _names(self._venues)

    @cached_property
    def collections(self) -> dict[str, Rows]:
        """The rows of each collection, by its folded name."""
        return _grouped(self._collections)

    @cached_property
    def collection_names(self) -> list[str]:
        """The collections, those with most papers first."""
        return _names(self._collections)

    @cached_property
    def title_labels(self) -> frozenset[str]:
        """The folded words before the colon with which a venue marks a kind of paper: "Position: ...".

        Several titles of one venue and year begin with them; a name that two papers chose is none.
        """
        published = list(zip(self._venues, self.years.tolist(), strict=True))
        papers = Counter(published)
        marked = Counter(
            (fold(label).strip(), where)
            for title, where in zip(self.titles, published, strict=True)
            for label, colon, _ in [title.partition(":")]
            if colon and where[0]
        )
        return frozenset(
            label
            for (label, where), count in marked.items()
            if label and count >= (_FEW_MARKED if papers[where] > _FEW_PAPERS else 2)
        )

    @cached_property
    def title_words(self) -> dict[tuple[str, int], dict[str, int]]:
        """How often each plain word of five letters or more stands in titles, by first letter and length."""
        grouped: dict[tuple[str, int], dict[str, int]] = {}
        # All titles at once, which is several times as fast as one by one.
        for word, count in Counter(_PLAIN_WORD.findall("\n".join(map(fold, self.titles)))).items():
            grouped.setdefault((word[0], len(word)), {})[word] = count
        return grouped

    @cached_property
    def title_names(self) -> dict[str, set[str]]:
        """The words of titles that are written like names, such as PPFlow, by the first letter."""
        names: dict[str, set[str]] = {}
        for word in _NAME.findall("\n".join(self.titles)):
            names.setdefault(word[0].lower(), set()).add(word)
        return names

    @cached_property
    def known_years(self) -> list[int]:
        """The years of which there are papers, ascending."""
        return [int(year) for year in np.unique(self.years) if year]


def collection_name(origin: str) -> str:
    """Return the name of the file or page of an origin: "events.json" for "lists/events.json#113"."""
    return _PLACE.sub("", origin).rstrip("/").rpartition("/")[2]


def _grouped(values: Iterable[str]) -> dict[str, Rows]:
    written: dict[str, list[int]] = {}
    for row, value in enumerate(values):
        if value:
            written.setdefault(value, []).append(row)
    groups: dict[str, list[int]] = {}
    for value, rows in written.items():
        groups.setdefault(fold(value), []).extend(rows)
    return {name: np.array(rows, dtype=np.intp) for name, rows in groups.items()}


def _names(values: Iterable[str]) -> list[str]:
    counts: dict[str, int] = {}
    for value in values:
        if value:
            counts[value] = counts.get(value, 0) + 1
    return sorted(counts, key=lambda name: (-counts[name], name))
