"""The papers of a venue on OpenReview, by its second API or, for older venues, the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from rag.errors import ServiceError
from rag.sites.collected import Collected, PagedRows, collect_rows
from rag.sites.download import Downloader, DownloadError
from rag.sites.download_checks import json_document
from rag.sites.options import Sites
from rag.sources.records import Warned

_PAGE = 1000
_UNKNOWN = frozenset({400, 403, 404})
_INVITATIONS = ("Blind_Submission", "Submission", "submission")
_ALL_SUBMISSIONS = "these are all public submissions: this venue's notes do not say which were accepted"


def collect(venue: str, downloads: Downloader, sites: Sites) -> Collected:
    """Return the papers of a venue, as ICML.cc/2024/Conference.

    Raises:
        ServiceError: there is none, or OpenReview cannot be asked.
    """
    failure: DownloadError | None = None
    for base, fields in _ways(venue, sites):
        url = f"{base}/notes?{urlencode(fields, safe='/')}"
        try:
            found = _all_notes(f"{base}/notes", fields, downloads)
        except DownloadError as error:
            failure = failure or error
            if base == sites.openreview_old and error.status not in _UNKNOWN:
                break  # it is down
            continue
        if found.rows:
            collected = collect_rows(found, "notes", "papers", url, "notes.json", downloads.cache)
            if "invitation" in fields:
                collected.notes.append(Warned(url, _ALL_SUBMISSIONS))
            return collected
    if failure is not None and failure.status not in (400, 404):
        raise ServiceError(
            f"{failure}; or try the conference's own list, as in: rag ingest icml:2024"
        ) from failure
    raise ServiceError(
        f"OpenReview shows no public papers of {venue!r}; compare the id with the address of the venue's"
        f" page, https://openreview.net/group?id=..., as in: rag ingest openreview:ICML.cc/2024/Conference"
    )


def _ways(venue: str, sites: Sites) -> Iterator[tuple[str, dict[str, str]]]:
    yield sites.openreview, {"content.venueid": venue}
    yield sites.openreview_old, {"content.venueid": venue}
    for name in _INVITATIONS:
        yield sites.openreview_old, {"invitation": f"{venue}/-/{name}"}


def _all_notes(address: str, fields: Mapping[str, str], downloads: Downloader) -> PagedRows:
    """Return all pages. What fails after the first page leaves a partial result."""
    found = PagedRows()
    seen: set[str] = set()
    for number in range(downloads.limits.pages):
        query = {**fields, "limit": str(_PAGE), "offset": str(number * _PAGE)}
        url = f"{address}?{urlencode(query, safe='/')}"
        downloads.say(len(found.rows), found.declared, "papers")
        try:
            page = downloads.get(url, json_document).value
        except DownloadError as error:
            if not number:
                raise
            found.lack, found.unfinished = str(error), True
            return found
        notes = page.get("notes") if isinstance(page, Mapping) else None
        if not isinstance(notes, list):
            if not number:
                raise DownloadError(url, "it has changed its form (no notes)", "report this", 200)
            found.lack = f"a page has another form: {url}"
            return found
        if number == 0 and type(page.get("count")) is int:
            found.declared = page["count"]
        fresh = [note for note in notes if isinstance(note, Mapping) and str(note.get("id")) not in seen]
        seen.update(str(note.get("id")) for note in fresh)
        found.rows += fresh
        if notes and not fresh:
            found.lack = "its pages repeat themselves"
            break
        if len(notes) < _PAGE and (not notes or found.declared is None or len(seen) >= found.declared):
            break
        if found.declared is not None and len(seen) >= found.declared:
            break
    if found.declared is not None and len(found.rows) < found.declared:
        found.lack = found.lack or "it declares more than it gives"
    return found
