"""The authors of a library as people: how the records write them, and spellings that are one name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from rag.index.person_names import author_key, author_keys
from rag.index.snapshot import Snapshot
from rag.retrieval.filters import PaperOf

# What a name with an umlaut is also found by, see `author_keys`.
_LETTER_OF = {"ae": "a", "oe": "o", "ue": "u", "aa": "a"}
_MOST_PAIRS = 4


def written_name(author: str, row: int, snapshot: Snapshot, paper: PaperOf) -> str:
    """Return a name as the record at `row` writes it, for its key."""
    found = paper(snapshot.paper_ids[row])
    names = found.authors if found else ()
    return next((name for name in names if author in author_keys(name)), author)


def rows_by_name(snapshot: Snapshot, paper: PaperOf) -> dict[str, Sequence[int]]:
    """Return the rows of the papers of every name, by its key; each name once, without its other spelling.

    "Müller" is also found as "mueller", which is a name of its own only where a record writes it so.
    """
    rows = snapshot.facets.authors.rows
    return {key: own for key, all_rows in rows.items() if (own := _own(key, all_rows, rows, snapshot, paper))}


def _own(
    key: str, all_rows: Sequence[int], rows: Mapping[str, Sequence[int]], snapshot: Snapshot, paper: PaperOf
) -> Sequence[int]:
    if not any(pair in key for pair in _LETTER_OF):
        return all_rows
    shorter = [rows[other] for other in _shortened(key) if other in rows]
    if all(set(other).isdisjoint(all_rows) for other in shorter):
        return all_rows
    read = ((row, paper(snapshot.paper_ids[row])) for row in all_rows)
    return [row for row, found in read if found and key in map(author_key, found.authors)]


def _shortened(key: str) -> Iterator[str]:
    """Yield the keys that have one letter in the place of some pairs."""
    parts: list[tuple[str, ...]] = []
    at = pairs = 0
    while at < len(key):
        pair = key[at : at + 2]
        if pair in _LETTER_OF and pairs < _MOST_PAIRS:
            parts.append((pair, _LETTER_OF[pair]))
            pairs += 1
            at += 2
        else:
            parts.append((key[at],))
            at += 1
    yield from (other for chosen in product(*parts) if (other := "".join(chosen)) != key)
