"""Reads JSON documents of any sensible shape, and JSONL.

A document may be a list of papers, one paper, {"papers": [...]} or sessions, a mapping from id to paper, a
mapping from field to column, OpenReview notes, a conference's event list, or a mapping from id or
title to abstract. Places are file#1, file#2 ... in a document and file:line in JSONL.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rag.paper import new_paper
from rag.sources import conference, openreview
from rag.sources.fields import has_abstract_field, paper_from_fields, plain_text
from rag.sources.json_columns import Remark
from rag.sources.json_shapes import is_paper, records_in, unfolded
from rag.sources.records import Record, Skipped, Warned
from rag.sources.sniff import LINE_MARKS, is_object

FindCompanion = Callable[[Iterable[str], str, Iterable[str]], Mapping[str, str]]

_MIN_PROSE_WORDS = 4
# What may stand between values that follow each other, or that a list lacks its end of.
_BETWEEN = re.compile(r"(?:[\s,\ufeff\x1e\]]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_LIST_OF_OBJECTS = re.compile(r"\[\s*(?=\{)")
_OBJECT_AT_LINE_START = re.compile(r"^[ \t]*(?=\{)", re.MULTILINE)
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
        # Some line is complete: a broken line of JSONL.
        if not text.lstrip(LINE_MARKS).startswith("[") and any(map(is_object, text.split("\n"))):
            yield from read_lines(enumerate(text.split("\n"), 1), where)
        else:
            yield from _read_what_is_whole(text, where, error)
        return
    except ValueError as error:
        yield Skipped(where, f"broken JSON: {error}")
        return
    yield from _incomplete(document, where)
    if abstracts := companion_of(document):
        yield from from_companion(abstracts, where)
        return
    rows = [(f"{where}#{n}", record) for n, record in enumerate(records_in(document), 1)]
    events = [(place, record) for place, record in rows if conference.is_event(record)]
    bare = [plain_text(e.get("id")) for _, e in events if not plain_text(e.get("abstract"))]
    others = [plain_text(e.get("id")) for _, e in events if plain_text(e.get("abstract"))]
    yield from conference.read(events, where, companion(bare, where, others) if companion and bare else None)
    for place, record in rows:
        if not conference.is_event(record):
            yield from _from_record(record, place)


def read_lines(lines: Iterable[tuple[int, str]], where: str) -> Iterator[Record]:
    """Yield the papers of numbered JSONL lines, one at a time; a bad line is reported and skipped."""
    for number, line in lines:
        place = f"{where}:{number}"
        line = line.strip(LINE_MARKS)
        if not line:
            continue
        try:
            value = parse(line)
        except json.JSONDecodeError as error:
            yield Skipped(place, f"broken JSON: {error.msg} (column {error.colno})")
        except ValueError as error:
            yield Skipped(place, f"broken JSON: {error}")
        else:
            records = unfolded(value)
            if isinstance(value, Mapping) or any(map(is_paper, records)):
                for record in records:
                    yield from _from_record(record, place)
            else:
                yield Skipped(place, f"not an object but {_type_name(value)}")


def _read_what_is_whole(text: str, where: str, error: json.JSONDecodeError) -> Iterator[Record]:
    """Yield the papers of the values that are complete in a broken document, and report the rest.

    It may be cut off, hold values one after the other, have commas too many, or comments.
    """
    decoder = json.JSONDecoder(parse_constant=lambda _: None, parse_int=_number)
    opened = _LIST_OF_OBJECTS.search(text)
    at = 0
    if opened and not text[: opened.start()].strip("\ufeff\x1e \t\r\n").endswith("}"):
        at = opened.end()
    whole, broken = 0, False
    while (at := _between_end(text, at)) < len(text):
        place = f"{where}:{text.count(chr(10), 0, at) + 1}"
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as bad:
            following = _OBJECT_AT_LINE_START.search(text, text.find("\n", at)) if "\n" in text[at:] else None
            at = following.end() if following else len(text)
            if isinstance(bad, json.JSONDecodeError):
                yield Skipped(f"{where}:{bad.lineno}", f"broken JSON: {bad.msg} (column {bad.colno})")
            else:
                yield Skipped(place, "broken JSON: nested too deep")
            broken = True
            continue
        for record in records_in(value) if isinstance(value, Mapping | list) else [value]:
            whole += 1
            yield from _from_record(record, place)
    if not broken and not whole:
        yield Skipped(f"{where}:{error.lineno}", f"broken JSON: {error.msg} (column {error.colno})")
    elif whole:
        message = f"broken JSON ({error.msg}, line {error.lineno}): {whole} complete records were read"
        yield Warned(where, message, partial=broken)


def _between_end(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def listed_companion(document: Any) -> dict[str, str]:
    """Return the abstracts, by id, of records that hold nothing else, else an empty mapping."""
    if isinstance(document, Mapping) and len(document) == 1:
        document = next(iter(document.values()))
    if isinstance(document, Mapping):
        if abstracts := companion_of(document):
            return abstracts
        document = [{"id": k} | dict(v) if isinstance(v, Mapping) else v for k, v in document.items()]
    if not isinstance(document, list) or not document:
        return {}
    if not all(isinstance(r, Mapping) and r.keys() == {"id", "abstract"} for r in document):
        return {}
    return {plain_text(r["id"]): plain_text(r["abstract"]) for r in document}


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


def _from_record(record: Any, place: str) -> Iterator[Record]:
    if isinstance(record, Remark):
        yield Warned(place, record.message)
    elif isinstance(record, str) and len(record.split()) >= _MIN_PROSE_WORDS:
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
