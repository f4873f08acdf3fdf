"""Gives untitled abstracts their title, authors and link, by the fingerprint of the abstract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from rag.paper import Paper, new_paper


@dataclass(frozen=True, slots=True)
class Entry:
    """What a catalogue knows about a paper; its text is not kept."""

    paper_id: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    venue: str
    url: str
    origin: str


class Catalog:
    """Known papers by the fingerprint of their abstract."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = dict(entries)

    @classmethod
    def from_papers(cls, papers: Iterable[Paper]) -> Self:
        """Return a catalogue of the papers that have a title; of two with one abstract, the first."""
        entries: dict[str, Entry] = {}
        for p in papers:
            if p.title:
                entry = Entry(p.paper_id, p.title, p.authors, p.year, p.venue, p.url, p.origin)
                entries.setdefault(p.fingerprint, entry)
        return cls(entries)

    def __len__(self) -> int:
        return len(self._entries)

    def link(self, paper: Paper) -> Paper | None:
        """Return `paper` with the facts and the identity of the catalogue, and its own text.

        Returns None if the abstract is unknown, or if `paper` has a title and a link already.
        """
        entry = self._entries.get(paper.fingerprint)
        if entry is None or (paper.title and paper.url):
            return None
        scheme, _, identifier = (entry.paper_id if entry.url else paper.paper_id).partition(":")
        linked = new_paper(
            paper.text,
            title=entry.title,
            authors=entry.authors or paper.authors,
            year=entry.year if entry.year is not None else paper.year,
            venue=entry.venue or paper.venue,
            url=entry.url or paper.url,
            # A page's address does not always show the identifier that was known with it.
            doi=identifier if scheme == "doi" else "",
            openreview_id=identifier if scheme == "openreview" else "",
            arxiv_id=identifier if scheme == "arxiv" else "",
            keywords=paper.keywords,
            text_kind=paper.text_kind,
            abstract_fingerprint=paper.fingerprint,
            origin=paper.origin,
        )
        taken = [name for name in ("title", "authors", "year", "venue", "url") if getattr(entry, name)]
        return replace(linked, field_origins=tuple((name, entry.origin) for name in taken))
