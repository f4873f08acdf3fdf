"""Reads tables: CSV, TSV and semicolon files with a header line, whose names are matched freely.

A quote that is never closed swallows the rows after it. Such a row is recognised (it spans lines
and has the wrong number of cells), reported, and reading goes on at the next line.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from rag.sources.fields import ABSTRACT, paper_from_fields
from rag.sources.records import Record, Skipped, Warned
from rag.sources.sniff import column_name, delimiter_of

_MAX_FIELD = 2**31 - 1
_MAX_RESTARTS = 200
_ESCAPED_PAIR = re.compile(r'\\"([^"]*)\\"')
_BLANK_AFTER_QUOTE = re.compile(r'"[ ]+(?=[,;\t|]|\s*$)')


@dataclass(frozen=True, slots=True)
class _Row:
    """The cells of one row; `line` is its first line and `lines` how many it takes."""

    line: int
    lines: int
    cells: list[str]
    is_broken: bool = False


def read(text: str, where: str) -> Iterator[Record]:
    """Yield a paper for each row with an abstract, and report the other rows by line."""
    csv.field_size_limit(_MAX_FIELD)
    if '\\"' in text:
        # Some programs write a quote inside a cell so. Where others are doubled, a single one may end a cell.
        text = _ESCAPED_PAIR.sub(r'""\1""', text) if '""' in text else text.replace('\\"', '""')
    rows = _rows(text, _dialect(text))
    header = next(
        (row for row in rows if any(row.cells) and not row.cells[0].lower().startswith("sep=")), None
    )
    if header is None:
        return
    names = [column_name(cell) for cell in header.cells]
    column = next((names.index(name) for name in ABSTRACT if name in names), None)
    if column is None:
        columns = ", ".join(cell.strip()[:40] for cell in header.cells[:12])
        yield Skipped(f"{where}:{header.line}", f"no abstract column; the header is: {columns}")
        return
    for row in rows:
        yield from _from_row(row, header.cells, column, f"{where}:{row.line}")


def _dialect(text: str) -> csv.Dialect:
    dialect = csv.excel()
    dialect.delimiter = delimiter_of(text[: 1 << 16]) or ("\t" if "\t" in text[:1000] else ",")
    between = re.escape(dialect.delimiter)
    quoted_after_blank = rf'{between} +"(?:[^"]|"")*" *(?:{between}|$)'
    dialect.skipinitialspace = re.search(quoted_after_blank, text, re.MULTILINE) is not None
    return dialect


def _from_row(row: _Row, header: list[str], column: int, place: str) -> Iterator[Record]:
    have, want = len(row.cells), len(header)
    if row.is_broken:
        yield Skipped(place, "a quote that is opened here is not closed")
    elif not any(cell.strip() for cell in row.cells):
        return
    elif have <= column and have < want:
        yield Skipped(place, f"short row: {have} of {want} cells")
    else:
        if have < want:
            yield Warned(place, f"short row: {have} of {want} cells")
        elif any(cell.strip() for cell in row.cells[want:]):
            yield Warned(place, f"long row: {have} cells instead of {want}; the last were left out")
        yield paper_from_fields(dict(zip(header, row.cells, strict=False)), place)


def _rows(text: str, dialect: csv.Dialect) -> Iterator[_Row]:
    lines = [line + "\n" for line in text.split("\n")]
    position, width, restarts = 0, 0, 0
    while position < len(lines):
        reader = csv.reader(islice(lines, position, None), dialect)
        start = position
        for cells in reader:
            row = _Row(position + 1, start + reader.line_num - position, cells)
            width = width or (len(cells) if any(c.strip() for c in cells) else 0)
            if row.lines > 1 and _is_unclosed(row, lines, width, dialect) and restarts < _MAX_RESTARTS:
                yield _Row(position + 1, 1, [], is_broken=True)
                position, restarts = position + 1, restarts + 1
                break
            yield row
            position = start + reader.line_num
        else:
            return


def _is_unclosed(row: _Row, lines: list[str], width: int, dialect: csv.Dialect) -> bool:
    if width and len(row.cells) != width and not (len(row.cells) > width and not any(row.cells[width:])):
        return True
    taken = [_BLANK_AFTER_QUOTE.sub('"', line) for line in lines[row.line - 1 : row.line - 1 + row.lines]]
    try:
        next(csv.reader(taken, dialect, strict=True))
    except csv.Error:  # the quote that seems to close it opens a field of another row, or there is none
        return True
    return False
