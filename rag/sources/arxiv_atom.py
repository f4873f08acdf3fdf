"""Reads Atom feeds, as arXiv's API returns them. A document with a DTD or entities is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from rag.sources.fields import paper_from_fields
from rag.sources.records import Record, Skipped
from rag.text import clean

_DECLARATION = re.compile(r"\s*<\?xml\b[^>]*\?>")
_DTD = re.compile(r"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_ARXIV = re.compile(r"arxiv\.org/abs/(\S+)")
# XML allows no other control characters, escaped or not; abstracts out of PDFs have some.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def read(text: str, where: str) -> Iterator[Record]:
    """Yield a paper for each entry of a feed."""
    if _DTD.search(text):
        yield Skipped(where, "XML with a DTD or entities is not read")
        return
    try:
        # Safe: expat expands only entities that a DTD declares.
        root = ElementTree.fromstring(_CONTROL.sub("", _DECLARATION.sub("", text, count=1)))
    except (ElementTree.ParseError, ValueError, RecursionError) as error:
        line = error.position[0] if isinstance(error, ElementTree.ParseError) else 1
        yield Skipped(f"{where}:{line}", f"broken XML: {error}")
        return
    entries = [element for element in root.iter() if _local(element) == "entry"]
    if not entries and _local(root) != "feed":
        yield Skipped(where, f"no abstracts found: XML of an unknown kind (<{_local(root)}>)")
    for number, entry in enumerate(entries, 1):
        yield _paper(entry, f"{where}#{number}")


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
            "abstract": _text(entry, "summary") or _text(entry, "abstract") or _text(entry, "content"),
            "authors": [_text(e, "name") for e in entry if _local(e) == "author"],
            "year": _text(entry, "published") or _text(entry, "updated"),
            "venue": _text(entry, "journal_ref") or ("arXiv" if found else ""),
            "url": alternate or identifier,
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
    return clean("".join(found.itertext())) if found is not None else ""
