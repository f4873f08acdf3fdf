"""Reads JSON documents of any sensible shape, and JSONL.

A document may be a list of papers, one paper, {"papers": [...]}, a mapping from id to paper, a
mapping from field to column, OpenReview notes, a conference's event list, or a mapping from id or
title to abstract. Places are file#1, file#2 ... in a document and file:line in JSONL.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rag.paper import new_paper
from rag.sources import conference, openreview
from rag.sources.fields import has_abstract_field, paper_from_fields, plain_text
from rag.sources.records import Record, Skipped, Warned
from rag.sources.sniff import is_object

FindCompanion = Callable[[Iterable[str], str], Mapping[str, str]]

_MIN_PROSE_WORDS = 4
_MAX_DEPTH = 4
_DECLARED = ("count", "total", "num_results", "total_results")


def parse(text: str) -> Any:
    """Return the JSON value in `text`; NaN and infinities become None, huge integers floats.

    Raises:
        ValueError: it is not JSON (`json.JSONDecodeError`), or nested too deep.
    """
    try:
        return json.loads(text, parse_constant=lambda _: None, parse_int=_number)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def read(text: str, where: str, companion: FindCompanion | None = None) -> Iterator[Record]:
    """Yield the papers of a JSON document, or of JSONL if it is that.

    `companion` gives the abstracts of events by their ids, for event lists without abstracts.
    """
    try:
        document = parse(text)
    except json.JSONDecodeError as error:
        # A value is complete and more follows, or some line is complete: a broken line of JSONL.
        if error.msg == "Extra data" or any(map(is_object, text.split("\n"))):
            yield from read_lines(enumerate(text.split("\n"), 1), where)
        else:
            yield Skipped(f"{where}:{error.lineno}", f"broken JSON: {error.msg} (column {error.colno})")
        return
    except ValueError as error:
        yield Skipped(where, f"broken JSON: {error}")
        return
    yield from _incomplete(document, where)
    if abstracts := companion_of(document):
        yield from from_companion(abstracts, where)
        return
    rows = [(f"{where}#{n}", record) for n, record in enumerate(_records(document), 1)]
    events = [(place, record) for place, record in rows if conference.is_event(record)]
    bare = [plain_text(e.get("id")) for _, e in events if not plain_text(e.get("abstract"))]
    yield from conference.read(events, where, companion(bare, where) if companion and bare else None)
    for place, record in rows:
        if not conference.is_event(record):
            yield from _from_record(record, place)


def read_lines(lines: Iterable[tuple[int, str]], where: str) -> Iterator[Record]:
    """Yield the papers of numbered JSONL lines, one at a time; a bad line is reported and skipped."""
    for number, line in lines:
        place = f"{where}:{number}"
        line = line.strip("\ufeff")
        if not line.strip():
            continue
        try:
            value = parse(line)
        except json.JSONDecodeError as error:
            yield Skipped(place, f"broken JSON: {error.msg} (column {error.colno})")
        except ValueError as error:
            yield Skipped(place, f"broken JSON: {error}")
        else:
            if isinstance(value, Mapping):
                yield from _from_record(value, place)
            else:
                yield Skipped(place, f"not an object but {_type_name(value)}")


def companion_of(document: Any) -> dict[str, str]:
    """Return the abstracts of a document that maps ids or titles to them, else an empty mapping."""
    if not isinstance(document, Mapping) or not document or has_abstract_field(document):
        return {}
    texts = {
        str(key): plain_text(value)
        for key, value in document.items()
        if isinstance(value, str) or value is None
    }
    prose = sum(len(text.split()) >= _MIN_PROSE_WORDS for text in texts.values())
    if len(texts) < len(document) or prose * 2 < len(texts):
        return {}
    numbered = all(key.isdecimal() for key in texts)
    return texts if numbered or all(" " in key.strip() for key in texts) else {}


def from_companion(abstracts: Mapping[str, str], where: str) -> Iterator[Record]:
    """Yield the abstracts of a companion whose event list was not given, under their titles if known."""
    untitled = [key for key in abstracts if key.isdecimal()]
    if untitled:
        hint = "give the event list together with it for their titles, authors and links"
        yield Warned(where, f"{len(untitled)} abstracts by event id only; {hint}")
    for key, text in abstracts.items():
        if text:
            yield new_paper(text, title="" if key.isdecimal() else key, origin=f"{where}#{key}")
        else:
            yield Skipped(f"{where}#{key}", "no abstract")


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) < 20 else float(digits)


def _incomplete(document: Any, where: str) -> Iterator[Warned]:
    if not isinstance(document, Mapping):
        return
    held = next((len(v) for v in document.values() if isinstance(v, list)), None)
    declared = next((n for key in _DECLARED if type(n := document.get(key)) is int), None)
    if held is None or not (document.get("next") or (declared is not None and declared != held)):
        return
    count = f"declares {declared} records" if declared is not None else "names a next page"
    message = f"file {count}, holds {held}; looks like one page of a paginated download"
    yield Warned(where, message, partial=True)


def _records(document: Any, depth: int = 0) -> Sequence[Any]:
    """Return the records in a document: the list itself, or the one found under some key."""
    if isinstance(document, list):
        return document
    if not isinstance(document, Mapping) or depth > _MAX_DEPTH:
        return []
    if openreview.is_note(document) or conference.is_event(document):
        return [document]
    if has_abstract_field(document):
        only = next(iter(document.values())) if len(document) == 1 else None
        if isinstance(only, list):
            return only  # {"abstracts": ["...", "..."]}
        columns = _from_columns(document)
        return columns if columns else [document]
    lists = [v for v in document.values() if isinstance(v, list) and any(isinstance(r, Mapping) for r in v)]
    if lists:
        with_papers = [v for v in lists if any(isinstance(r, Mapping) and _looks_like_paper(r) for r in v)]
        return [record for v in with_papers for record in v] or max(lists, key=len)
    mappings = {k: v for k, v in document.items() if isinstance(v, Mapping)}
    if len(mappings) == len(document) and any(_looks_like_paper(v) for v in mappings.values()):
        return [{"id": key} | dict(value) for key, value in mappings.items()]
    return [record for value in mappings.values() for record in _records(value, depth + 1)]


def _looks_like_paper(record: Mapping[Any, Any]) -> bool:
    return has_abstract_field(record) or openreview.is_note(record) or conference.is_event(record)


def _from_columns(document: Mapping[Any, Any]) -> list[dict[Any, Any]]:
    columns = {key: value for key, value in document.items() if isinstance(value, list)}
    lengths = {len(value) for value in columns.values()}
    if len(columns) < 2 or len(columns) < len(document) or len(lengths) != 1:
        return []
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _from_record(record: Any, place: str) -> Iterator[Record]:
    if isinstance(record, str) and len(record.split()) >= _MIN_PROSE_WORDS:
        yield new_paper(record, origin=place)
    elif not isinstance(record, Mapping):
        yield Skipped(place, f"not an object but {_type_name(record)}")
    elif openreview.is_note(record):
        fields = openreview.from_note(record)
        yield Skipped(place, fields) if isinstance(fields, str) else paper_from_fields(fields, place)
    elif conference.is_event(record):
        yield conference.read_row(record, place)
    else:
        yield paper_from_fields(record, place)


def _type_name(value: Any) -> str:
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number", list: "a list"}
    return names.get(type(value), "null")
