"""Pairs event lists without abstracts with the files that hold these abstracts."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile

from rag.sources import encodings, json_records
from rag.sources.inputs import Input
from rag.sources.records import Record, Skipped

_START = re.compile(r"\s*\{\s*\"\d+\"\s*:\s*(?:\"|null)")
# Records with an id and an abstract only, which may also be a list of papers without titles.
_LISTED = re.compile(r"\s*[\[{]\s*(?:\"\w+\"\s*:\s*)?[\[{]?\s*\"(?:id|abstract|\d+)\"\s*:")
_MAX_BYTES = 512 << 20


class Companions:
    """The companion files of one call of `read`, by their place, and what was used of each."""

    def __init__(
        self, abstracts: Mapping[str, dict[str, str]], listed: Mapping[str, dict[str, str]] | None = None
    ) -> None:
        self._abstracts = dict(abstracts) | dict(listed or {})
        self._listed = frozenset(listed or ())
        self._used: dict[str, set[str]] = {where: set() for where in self._abstracts}
        # Abstracts of events that have one themselves.
        self._spare: dict[str, set[str]] = {where: set() for where in self._abstracts}

    def __contains__(self, where: object) -> bool:
        return where in self._abstracts

    def for_events(
        self, identifiers: Iterable[str], where: str, others: Iterable[str] = ()
    ) -> Mapping[str, str]:
        """Return the abstracts of the companion that knows most of these events, and mark them used.

        `others` are the events of the same list that have an abstract themselves.
        """
        wanted = set(identifiers)

        def fit(place: str) -> tuple[int, int]:
            return len(wanted & self._abstracts[place].keys()), _common(place, where)

        best = max(self._abstracts, key=fit, default=None)
        if best is None or not fit(best)[0]:
            return {}
        self._used[best] |= wanted & self._abstracts[best].keys()
        self._spare[best] |= set(others)
        return self._abstracts[best]

    def unused_lists(self) -> frozenset[str]:
        """Return the places of files that might have been companions and are not."""
        return frozenset(where for where in self._listed if not self._used[where])

    def leftovers(self) -> Iterator[Record]:
        """Yield the abstracts of unused companions, and report the unmatched ones of the others."""
        for where, abstracts in self._abstracts.items():
            if where in self.unused_lists():
                continue
            if not self._used[where]:
                yield from json_records.from_companion(abstracts, where)
                continue
            for key in (k for k in abstracts if k not in self._used[where] | self._spare[where]):
                yield Skipped(f"{where}#{key}", f"unmatched: no event has the id {key}")


def _common(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _is_of_lines(head: str) -> bool:
    """Return whether a file holds a record a line: such a file may be far too large to be read at once."""
    first, _, rest = head.lstrip().partition("\n")
    if not rest.strip():
        return False
    try:
        json_records.parse(first)
    except ValueError:
        return False
    return True


def find(items: Iterable[Input]) -> Companions:
    """Return the companions among `items`."""
    found: dict[str, dict[str, str]] = {}
    listed: dict[str, dict[str, str]] = {}
    for item in items:
        try:
            head = encodings.decode_head(item.head(encodings.HEAD))
            if _is_of_lines(head):
                continue
            is_mapping = _START.match(head)
            if not is_mapping and not (_LISTED.match(head) and '"abstract' in head):
                continue
            document = json_records.parse(encodings.decode(item.read(_MAX_BYTES))[0])
            abstracts = (json_records.companion_of if is_mapping else json_records.listed_companion)(document)
        except (OSError, EOFError, zlib.error, zipfile.BadZipFile, ValueError, RuntimeError):
            continue  # the file is read like any other, and its trouble reported, later
        if abstracts:
            (found if is_mapping else listed)[item.where] = abstracts
    return Companions(found, listed)
