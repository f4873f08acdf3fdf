"""Reads papers out of files of any format, which is found by content.

`read` is all that the rest of the program needs. Each format has a module with a function
`read(text, where)` that yields papers and what could not become one.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from rag.paper import Paper
from rag.sources import arxiv_atom as atom
from rag.sources import bibtex, companions, csv_table, encodings, json_records, ris, sniff, text_list
from rag.sources.inputs import Input, find
from rag.sources.records import Record, Skipped, Warned

__all__ = ["Record", "Skipped", "Warned", "read"]

_MAX_WHOLE = 512 << 20
_MAX_LINE = 64 << 20
_DAMAGED = (OSError, EOFError, zlib.error, zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError)

_READERS: dict[str, Callable[[str, str], Iterator[Record]]] = {
    "text": text_list.read,
    "csv": csv_table.read,
    "bibtex": bibtex.read,
    "ris": ris.read,
    "xml": atom.read,
}


def read(path: Path | str, *more: Path | str) -> Iterator[Record]:
    """Yield the papers at `path`, lazily, and what was skipped or needs attention, in order.

    A path is a file, a folder (all its files, by name, hidden ones not) or "-" for standard
    input. Event lists that keep their abstracts in a companion file find it among all that is
    read in one call: in the same folder or archive, or under one of `more`. Content never makes
    it raise: what cannot be read is yielded as `Skipped`.

    Raises:
        UsageError: a path does not exist or cannot be opened.
    """
    items = [item for p in (path, *more) for item in find(p)]
    several = [item for item in items if isinstance(item, Input)]
    pairs = companions.find(several) if len(several) > 1 else companions.Companions({})
    for item in items:
        if isinstance(item, Skipped):
            yield item
        elif item.where not in pairs:
            yield from _read_one(item, pairs)
    for item in several:
        if item.where in pairs.unused_lists():
            yield from _read_one(item, pairs)
    yield from pairs.leftovers()


def _read_one(item: Input, pairs: companions.Companions) -> Iterator[Record]:
    papers, explained = 0, False
    try:
        for record in _records(item, pairs):
            papers += isinstance(record, Paper)
            explained |= isinstance(record, Skipped) and record.where == item.where
            yield record
    except _DAMAGED as error:
        explained = True
        reason = " ".join(str(error).split()) or type(error).__name__
        yield Skipped(item.where, f"cannot be read to the end: {reason}", unread=True)
    if not papers and not explained:
        yield Skipped(item.where, f"no abstracts found in {item.name}", unread=True)


def _records(item: Input, pairs: companions.Companions) -> Iterator[Record]:
    head = item.head(encodings.HEAD)
    if reason := encodings.refusal(head):
        yield Skipped(item.where, reason)
        return
    text = encodings.decode_head(head)
    kind = sniff.sniff(text, item.name)
    if kind == "html":
        yield Skipped(item.where, "a web page, not a list of papers")
    elif kind == "jsonl":
        yield from _lines(item, encodings.wide_encoding(head))
    else:
        yield from _whole(item, kind, pairs)


def _whole(item: Input, kind: str, pairs: companions.Companions) -> Iterator[Record]:
    data = item.read(_MAX_WHOLE)
    if len(data) > _MAX_WHOLE:
        reason = f"larger than {_MAX_WHOLE >> 20} MiB; save it as JSONL, which is read line by line"
        yield Skipped(item.where, reason, unread=True)
        return
    text, warning = encodings.decode(data)
    if "\x00" in text:
        yield Skipped(item.where, "not a text file (NUL bytes)")
        return
    if warning:
        yield Warned(item.where, warning)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if kind == "json":
        yield from json_records.read(text, item.where, pairs.for_events)
    else:
        yield from _READERS[kind](text, item.where)


def _lines(item: Input, wide: str) -> Iterator[Record]:
    """Read JSONL without holding more than a line of it."""
    with item.open() as file:
        if wide:
            wrapped = io.TextIOWrapper(file, wide, errors="surrogatepass", newline="\n")
            yield from json_records.read_lines(enumerate(wrapped, 1), item.where)
            return
        warned = False
        page: str | None = None
        for number, raw in enumerate(iter(lambda: file.readline(_MAX_LINE), b""), 1):
            if page is None and not encodings.is_utf8(raw):
                page = _code_page_of_lines(item)
            text, warning = encodings.decode_line(raw, page or "")
            if warning and not warned:
                warned = True
                yield Warned(f"{item.where}:{number}", warning)
            yield from json_records.read_lines([(number, text)], item.where)


def _code_page_of_lines(item: Input) -> str:
    """Return the code page of a file in which some line is not UTF-8; see `encodings.other_script`."""
    odd: list[bytes] = []
    with item.open() as file:
        for raw in iter(lambda: file.readline(_MAX_LINE), b""):
            if not encodings.is_utf8(raw):
                odd.append(raw)
            if sum(map(len, odd)) > encodings.HEAD:
                break
    return encodings.other_script(b"".join(odd))
