"""Looks at what was downloaded: is it what was asked for, and whole?

What is wrong is told as an UnusableError whose message follows "it".
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from rag.sites.download import UnusableError
from rag.sources import encodings, json_records, sniff

_TOTAL = re.compile(r"<(?:\w+:)?totalResults\b[^>]*>\s*(\d+)\s*<")
_ENTRY = re.compile(r"<(?:\w+:)?entry\b")
_FEED_END = re.compile(r"</(?:\w+:)?feed>\s*$|<(?:\w+:)?feed\b[^>]*/>\s*$")


class Feed(NamedTuple):
    """The entries on a page of a feed, and in all if it says so."""

    entries: int
    total: int | None


def json_document(path: Path) -> Any:
    """Return the JSON value in a file."""
    text = _text(path)
    if sniff.sniff(text[: encodings.HEAD], "") == "html":
        raise not_a_list()
    try:
        return json_records.parse(text)
    except ValueError as error:
        raise UnusableError("sent no complete JSON") from error


def feed(path: Path) -> Feed:
    """Return how many entries a page of an Atom feed has."""
    text = _text(path)
    kind = sniff.sniff(text[: encodings.HEAD], "")
    if kind == "html":
        raise not_a_list()
    if kind != "xml" or not _FEED_END.search(text):
        raise UnusableError("sent no complete Atom feed")
    total = _TOTAL.search(text)
    return Feed(len(_ENTRY.findall(text)), int(total.group(1)) if total else None)


def bibtex(path: Path) -> str:
    """Return the text of a BibTeX file."""
    text = _text(path)
    match sniff.sniff(text[: encodings.HEAD], ""):
        case "bibtex":
            return text
        case "html":
            raise not_a_list()
    raise UnusableError("sent no BibTeX", retry=False)


def web_page(path: Path) -> str:
    """Return the text of a web page."""
    text = _text(path)
    if "</html>" not in text[-2000:].lower():
        raise UnusableError("sent no complete web page")
    return text


def any_kind(path: Path) -> sniff.Kind:
    """Return the format of a file that may be anything; JSON must be whole."""
    with path.open("rb") as file:
        head = file.read(encodings.HEAD)
    if not head.strip():
        raise UnusableError("sent nothing")
    text = encodings.decode_head(head)
    # Whatever its name is: a login page comes under that of the list.
    kind = "html" if sniff.sniff(text, "") == "html" else sniff.sniff(text, path.name)
    if kind == "json":
        _whole_json(path)
    if kind == "xml" and b"<feed" in head:
        feed(path)
    return kind


def not_a_list() -> UnusableError:
    """Return the error for a web page that came instead of data."""
    return UnusableError("sent a web page instead of data, as a site does that wants a login", retry=False)


def _whole_json(path: Path) -> None:
    text = _text(path)
    try:
        json_records.parse(text)
    except json.JSONDecodeError as error:
        # The readers know JSONL with a broken line from a document that is cut off.
        if error.msg != "Extra data" and not any(map(sniff.is_object, text.split("\n"))):
            raise UnusableError("sent no complete JSON") from error
    except ValueError as error:
        raise UnusableError(f"sent JSON that is {error}", retry=False) from error


def _text(path: Path) -> str:
    data = path.read_bytes()
    if not data.strip():
        raise UnusableError("sent nothing")
    return encodings.decode(data)[0]
