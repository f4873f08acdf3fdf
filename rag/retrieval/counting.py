"""Counts papers by year, venue, author, keyword or collection, out of the records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from rag.index.snapshot import Snapshot
from rag.retrieval.author_names import rows_by_name, written_name
from rag.retrieval.filters import Mask, PaperOf
from rag.retrieval.rules.tallies import Group, Tally
from rag.retrieval.totals import Listing, Total, Totals
from rag.text import fold

# So many values are given where all are wanted but for the years and venues, and of those that tie.
_MOST_VALUES = 10
_MOST_OF_MANY = 40
# More papers of the one that leads say nothing of it.
_MOST_LED = 20
_ALL_GIVEN: tuple[Group, ...] = ("year", "venue")
_Rows = Sequence[int] | npt.NDArray[np.intp]
# A value, the rows of its papers that count, and how many of these are borderline.
_Counted = tuple[str, list[int], int]


def totals(
    wanted: Tally,
    counted: Mask,
    borderline: Mask | None,
    snapshot: Snapshot,
    paper: PaperOf,
    apart: Sequence[str] = (),
) -> Totals:
    """Return the numbers that are `wanted` of the papers `counted`, for none of the authors `apart`.

    Some of these are `borderline`; None means that they were not counted by a topic. Values with more
    papers that are not borderline come first, then with more papers, then by name.
    """
    unsure = np.zeros_like(counted) if borderline is None else borderline
    left_out = {key for name in apart for key in snapshot.facets.authors.matching(name)}
    groups = [one for one in _groups(wanted.group, snapshot, paper) if one[0] not in left_out]
    found = [(value, own, int(unsure[own].sum())) for value, rows in groups if (own := _of(rows, counted))]
    given = np.zeros_like(counted)
    for _, rows, _ in found:
        given[rows] = True
    sign = 1 if wanted.kind == "fewest" else -1
    by_year = wanted.group == "year" and wanted.kind in ("each", "number")
    found.sort(key=lambda one: (() if by_year else (sign * _clear(one), sign * len(one[1])), one[0]))
    shown, more = _shown(wanted, found)
    leads = wanted.kind == "most" and wanted.most == len(shown) == 1 and not more
    leads = leads and len(shown[0][1]) <= _MOST_LED
    papers = int(counted.sum())
    return Totals(
        wanted,
        tuple(Total(_written(one, wanted.group, snapshot, paper), len(one[1]), one[2]) for one in shown),
        more,
        len(found),
        Listing(papers, int((counted & unsure).sum()), exact=borderline is None),
        papers - int(given.sum()),
        tuple(snapshot.paper_ids[row] for row in shown[0][1]) if leads else (),
    )


def _shown(wanted: Tally, found: Sequence[_Counted]) -> tuple[Sequence[_Counted], int]:
    """Return the values that are given, and how many others have as many papers as the last."""
    if wanted.kind in ("each", "number"):
        return found[: None if wanted.group in _ALL_GIVEN else _MOST_VALUES], 0
    if wanted.kind == "at least":
        many = [one for one in found if len(one[1]) >= wanted.most]
        return many[:_MOST_OF_MANY], len(many[_MOST_OF_MANY:])
    shown = list(found[: wanted.most])
    if not shown:
        return shown, 0
    last = shown[-1]
    tied = [one for one in found[wanted.most :] if (_clear(one), len(one[1])) == (_clear(last), len(last[1]))]
    if wanted.most == 1 and len(tied) < _MOST_VALUES:
        return [*shown, *tied], 0
    return shown, len(tied)


def _clear(one: _Counted) -> int:
    return len(one[1]) - one[2]


def _of(rows: _Rows, counted: Mask) -> list[int]:
    return [int(row) for row in rows if counted[row]]


def _groups(group: Group, snapshot: Snapshot, paper: PaperOf) -> Iterable[tuple[str, _Rows]]:
    facets = snapshot.facets
    if group == "year":
        return [(str(year), np.flatnonzero(facets.years == year)) for year in facets.known_years]
    if group == "author":
        return rows_by_name(snapshot, paper).items()
    if group == "keyword":
        return facets.keywords.items()
    return (facets.venues if group == "venue" else facets.collections).items()


def _written(one: _Counted, group: Group, snapshot: Snapshot, paper: PaperOf) -> str:
    """Return a value as the records write it."""
    value, rows, _ = one
    if group == "author":
        return written_name(value, rows[0], snapshot, paper)
    names = {"venue": snapshot.facets.venue_names, "collection": snapshot.facets.collection_names}.get(
        group, []
    )
    return next((name for name in names if fold(name) == value), value)
