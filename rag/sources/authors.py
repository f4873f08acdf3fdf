"""Author names out of whatever a source writes for them. Names are kept as they are written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_FULL = ("fullname", "displayname", "name", "literal", "rawauthorname", "author", "value", "text")
_GIVEN = ("given", "givenname", "givennames", "first", "firstname", "forename", "forenames", "firstnames")
_MIDDLE = ("middle", "middlename")
_FAMILY = ("family", "familyname", "last", "lastname", "surname", "lastnames")
_AND = re.compile(r"\s+(?:and|und|&)\s+|\s*,\s*(?:and|&)\s+", re.IGNORECASE)
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]*){1,4}")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?|ph\.?\s?d\.?", re.IGNORECASE)
_NOBODY = frozenset({"", "none", "null", "nan", "n/a", "others", "et al.", "et al", "anonymous authors"})
_MAX_DEPTH = 5


def parse_authors(value: Any, _depth: int = 0) -> tuple[str, ...]:
    """Return the names in `value`: a text, a mapping or a list of them. What is no name is left out.

    An element of a list is one person, so "Family, Given" stays whole there.
    """
    if _depth > _MAX_DEPTH:
        return ()
    if isinstance(value, str):
        return split_names(value)
    if isinstance(value, Mapping):
        return _from_mapping(value, _depth)
    if isinstance(value, list | tuple):
        names: list[str] = []
        for item in value:
            if isinstance(item, str):
                several = ";" in item or (_AND.search(item) and len(value) == 1)
                names += split_names(item) if several else [item.strip()]
            else:
                names += parse_authors(item, _depth + 1)
        return _people(names)
    return ()


def split_names(text: str) -> tuple[str, ...]:
    """Return the names in a text such as "A B, C D and E F" or "Family, Given; Family, Given"."""
    if ";" in text:
        return _people(text.split(";"))
    if "\n" in text.strip():
        return _people(n for line in text.split("\n") for n in split_names(line))
    parts = _AND.split(text.strip())
    if len(parts) > 1 and all(part.count(",") == 1 for part in parts):
        return _people(parts)
    return _people(name for part in parts for name in _split_commas(part))


def split_at_commas(text: str) -> tuple[str, ...]:
    """Return the names in a text whose commas are known to separate people."""
    return _people(_with_suffixes(text.split(",")))


def _split_commas(text: str) -> list[str]:
    pieces = _with_suffixes(text.split(","))
    if len(pieces) == 2 and any(" " not in piece for piece in pieces):
        return [", ".join(pieces)]  # "Family, Given"
    givens = pieces[1::2]
    if len(pieces) % 2 == 0 and all(_INITIALS.fullmatch(given) for given in givens):
        return [f"{family}, {given}" for family, given in zip(pieces[::2], givens, strict=True)]
    return pieces


def _with_suffixes(pieces: list[str]) -> list[str]:
    joined: list[str] = []
    for piece in (p.strip() for p in pieces):
        if joined and _SUFFIX.fullmatch(piece):
            joined[-1] += f", {piece}"
        elif piece:
            joined.append(piece)
    return joined


def _from_mapping(value: Mapping[Any, Any], depth: int) -> tuple[str, ...]:
    fields = {re.sub(r"[^a-z]", "", str(key).lower()): item for key, item in value.items()}
    for key in _FULL:
        item = fields.get(key)
        if isinstance(item, str) and item.strip():
            return _people([item])
        if isinstance(item, Mapping | list):
            return parse_authors(item, depth + 1)
    parts = (
        next((fields[k] for k in keys if isinstance(fields.get(k), str)), "")
        for keys in (_GIVEN, _MIDDLE, _FAMILY)
    )
    return _people([" ".join(part.strip() for part in parts if part.strip())])


def _people(names: Any) -> tuple[str, ...]:
    kept = (name.strip(" ,;\t\n") for name in names)
    return tuple(dict.fromkeys(name for name in kept if name.casefold() not in _NOBODY))
