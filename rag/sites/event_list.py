"""Event lists of the platform that ICML, ICLR, NeurIPS, CVPR and others share.

A list may come in pages ({count, next, results}), and newer ones keep the abstracts in a second
file beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit, urlunsplit

import httpx

from rag.errors import ServiceError
from rag.sites.collected import Collected, PagedRows, collect_rows
from rag.sites.download import Answer, Downloader, DownloadError
from rag.sites.download_checks import json_document
from rag.sites.guard import RefusedError, next_page
from rag.sites.options import CONFERENCES, Sites
from rag.sources import conference, json_records
from rag.sources.fields import plain_text
from rag.sources.records import Warned

_LIST, _COMPANION = "-orals-posters.json", "-abstracts.json"
_OPENREVIEW = {"icml": "ICML.cc", "iclr": "ICLR.cc", "neurips": "NeurIPS.cc"}


def collect_conference(name: str, year: str, downloads: Downloader, sites: Sites) -> Collected:
    """Return the event list of a conference of one year.

    Raises:
        ServiceError: it cannot be had, or is none.
    """
    url = f"{sites.conferences[name]}/static/virtual/data/{name}-{year}{_LIST}"
    try:
        answer = downloads.get(url, json_document)
    except DownloadError as error:
        if error.status != httpx.codes.NOT_FOUND:
            raise
        raise ServiceError(
            f"{url} does not exist (HTTP 404): there is no list of {name} {year}, or not yet;"
            f" {_other_ways(name, year)}"
        ) from error
    collected = collect_json(answer, downloads, CONFERENCES.get(name, ""))
    if collected is None:
        raise ServiceError(
            f"{url} has changed its form: it holds no list of events; {_other_ways(name, year)}"
        )
    return collected


def collect_json(answer: Answer[Any], downloads: Downloader, site: str = "") -> Collected | None:
    """Return a downloaded event list or paginated list with its other parts, None if it is neither.

    `site` makes the addresses of the events' pages absolute.
    """
    found = _all_rows(answer, downloads)
    is_events = any(conference.is_event(row) for row in found.rows)
    if not is_events and not (isinstance(answer.value, Mapping) and answer.value.get("next")):
        return None
    if site:
        found.rows = [_absolute(row, site) for row in found.rows]
    collected = collect_rows(
        found, "results", "rows of the list", answer.url, answer.path.name, downloads.cache
    )
    if is_events:
        _add_companion(collected, found.rows, answer.url, downloads)
    return collected


def _all_rows(answer: Answer[Any], downloads: Downloader) -> PagedRows:
    found = PagedRows()
    page, url = answer.value, answer.url
    seen: set[str] = set()
    while True:
        rows = _rows_of(page)
        if rows is None:
            found.lack = found.lack or f"a page has another form: {url}"
            break
        found.rows += rows
        if not isinstance(page, Mapping):
            break
        if found.declared is None and type(page.get("count")) is int:
            found.declared = page["count"]
        seen.add(url)
        link = page.get("next")
        if not isinstance(link, str) or not link.strip():
            break
        try:
            url = next_page(url, link)
            if url in seen:
                found.lack = f"its pages lead in a circle, back to {url}"
                break
            if len(seen) >= downloads.limits.pages:
                found.lack = f"it has more than {downloads.limits.pages} pages"
                break
            downloads.say(len(found.rows), found.declared, "rows")
            page = downloads.get(url, json_document).value
        except (RefusedError, DownloadError) as error:
            found.lack = str(error)
            found.unfinished = isinstance(error, DownloadError)
            break
    if not found.lack and found.declared is not None and len(found.rows) < found.declared:
        found.lack = "it declares more than it holds"
    return found


def _rows_of(page: Any) -> list[Any] | None:
    if isinstance(page, list):
        return page
    if not isinstance(page, Mapping):
        return None
    results = page.get("results")
    if isinstance(results, list):
        return results
    lists = (value for value in page.values() if isinstance(value, list))
    return next((rows for rows in lists if any(isinstance(row, Mapping) for row in rows)), None)


def _absolute(row: Any, site: str) -> Any:
    page = row.get("virtualsite_url") if isinstance(row, Mapping) else None
    if isinstance(page, str) and page.startswith("/") and not page.startswith("//"):
        return {**row, "virtualsite_url": urljoin(site, page)}
    return row


def _add_companion(collected: Collected, rows: list[Any], url: str, downloads: Downloader) -> None:
    """Add the file with the abstracts, if rows are without, or say why it is missing."""
    bare = sum(1 for row in rows if conference.is_event(row) and not plain_text(row.get("abstract")))
    parts = urlsplit(url)
    if not bare or not parts.path.endswith(_LIST):
        return
    companion = urlunsplit(parts._replace(path=parts.path.removesuffix(_LIST) + _COMPANION))
    try:
        answer = downloads.get(companion, json_document)
    except DownloadError as error:
        collected.unfinished |= error.status != httpx.codes.NOT_FOUND
        reason = str(error)
    else:
        if json_records.companion_of(answer.value):
            collected.groups[0][answer.path] = companion
            return
        reason = "the file has changed its form: it does not map ids to abstracts"
    message = f"partial: {bare:,} of {len(rows):,} events are without an abstract ({reason})"
    collected.notes.append(Warned(companion, message, partial=True))


def _other_ways(name: str, year: str) -> str:
    venue = _OPENREVIEW.get(name)
    other = f"rag ingest openreview:{venue}/{year}/Conference, or " if venue else ""
    return f"try {other}save the list from the conference's page and ingest the file"
