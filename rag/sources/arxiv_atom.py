"""Reads Atom feeds, as arXiv's API returns them, and RSS. A document with a DTD or entities is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from rag.paper import Paper
from rag.sources.fields import paper_from_fields
from rag.sources.records import Record, Skipped, Warned
from rag.text import clean

_DECLARATION = re.compile(r"\s*<\?xml\b[^>]*\?>")
_DTD = re.compile(r"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_ABSTRACT = ("summary", "abstract", "content", "description")
_TOTAL = re.compile(r"<(?:\w+:)?totalResults\b[^<>]*>\s*(\d{1,12})\s*<")
_ARXIV = re.compile(r"arxiv\.org/abs/(\S+)")
# XML allows no other control characters, escaped or not; abstracts out of PDFs have some.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def read(text: str, where: str) -> Iterator[Record]:
    """Yield a paper for each entry of a feed, and say if the feed counts more than it holds."""
    held = 0
    for record in read_page(text, where):
        held += isinstance(record, Paper)
        yield record
    found = _TOTAL.search(text)
    if found and int(found.group(1)) > held > 0:
        message = f"file declares {found.group(1)} records, holds {held}"
        yield Warned(where, f"{message}; looks like one page of a paginated download", partial=True)


def read_page(text: str, where: str) -> Iterator[Record]:
    """Yield a paper for each entry of one page of a feed."""
    if _DTD.search(text):
        yield Skipped(where, "XML with a DTD or entities is not read")
        return
    # Safe: expat expands only entities that a DTD declares.
    parser: Any = ElementTree.XMLPullParser(("start", "end"))
    root, entries = "", 0
    try:
        parser.feed(_CONTROL.sub("", _DECLARATION.sub("", text, count=1)))
        for event, element in parser.read_events():
            root = root or _local(element)
            if event == "end" and _local(element) in ("entry", "item"):
                entries += 1
                yield _paper(element, f"{where}#{entries}")
        parser.close()
    except (ElementTree.ParseError, ValueError, RecursionError) as error:
        line = error.position[0] if isinstance(error, ElementTree.ParseError) else 1
        yield Skipped(f"{where}:{line}", f"broken XML: {error}")
        return
    if not entries and root not in ("feed", "rss"):
        yield Skipped(where, f"no abstracts found: XML of an unknown kind (<{root}>)")


def _paper(entry: ElementTree.Element, place: str) -> Record:
    identifier = _text(entry, "id")
    if "arxiv.org/api/errors" in identifier:
        return Skipped(place, f"arXiv reported an error: {_text(entry, 'summary')}")
    found = _ARXIV.search(identifier)
    links = [e.attrib for e in entry if _local(e) == "link"]
    alternate = next(
        (link.get("href", "") for link in links if link.get("rel", "alternate") == "alternate"), ""
    )
    return paper_from_fields(
        {
            "title": _text(entry, "title"),
            "abstract": next((t for name in _ABSTRACT if (t := _text(entry, name))), ""),
            "authors": [_text(e, "name") or _whole(e) for e in entry if _local(e) in ("author", "creator")],
            "year": _text(entry, "published") or _text(entry, "updated") or _text(entry, "pubDate"),
            "venue": _text(entry, "journal_ref") or ("arXiv" if found else ""),
            "url": alternate or _text(entry, "link") or identifier,
            "doi": _text(entry, "doi"),
            "arxiv_id": found.group(1) if found else "",
            "id": identifier,
        },
        place,
    )


def _local(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _text(parent: ElementTree.Element, name: str) -> str:
    found = next((e for e in parent if _local(e) == name), None)
    return _whole(found) if found is not None else ""


def _whole(element: ElementTree.Element) -> str:
    return clean("".join(element.itertext()))
