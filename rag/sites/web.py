"""Whatever is at an address: a list in any format that files may have, or a volume's page."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from rag.sites.collected import Collected
from rag.sites.download import Downloader, UnusableError
from rag.sites.download_checks import any_kind, json_document, not_a_list, web_page
from rag.sites.event_list import collect_json
from rag.sites.pmlr_page import paper_pages
from rag.sites.pmlr_volume import collect_pages
from rag.sources.sniff import Kind


def collect(url: str, downloads: Downloader) -> Collected:
    """Return the papers at `url`.

    Raises:
        ServiceError: it cannot be had, or is a page without papers.
    """

    def look(path: Path) -> Kind:
        kind = any_kind(path)
        if kind == "html" and not paper_pages(web_page(path), url):
            raise not_a_list()
        return kind

    answer = downloads.get(url, look)
    if answer.value == "html":
        return collect_pages(url, downloads)
    if answer.value == "json":
        parts = urlsplit(answer.url)
        site = f"{parts.scheme}://{parts.netloc}" if "/static/virtual/" in parts.path else ""
        # What is not one document is left to the reader.
        with contextlib.suppress(UnusableError):
            document = replace(answer, value=json_document(answer.path))
            if joined := collect_json(document, downloads, site):
                return joined
    return Collected([{answer.path: answer.url}])
