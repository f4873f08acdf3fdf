"""Reads the event lists that conferences (ICML, ICLR, NeurIPS, CVPR ...) offer for download.

Posters, orals and spotlights are papers; workshops, tutorials, talks and sessions are not. An
oral and a poster of one paper become one. Newer downloads keep the abstracts in a second file,
which maps the id of an event to its abstract: the companion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any
from urllib.parse import parse_qs, urlsplit

from rag.paper import Paper, new_paper, safe_url
from rag.sources.authors import parse_authors, split_at_commas
from rag.sources.fields import normalise, plain_text, session_keywords, unescape, year_of
from rag.sources.records import Record, Skipped
from rag.text import fold

_PAPER = re.compile(r"\b(?:poster|oral|spotlight|paper|highlight)s?\b", re.IGNORECASE)
_NOT_A_PAPER = re.compile(
    r"\b(?:session|workshop|tutorial|invited|keynote|talk|panel|social|break|expo|remarks|affinity|demo)s?\b",
    re.IGNORECASE,
)
_GONE = re.compile(r"\b(?:reject|withdr|desk[- ]?reject)\w*", re.IGNORECASE)
_WITHDRAWN_TITLE = re.compile(r"[\[(]\s*withdrawn\s*[\])]|withdrawn:", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\d{4}-\w+--")
_VIRTUAL = re.compile(r"/virtual/((?:19|20)\d\d)/")
_GROUP = re.compile(r"(?:^|[/=])([A-Za-z]+)\.(?:cc|org|com)/((?:19|20)\d\d)(?:/|$)")
_VENUES = {"neurips": "NeurIPS", "nips": "NeurIPS", "mlsys": "MLSys", "colmweb": "COLM"}
_SITES = {"ICML": "icml.cc", "ICLR": "iclr.cc", "NeurIPS": "neurips.cc", "MLSys": "mlsys.org"}


@dataclass(frozen=True, slots=True)
class _Event:
    """One row that is a paper. `openreview_id` is empty for a placeholder."""

    where: str
    kind: str
    abstract: str
    title: str
    identifier: str
    openreview_id: str
    paper: Paper | None


def is_event(record: Any) -> bool:
    """Tell whether `record` is a row of an event list."""
    if not isinstance(record, Mapping):
        return False
    return "virtualsite_url" in record or ("type" in record and "speakers/authors" in record)


def read(
    rows: Sequence[tuple[str, Mapping[str, Any]]], where: str, companion: Mapping[str, str] | None = None
) -> Iterator[Record]:
    """Yield the papers of an event list and report its other rows.

    `rows` are pairs of place and record, `companion` maps event ids to abstracts.
    """
    events: list[_Event] = []
    only_workshops = all(_is_workshop(record) for _, record in rows)
    for place, record in rows:
        if reason := _refusal(record, only_workshops):
            yield Skipped(place, reason)
        else:
            events.append(_event(place, record, companion or {}))
    if events and not any(event.abstract for event in events):
        name = PurePath(where).name
        hint = "give its companion file '...-abstracts.json' together with it"
        yield Skipped(
            where, f"no abstracts found in {name}: it lists {len(events)} papers without them; {hint}"
        )
        return
    yield from _merged(events)


def read_row(record: Mapping[str, Any], where: str) -> Record:
    """Return the paper in a row that stands alone, as in JSONL, or why there is none."""
    if reason := _refusal(record, only_workshops=True):
        return Skipped(where, reason)
    event = _event(where, record, {})
    return event.paper or _without_abstract(event)


def venue_and_year(url: str, group: str = "") -> tuple[str, int | None]:
    """Return ("ICML", 2024) for a page in icml.cc/virtual/2024 or OpenReview's group ICML.cc/2024."""
    parts = urlsplit(safe_url(url))
    found = _VIRTUAL.search(parts.path)
    if found and parts.hostname:
        host = re.sub(r"^(?:www|virtual)\.", "", parts.hostname)
        name = host.split(".")[0]
        year = found.group(1)
    elif found := _GROUP.search(group):
        name, year = found.group(1).lower(), found.group(2)
    else:
        return "", year_of((_VIRTUAL.search(url) or [None, None])[1])
    return _VENUES.get(name, name.upper()), int(year)


def _refusal(record: Mapping[str, Any], only_workshops: bool) -> str:
    kind = _kind(record)
    if kind and (_NOT_A_PAPER.search(kind) or not _PAPER.search(kind)):
        return f"not a paper: {kind}"
    for key in ("decision", "status"):
        if gone := _GONE.search(said := plain_text(record.get(key))):
            return f"{gone.group().lower()} ({key}: {said})"
    title = plain_text(record.get("name")) or plain_text(record.get("title"))
    if _is_true(record.get("withdrawn")) or _WITHDRAWN_TITLE.match(title):
        return "withdrawn"
    shown = record.get("visible")
    if _is_true(record.get("hidden")) or (shown is not None and not _is_true(shown)):
        return "hidden by the conference"
    if _is_true(record.get("deleted")):
        return "deleted by the conference"
    if _is_workshop(record) and not only_workshops:
        return "not a paper of the conference: workshop paper"
    return ""


