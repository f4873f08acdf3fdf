"""Papers that match a query, by arXiv's API: pages of a hundred, at most one request in three seconds."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from rag.errors import ServiceError
from rag.sites.address import shown
from rag.sites.collected import Collected, partial
from rag.sites.download import Downloader, DownloadError, UnusableError
from rag.sites.download_checks import Feed, feed
from rag.sites.options import Sites

_PAGE = 100
_ID = r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
_IDS = re.compile(rf"{_ID}(?:\s*,\s*{_ID})*")
_STRUCTURED = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|all|submittedDate):|\b(?:AND|OR|ANDNOT)\b")
_TERM = re.compile(r'"[^"]*"|[^\s"]+')


def collect(query: str, downloads: Downloader, sites: Sites) -> Collected:
    """Return the papers that match `query`: arXiv's own query language, plain words, or ids.

    Raises:
        ServiceError: there is none, or arXiv cannot be asked.
    """
    fields = _fields(query)
    whole = f"{sites.arxiv}/api/query?{urlencode(fields)}"
    collected = Collected(is_counted=True)
    held, total, start, lack = 0, 0, 0, ""
    wanted: int | None = None
    while wanted is None or start < wanted:
        page = {"start": str(start), "max_results": str(_PAGE)}
        url = f"{sites.arxiv}/api/query?{urlencode(fields | page)}"
        downloads.say(held, total, "papers")
        try:
            answer = downloads.get(url, _look(start), downloads.limits.arxiv_pause)
        except DownloadError as error:
            if not start:
                raise
            lack, collected.unfinished = str(error), True
            break
        if wanted is None:
            total = answer.value.total if answer.value.total is not None else answer.value.entries
            wanted = min(total, downloads.limits.arxiv_papers)
            if total > wanted:
                lack = f"no more than {wanted:,} are taken; narrow the query"
        collected.groups.append({answer.path: answer.url})
        held += answer.value.entries
        start += _PAGE
    if not held:
        raise ServiceError(f"arXiv has no papers for {query!r} ({shown(whole)}); try other words")
    if held < total:
        collected.notes.append(
            partial(shown(whole), held, total, "papers", lack or "it declares more than it gives")
        )
    return collected


def _fields(query: str) -> dict[str, str]:
    if _IDS.fullmatch(query):
        return {"id_list": re.sub(r"\s", "", query)}
    if not _STRUCTURED.search(query):
        query = " AND ".join(f"all:{term}" for term in _TERM.findall(query)) or query
    # Newest first: what is added meanwhile moves papers to later pages, so that none is missed.
    return {"search_query": query, "sortBy": "submittedDate", "sortOrder": "descending"}


def _look(start: int) -> Callable[[Path], Feed]:
    """Return a look at a page that must not be empty: arXiv sends such pages when it is busy."""

    def look(path: Path) -> Feed:
        found = feed(path)
        if not found.entries and (found.total or 0) > start:
            raise UnusableError("sent an empty page")
        return found

    return look
