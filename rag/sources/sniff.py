"""Tells the format of a text by its beginning; the name of the file only breaks ties."""

from __future__ import annotations

import csv
import json
import re
from typing import Literal

from rag.sources.fields import ABSTRACT, AUTHORS, TITLE, URL, VENUE, YEAR

Kind = Literal["json", "jsonl", "bibtex", "ris", "xml", "html", "csv", "text"]

_JSON_START = re.compile(r"\{\s*[\"}]|\[\s*(?:[{\[\]\"]|$)")
_JSON_LINE = re.compile(r"\{.*\}\s*$")
# What may stand around a value on a line of its own: a byte order mark, a record separator, a comma.
LINE_MARKS = "\ufeff\x1e, \t\r\n"
_BIBTEX = re.compile(
    r"^[ \t]*@[ \t]*(?:(?:string|preamble|comment)[ \t]*[{(]|[A-Za-z]+[ \t]*[{(]\s*[^\s,{}()\"=]*\s*,)",
    re.MULTILINE | re.IGNORECASE,
)
_RIS = re.compile(r"^(?:TY {0,2}- ?[A-Z]{2,}|(?i:TY  - ?[A-Z]{2,}))", re.MULTILINE)
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_XML = re.compile(
    r"<\?xml\b|<(?:\w+:)?(?:feed|entry|rss|rdf|oai-pmh|collection)\b|<!doctype\b|<!--", re.IGNORECASE
)
_KNOWN_COLUMNS = frozenset((*TITLE, *ABSTRACT, *AUTHORS, *YEAR, *VENUE, *URL, "id", "doi", "keywords"))
_MAX_COLUMN_WORDS = 3
_DELIMITERS = (",", ";", "\t", "|")


def sniff(head: str, name: str) -> Kind:
    """Return the format of a file that begins with `head` and is called `name`."""
    start = head.lstrip().lstrip("\x1e")
    suffix = name.rpartition(".")[2].lower()
    if _JSON_START.match(start) or (suffix in ("json", "jsonl", "ndjson") and not _BIBTEX.search(head)):
        return _json_kind(start, suffix)
    if _HTML.match(start):
        return "html"
    if _XML.match(start):
        return "html" if _HTML.search(start[:1000]) else "xml"
    if _RIS.search(head):
        return "ris"
    if _BIBTEX.search(head):
        return "bibtex"
    if delimiter_of(head) or suffix in ("csv", "tsv"):
        return "csv"
    return "text"


def delimiter_of(head: str) -> str:
    """Return the delimiter of a table whose header has an abstract column, else an empty string."""
    header = header_line(head)
    scores = {d: _known(header, d) for d in _DELIMITERS}
    best = max(_DELIMITERS, key=lambda d: scores[d])
    return best if scores[best] else ""


def header_line(text: str) -> str:
    """Return the first line that is not blank and not Excel's `sep=;`."""
    for line in text.split("\n"):
        if line.strip() and not re.fullmatch(r"\"?sep=.\"?\s*", line.strip("\ufeff")):
            return line.strip("\ufeff\r")
    return ""


def column_name(cell: str) -> str:
    """Return the name of a column as it is compared: lower case, without punctuation."""
    return re.sub(r"[\W_]", "", cell.lower())


def _known(header: str, delimiter: str) -> int:
    try:
        cells = [column_name(cell) for cell in next(csv.reader([header], delimiter=delimiter), [])]
    except csv.Error:
        return 0
    if len(cells) < 2 or not set(cells) & set(ABSTRACT):
        return 0
    known = sum(cell in _KNOWN_COLUMNS for cell in cells)
    # "We study the title, abstract, and length of papers" is prose: its pieces are long.
    is_prose = max(len(cell.split()) for cell in header.split(delimiter)) > _MAX_COLUMN_WORDS
    return 0 if is_prose and known < 3 else known


def _json_kind(start: str, suffix: str) -> Kind:
    if suffix in ("jsonl", "ndjson"):
        return "jsonl"
    # Only a first line that is complete tells JSONL from a document which spans lines. Where it is
    # broken, or longer than the head, the reader of documents finds out.
    first, _, rest = start.partition("\n")
    return "jsonl" if rest.strip() and is_object(first) else "json"


def is_object(line: str) -> bool:
    """Tell whether `line` is one complete JSON object."""
    line = line.strip(LINE_MARKS)
    if not _JSON_LINE.match(line):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
