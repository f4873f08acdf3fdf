"""Reads the web pages of PMLR: a volume's list, and a paper's page."""

from __future__ import annotations

import re
from contextlib import suppress
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


def paper_pages(html: str, volume_url: str) -> list[str]:
    """Return the addresses of the papers' pages that a volume's page links to, without repeats."""
    parser = _Links()
    _feed(parser, html)
    base = urlsplit(volume_url)
    folder = base.path.rpartition("/")[0] + "/"
    pages: dict[str, None] = {}
    for href in parser.links:
        try:
            url = urldefrag(urljoin(volume_url, href)).url
            parts = urlsplit(url)
        except ValueError:
            continue
        name = parts.path.removeprefix(folder)
        if (
            parts.hostname == base.hostname
            and parts.path.startswith(folder)
            and re.fullmatch(r"[\w-]+\.html", name)
        ):
            pages[parts._replace(scheme=base.scheme, netloc=base.netloc).geturl()] = None
    return [page for page in pages if not page.endswith("/index.html")]


def paper(html: str, url: str) -> dict[str, Any]:
    """Return the fields of a paper's page; what the page does not have is empty."""
    parser = _Paper()
    _feed(parser, html)
    return {
        "title": parser.first("citation_title"),
        "abstract": " ".join("".join(parser.abstract).split()),
        "authors": parser.meta.get("citation_author", []),
        "year": parser.first("citation_publication_date"),
        "venue": parser.first("citation_conference_title") or parser.first("citation_inbook_title"),
        "url": url,
    }


def _feed(parser: HTMLParser, html: str) -> None:
    # Python 3.11 raises this at a malformed <![...; what came before is read.
    with suppress(AssertionError):
        parser.feed(html)


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href")
        if tag == "a" and href:
            self.links.append(href)


class _Paper(HTMLParser):
    """Keeps the citation_... fields of the head and the text of the element with the id "abstract"."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.meta: dict[str, list[str]] = {}
        self.abstract: list[str] = []
        self._depth = 0

    def first(self, name: str) -> str:
        return next(iter(self.meta.get(name, [])), "")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = dict(attrs)
        name, content = fields.get("name") or "", fields.get("content") or ""
        if tag == "meta" and name.startswith("citation_") and content:
            self.meta.setdefault(name, []).append(content)
        if tag in _VOID:
            return
        if self._depth or (fields.get("id") == "abstract" and not self.abstract):
            self._depth += 1

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in _VOID:
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.abstract.append(data)