def _is_true(value: Any) -> bool:
    return str(value).strip().lower() in ("true", "1", "1.0", "yes", "y", "on")


def _kind(record: Mapping[str, Any]) -> str:
    return next((k for key in ("eventtype", "type", "event_type") if (k := plain_text(record.get(key)))), "")


def _is_workshop(record: Mapping[str, Any]) -> bool:
    return "/workshop" in plain_text(record.get("sourceurl")).lower()


def _event(where: str, record: Mapping[str, Any], companion: Mapping[str, str]) -> _Event:
    identifier = plain_text(record.get("id"))
    abstract = plain_text(record.get("abstract")) or plain_text(companion.get(identifier))
    page = plain_text(record.get("virtualsite_url"))
    paper_url = plain_text(record.get("paper_url"))
    openreview_id = _openreview_id(paper_url)
    is_placeholder = bool(_PLACEHOLDER.match(openreview_id))
    if is_placeholder:
        paper_url = openreview_id = ""
    venue, year = venue_and_year(page, plain_text(record.get("sourceurl")))
    title = unescape(plain_text(record.get("name")) or plain_text(record.get("title")))
    paper = None
    if abstract:
        paper = new_paper(
            abstract,
            title=title,
            authors=_authors(record),
            year=year or year_of(record.get("year")),
            venue=venue,
            url=_link(page, paper_url, plain_text(record.get("url")), venue),
            openreview_id=openreview_id,
            keywords=[*parse_keywords(record.get("keywords")), *session_keywords(normalise(record))],
            origin=where,
        )
    return _Event(where, _kind(record), abstract, title, identifier, openreview_id, paper)


def _authors(record: Mapping[str, Any]) -> tuple[str, ...]:
    listed = record.get("speakers/authors")
    if isinstance(listed, str):
        return split_at_commas(listed)
    return parse_authors(record.get("authors") or listed)


def parse_keywords(value: Any) -> list[str]:
    """Return the texts of a list of keywords."""
    return [plain_text(v) for v in value if not isinstance(v, int | float)] if isinstance(value, list) else []


def _openreview_id(url: str) -> str:
    parts = urlsplit(safe_url(url))
    is_forum = (parts.hostname or "").removeprefix("www.") == "openreview.net" and parts.path == "/forum"
    return parse_qs(parts.query).get("id", [""])[0] if is_forum else ""


def _link(page: str, paper_url: str, url: str, venue: str) -> str:
    """Return the conference page as it is written, else the paper's own link.

    A page without a host gets that of its conference, if no other link was given: a record with a
    link that is not http(s) is not to be trusted and stays without one.
    """
    given = [link for link in (paper_url, url) if link]
    safe = next((link for link in (page, *given) if safe_url(link)), "")
    site = _SITES.get(venue)
    if not safe and not given and site and page.startswith("/virtual/"):
        return f"https://{site}{page}"
    return safe


def _merged(events: list[_Event]) -> Iterator[Record]:
    """Yield a paper for each group of events of different kinds that present the same one."""
    groups: list[list[_Event]] = []
    by_key: dict[tuple[str, str], list[_Event]] = {}
    for event in events:
        keys = [("id", event.openreview_id), ("title", fold(event.title))]
        keys = [key for key in keys if key[1]]
        group = next((g for key in keys if (g := by_key.get(key)) and _belongs(event, g)), None)
        if group is None:
            group = []
            groups.append(group)
        group.append(event)
        for key in keys:
            by_key.setdefault(key, group)
    for group in groups:
        yield from _one_paper(group)


def _belongs(event: _Event, group: list[_Event]) -> bool:
    # Rows of the same kind are different papers, or a repeat, which the index reports.
    return all(
        event.kind != other.kind
        and (not event.paper or not other.paper or event.paper.fingerprint == other.paper.fingerprint)
        and (not event.openreview_id or not other.openreview_id or event.openreview_id == other.openreview_id)
        for other in group
    )


def _one_paper(group: list[_Event]) -> Iterator[Record]:
    best = min(group, key=lambda e: (e.paper is None, not e.openreview_id, "poster" not in e.kind.lower()))
    if best.paper is None:
        for event in group:
            yield _without_abstract(event)
        return
    authors = best.paper.authors or next((e.paper.authors for e in group if e.paper and e.paper.authors), ())
    keywords = dict.fromkeys(k for e in [best, *group] if e.paper for k in e.paper.keywords)
    yield replace(best.paper, authors=authors, keywords=tuple(keywords))
    for event in group:
        if event is not best:
            kinds = f"{event.kind or 'Event'} and {best.kind or 'event'} of one paper"
            yield Skipped(event.where, f"{kinds}: merged with {best.where}")


def _without_abstract(event: _Event) -> Skipped:
    return Skipped(event.where, f"no abstract (id {event.identifier})" if event.identifier else "no abstract")
