"""Whatever is at an address: a list in any format that files may have, or a volume's page."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from urllib.parse import urlsplit

from rag.sites.collected import Collected
from rag.sites.download import Downloader, DownloadError, UnusableError
from rag.sites.event_list import collect_json
from rag.sites.looks import any_kind, json_document, web_page
from rag.sites.pmlr_page import paper_pages
from rag.sites.pmlr_volume import collect_pages


def collect(url: str, downloads: Downloader) -> Collected:
    """Return the papers at `url`.

    Raises:
        ServiceError: it cannot be had, or is a page without papers.
    """
    answer = downloads.get(url, any_kind)
    match answer.value:
        case "json":
            parts = urlsplit(answer.url)
            site = f"{parts.scheme}://{parts.netloc}" if "/static/virtual/" in parts.path else ""
            # What is not one document is left to the reader.
            with contextlib.suppress(UnusableError):
                document = replace(answer, value=json_document(answer.path))
                if joined := collect_json(document, downloads, site):
                    return joined
        case "html":
            if paper_pages(web_page(answer.path), url):
                return collect_pages(url, downloads)
            raise DownloadError(
                url,
                "it is a web page (of a login?), not a list of papers",
                "give the address of the list itself (JSON, BibTeX, CSV, Atom), or save that and ingest it",
            )
    return Collected([{answer.path: answer.url}])
