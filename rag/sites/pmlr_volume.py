"""A volume of PMLR: its bibliography if it has the abstracts, else the page of each paper."""

from __future__ import annotations

import json
import re
from typing import Any

from rag.errors import ServiceError
from rag.sites.collected import Collected, partial
from rag.sites.download import Downloader, DownloadError
from rag.sites.download_checks import bibtex, web_page
from rag.sites.pmlr_page import paper, paper_pages
from rag.sources.records import Skipped, Warned

_HAS_ABSTRACTS = re.compile(r"^\s*abstract\s*=", re.IGNORECASE | re.MULTILINE)
_MAX_PAPERS = 5000


def collect(url: str, downloads: Downloader) -> Collected:
    """Return the papers of the volume at `url`, which ends in a slash.

    Raises:
        ServiceError: it cannot be had, or has no papers.
    """
    bibliography = f"{url}assets/bib/bibliography.bib"
    try:
        answer = downloads.get(bibliography, bibtex)
    except DownloadError as error:
        if error.status is None:
            raise  # no answer at all: its pages will not answer either
        why = error.reason
    else:
        if _HAS_ABSTRACTS.search(answer.value):
            return Collected([{answer.path: answer.url}])
        why = "it has no abstracts"
    collected = collect_pages(url, downloads)
    collected.notes.insert(0, Warned(bibliography, f"not used, {why}; the papers' own pages were read"))
    return collected


def collect_pages(url: str, downloads: Downloader) -> Collected:
    """Return the papers that the page of a volume links to, each from its own page.

    Raises:
        ServiceError: the page cannot be had, or links to no papers.
    """
    pages = paper_pages(downloads.get(url, web_page).value, url)
    if not pages:
        raise ServiceError(f"{url} is a web page that lists no papers; check the address in a browser")
    collected = Collected()
    papers: list[dict[str, Any]] = []
    lack = "" if len(pages) <= _MAX_PAPERS else f"no more than {_MAX_PAPERS:,} are taken"
    for page in pages[:_MAX_PAPERS]:
        downloads.say(len(papers), len(pages), "papers")
        try:
            papers.append(paper(downloads.get(page, web_page).value, page))
        except DownloadError as error:
            if error.status in (404, 410):
                collected.notes.append(Skipped(page, error.reason))
                continue
            if not papers:
                raise
            lack, collected.unfinished = str(error), True
            break
    joined = downloads.cache.write(url, "papers.json", json.dumps(papers, ensure_ascii=False))
    collected.groups.append({joined: url})
    if lack:
        collected.notes.append(partial(url, len(papers), len(pages), "papers", lack))
    return collected
