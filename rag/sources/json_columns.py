"""Turns JSON that holds a column under each name into rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rag.sources.fields import ABSTRACT, IDENTIFIER, TITLE, URL, first, normalise
from rag.sources.sniff import column_name

# A paper has one of each: a list of them beside a list of abstracts is a column.
_ONE_EACH = (*TITLE, *IDENTIFIER, "doi", "year")
# One value of these is not that of all papers.
_NOT_SHARED = frozenset((*ABSTRACT, *IDENTIFIER, *URL, "doi", "openreviewid", "arxivid"))


@dataclass(frozen=True, slots=True)
class Remark:
    """What the user should know about the rows before it."""

    message: str


def rows_of(document: Mapping[Any, Any]) -> list[dict[Any, Any] | Remark]:
    """Return the rows of {"title": [...], "abstract": [...]}, an empty list if there are no columns.

    A column may also be a mapping from row to value. A single value beside the columns holds for all
    rows. Columns of unequal length end in a `Remark`.
    """
    columns = _as_lists(document)
    fields = normalise(columns)
    abstracts, titles = first(fields, ABSTRACT), first(fields, TITLE)
    if not isinstance(abstracts, list):
        return []
    is_table = len(columns) > 1 and all(_length(value) == len(abstracts) for value in columns.values())
    if not is_table and len(abstracts) > 1 and titles is not None:
        is_table = _length(titles) > 1
    elif not is_table and len(abstracts) > 1:
        is_table = any(_length(fields.get(name)) == len(abstracts) for name in _ONE_EACH)
    if not is_table:
        return []
    size = max(len(abstracts), _length(titles))
    rows: list[dict[Any, Any] | Remark] = [
        {name: _cell(value, n) for name, value in columns.items() if _is_given(name, value, size)}
        for n in range(size)
    ]
    odd = {name: n for name, value in columns.items() if (n := _length(value)) > 1 and n != size}
    if odd:
        counts = ", ".join(f"{str(name)[:40]} {n}" for name, n in odd.items())
        rows.append(Remark(f"columns of unequal length ({size} rows, but {counts}); compare the papers"))
    return rows


def split_table_rows(document: Mapping[Any, Any]) -> list[dict[Any, Any]]:
    """Return the rows of {"columns": [...], "data": [[...], ...]}, an empty list if it is not that."""
    names, rows = document.get("columns"), document.get("data")
    if not (isinstance(names, list) and isinstance(rows, list) and all(isinstance(n, str) for n in names)):
        return []
    return [dict(zip(names, row, strict=False)) for row in rows if isinstance(row, list)]


def _as_lists(document: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Return `document` with its columns as lists, where they are mappings from row to value."""
    fields = normalise(document)
    abstracts = first(fields, ABSTRACT)
    if not isinstance(abstracts, Mapping):
        return document
    # An abstract may itself be a mapping, from word to places.
    others = [fields[n] for n in _ONE_EACH if isinstance(fields.get(n), Mapping)]
    if not any(other.keys() == abstracts.keys() for other in others):
        return document
    keys = list(abstracts)
    return {
        name: [value.get(key) for key in keys] if isinstance(value, Mapping) else value
        for name, value in document.items()
    }


def _length(value: Any) -> int:
    return len(value) if isinstance(value, list) else 0


def _is_given(name: Any, value: Any, size: int) -> bool:
    """Tell whether a column says something about each row."""
    if isinstance(value, list) and len(value) > 1:
        return len(value) == size or column_name(str(name)) in (*TITLE, *ABSTRACT)
    return size == 1 or column_name(str(name)) not in _NOT_SHARED


def _cell(value: Any, row: int) -> Any:
    if not isinstance(value, list) or not value:
        return value
    if len(value) == 1:
        return value[0]
    return value[row] if row < len(value) else None
