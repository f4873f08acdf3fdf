"""What a site gave: files to read, and what is to be told about them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from rag.errors import ServiceError
from rag.paper import Paper
from rag.sites.cache import Cache
from rag.sources import read
from rag.sources.records import Record, Skipped, Warned, until_first_paper

_MAX_REASON = 300


@dataclass(slots=True)
class Collected:
    """Groups of files that are read together, each file with its URL, and notes.

    `unfinished` says that a download broke off, so that the next run goes on from there, `is_counted`
    that what came was compared with what the site says it has.
    """

    groups: list[dict[Path, str]] = field(default_factory=list)
    notes: list[Record] = field(default_factory=list)
    unfinished: bool = False
    is_counted: bool = False


@dataclass(slots=True)
class PagedRows:
    """The rows of all pages of a list that came. `declared` is how many it says it has.

    `lack` says why there are not more, and `unfinished` that it was because a download broke off.
    """

    rows: list[Any] = field(default_factory=list)
    declared: int | None = None
    lack: str = ""
    unfinished: bool = False


def collect_rows(found: PagedRows, key: str, what: str, url: str, name: str, cache: Cache) -> Collected:
    """Write rows under `key` into one file `name` of the cache; `what` they are is said if some lack."""
    text = json.dumps({key: found.rows}, ensure_ascii=False)
    collected = Collected([{cache.write(url, name, text): url}], unfinished=found.unfinished)
    if found.lack:
        collected.notes.append(partial(url, len(found.rows), found.declared, what, found.lack))
    return collected


def partial(url: str, held: int, total: int | None, what: str, reason: str) -> Warned:
    """Return the warning for a result that is not whole."""
    of_all = f"{held:,} of {total:,}" if total is not None else f"the first {held:,}"
    return Warned(url, f"partial: {of_all} {what} came ({reason})", partial=True)


def read_collected(collected: Collected, shown: str) -> Iterator[Record]:
    """Return an iterator over the papers, with URLs in place of the names of the cached files.

    Raises:
        ServiceError: there is not a single paper.
    """
    read_groups = chain.from_iterable(_read_group(group) for group in collected.groups)
    # Every page declares the whole.
    told = (r for r in read_groups if not (collected.is_counted and isinstance(r, Warned) and r.partial))
    records = chain(collected.notes, told)
    before = until_first_paper(records)
    if before and isinstance(before[-1], Paper):
        return chain(before, records)
    raise ServiceError(f"no papers could be had from {shown}: {_why(before)}")


def _read_group(group: Mapping[Path, str]) -> Iterator[Record]:
    for record in read(*group):
        yield _renamed(record, group)


def _renamed(record: Record, group: Mapping[Path, str]) -> Record:
    def by_url(text: str) -> str:
        for path, url in group.items():
            text = text.replace(str(path), url)
        return text

    match record:
        case Paper():
            return replace(record, origin=by_url(record.origin))
        case Skipped():
            return Skipped(by_url(record.where), by_url(record.reason))
        case Warned():
            return replace(record, where=by_url(record.where), message=by_url(record.message))


def _why(records: list[Record]) -> str:
    told = [r.reason if isinstance(r, Skipped) else r.message for r in records if not isinstance(r, Paper)]
    if not told:
        return "its answer has none; check the address in a browser"
    more = f" (and {len(told) - 1:,} more such remarks)" if len(told) > 1 else ""
    return told[0][:_MAX_REASON] + more
