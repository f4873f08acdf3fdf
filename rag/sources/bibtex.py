"""Reads BibTeX and BibLaTeX files. A broken entry costs that entry, not the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from rag.sources.fields import paper_from_fields
from rag.sources.latex import to_unicode
from rag.sources.records import Record, Skipped

_ENTRY = re.compile(r"@[ \t]*([A-Za-z]+)\s*([{(])")
_LINE_START = re.compile(r"^[ \t]*@[ \t]*[A-Za-z]+\s*[{(]", re.MULTILINE)
_KEY = re.compile(r"\s*([^\s,{}()=\"#]*)\s*,")
_NAME = re.compile(r"[\s,]*([A-Za-z][\w:.+/-]*)\s*=\s*")
_BARE = re.compile(r"[^\s,{}()\"#=]+")
_CLOSING = {"{": "}", '"': '"'}
_QUOTE_END = re.compile(r"\s*(?:[,#})]|\Z)")
_VENUE = (
    "journal",
    "journaltitle",
    "booktitle",
    "series",
    "eventtitle",
    "maintitle",
    "school",
    "institution",
)
_INHERITED = ("booktitle", "series", "year", "date", "eventtitle")
_OTHERS = re.compile(r"^(?:others|et\.? al\.?)$", re.IGNORECASE)


class _BrokenError(ValueError):
    """An entry that cannot be parsed."""


@dataclass(slots=True)
class _Scanner:
    """Walks over `text` from `at` and does not pass `end`."""

    text: str
    at: int
    end: int
    macros: dict[str, str] = field(default_factory=dict)
    parents: dict[str, dict[str, str]] = field(default_factory=dict)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at, self.end)
        if found:
            self.at = found.end()
        return found

    def blanks(self) -> str:
        """Pass blanks and return the next character, empty at the end."""
        while self.at < self.end and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at] if self.at < self.end else ""

    def value(self) -> str:
        """Return a value: braced, quoted, a number or a macro, or several joined by `#`."""
        parts = [self._part()]
        while self.blanks() == "#":
            self.at += 1
            parts.append(self._part())
        return "".join(parts)

    def _part(self) -> str:
        opening = self.blanks()
        if opening in ("{", '"'):
            self.at += 1
            return self._until(opening)
        word = self.match(_BARE)
        if not word:
            raise _BrokenError("a value is missing")
        return self.macros.get(word.group().lower(), word.group())

    def _until(self, opening: str) -> str:
        depth, start = 0, self.at
        while self.at < self.end:
            character = self.text[self.at]
            if character == "\\":
                self.at += 1  # an escaped brace does not count
            elif character == "{":
                depth += 1
            elif character == "}" and depth:
                depth -= 1
            elif not depth and character == _CLOSING[opening] and self._may_end(opening):
                self.at += 1
                return self.text[start : self.at - 1]
            self.at += 1
        raise _BrokenError("a brace is not closed" if opening == "{" else "a quote is not closed")

    def _may_end(self, opening: str) -> bool:
        # Many write \"u in a quoted value without the braces that BibTeX wants around it.
        return opening == "{" or _QUOTE_END.match(self.text, self.at + 1, self.end) is not None


def read(text: str, where: str) -> Iterator[Record]:
    """Yield a paper for each entry with an abstract, and report the other entries by line."""
    parents: dict[str, dict[str, str]] = {}
    if re.search(r"\bcrossref\s*=", text, re.IGNORECASE):
        # The entry that others refer to stands behind them.
        for _ in _entries(text, where, parents):
            pass
    yield from _entries(text, where, parents)


def _entries(text: str, where: str, parents: dict[str, dict[str, str]]) -> Iterator[Record]:
    """Yield the records, and gather in `parents` the fields of all entries by their keys."""
    starts = [m.start() for m in _LINE_START.finditer(text)]
    macros: dict[str, str] = {}
    line, counted = 1, 0
    for start, limit in pairwise([*starts, len(text)]):
        position = start
        while found := _ENTRY.search(text, position, limit):
            line, counted = line + text.count("\n", counted, found.start()), found.start()
            scanner = _Scanner(text, found.end(), limit, macros, parents)
            record, position = _entry(scanner, found, f"{where}:{line}")
            if record:
                yield record


def _entry(scanner: _Scanner, found: re.Match[str], place: str) -> tuple[Record | None, int]:
    kind, closing = found.group(1).lower(), "}" if found.group(2) == "{" else ")"
    key = ""
    try:
        if kind in ("comment", "preamble"):
            scanner.at -= 1
            if found.group(2) == "{":
                scanner.value()
            return None, max(scanner.at, found.end())
        if kind != "string":
            head = scanner.match(_KEY)
            key = head.group(1) if head else ""
        fields = _fields(scanner, closing)
    except _BrokenError as error:
        # What follows on the same line may belong to it, so reading goes on at the next line start.
        return Skipped(place, f"broken entry {key}: {error}".replace(" :", ":")), scanner.end
    if kind == "string":
        scanner.macros.update(fields)
        return None, scanner.at
    parent = scanner.parents.get(fields.get("crossref", "").strip().lower(), {})
    if key:
        scanner.parents.setdefault(key.lower(), fields)
    inherited = {name: parent[name] for name in _INHERITED if name in parent}
    if "title" in parent:
        inherited.setdefault("booktitle", parent["title"])
    return _paper(inherited | fields, key, place), scanner.at


def _fields(scanner: _Scanner, closing: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    while name := scanner.match(_NAME):
        value = scanner.value()
        fields.setdefault(name.group(1).lower(), value)
    while scanner.blanks() == ",":
        scanner.at += 1
    if scanner.blanks() != closing:
        raise _BrokenError("a field has no name or value" if scanner.blanks() else "it is not closed")
    scanner.at += 1
    return fields


def _paper(fields: dict[str, str], key: str, place: str) -> Record:
    plain = {name: to_unicode(value) for name, value in fields.items()}
    is_arxiv = "arxiv" in (plain.get("archiveprefix", "") + plain.get("eprinttype", "")).lower()
    return paper_from_fields(
        {
            "title": plain.get("title"),
            "abstract": plain.get("abstract"),
            "authors": [name for part in _names(fields.get("author", "")) if (name := to_unicode(part))],
            "year": plain.get("year") or plain.get("date"),
            "venue": next((plain[name] for name in _VENUE if plain.get(name)), ""),
            "url": _address(fields.get("url", "")) or _address(fields.get("howpublished", "")),
            "doi": _address(fields.get("doi", "")),
            "arxiv_id": _address(fields.get("eprint", "")) if is_arxiv else "",
            "keywords": plain.get("keywords"),
            "id": key,
        },
        place,
    )


def _names(text: str) -> Iterator[str]:
    """Yield the names between the words "and" that are outside braces."""
    depth, start = 0, 0
    for found in re.finditer(r"\\.|[{}]|\s+and\s+", text, re.DOTALL | re.IGNORECASE):
        token = found.group()
        depth += (token == "{") - (token == "}")
        if token.strip().lower() == "and" and depth == 0:
            yield text[start : found.start()]
            start = found.end()
    if not _OTHERS.match(text[start:].strip()):
        yield text[start:]


def _address(text: str) -> str:
    """Return a link or identifier without what LaTeX wraps around it; `~` stays."""
    found = re.search(r"\\(?:url|href)\s*\{([^{}]*)\}", text)
    return re.sub(r"\\([_%&#~$])", r"\1", found.group(1) if found else text).strip(' {}"')
