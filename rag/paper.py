"""A paper: its text, its facts, its identity and its link."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, Self
from urllib.parse import parse_qs, quote, urlsplit

from rag.text import clean, fingerprint, fold, shorten

TextKind = Literal["abstract", "digest"]

_DOI = re.compile(r"10\.\d{4,9}/[^\s?#]+")
_ARXIV = re.compile(r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})")
_LETTER = re.compile(r"[^\W\d]")
_YEAR_AT_END = re.compile(r",? ((?:19|20)\d\d)$")
_YEAR_LENGTH = len(", 2024")
_TITLE_STOP_WORDS = frozenset("a an the on of in for to with and is are towards toward how why what".split())


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper. Make it with `new_paper`, which cleans the fields and finds the identity.

    `text` is the published abstract or, when `text_kind` is "digest", a short description of it
    in other words. `fingerprint` is always that of the published abstract, so a paper that
    arrives as a digest, untitled or complete is recognised as the same one. `url` is an absolute
    http(s) address or empty. `origin` says where the record was read, and `field_origins` names the
    fields that came from another record, with where that one was read.
    """

    paper_id: str
    text: str
    fingerprint: str
    text_kind: TextKind = "abstract"
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    origin: str = ""
    field_origins: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """The title or, without one, the first words of the text."""
        return self.title or shorten(self.text)

    @property
    def bibtex_key(self) -> str:
        """A key like `ji2024efficient`: last name, year, first telling word of the title."""
        # "Doe, Jane" has the last name first.
        last_name, comma, _ = fold(self.authors[0] if self.authors else "").partition(",")
        names = last_name.split()
        author = ("".join(names) if comma else names[-1]) if names else "anonymous"
        words = re.findall(r"[a-z0-9]+", fold(self.title))
        word = next((w for w in words if w not in _TITLE_STOP_WORDS), "untitled")
        return re.sub(r"[^a-z0-9]", "", f"{author}{self.year or ''}{word}")

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        lists = {"authors": list(self.authors), "keywords": list(self.keywords)}
        return asdict(self) | lists | {"field_origins": dict(self.field_origins)}

    def origin_of(self, field_name: str) -> str:
        """Return where a field was read."""
        return dict(self.field_origins).get(field_name, self.origin)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Rebuild a paper from `to_dict`; fields of a newer version are ignored."""
        known = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        for name in ("authors", "keywords"):
            known[name] = tuple(known.get(name, ()))
        known["field_origins"] = tuple(dict(known.get("field_origins", {})).items())
        return cls(**known)


def new_paper(
    text: str,
    *,
    title: str = "",
    authors: Iterable[str] = (),
    year: int | None = None,
    venue: str = "",
    url: str = "",
    doi: str = "",
    openreview_id: str = "",
    arxiv_id: str = "",
    keywords: Iterable[str] = (),
    text_kind: TextKind = "abstract",
    abstract_fingerprint: str = "",
    origin: str = "",
) -> Paper:
    """Return a paper with cleaned fields, its best link and its identity.

    The identity is the DOI, OpenReview id, arXiv id or page address, whichever comes first, else
    the fingerprint. `abstract_fingerprint` is needed when `text` is a digest.

    Raises:
        ValueError: `text` is blank, or a digest comes without the fingerprint of its abstract.
    """
    body = clean(text)
    if not body:
        raise ValueError("a paper needs a text")
    if text_kind == "digest" and not abstract_fingerprint:
        raise ValueError("a digest needs the fingerprint of the abstract it describes")
    link = safe_url(url)
    doi = clean(doi) or _match(_DOI, link)
    openreview_id = clean(openreview_id) or clean(_openreview_id(link))
    arxiv_id = clean(arxiv_id) or _arxiv_id(link)
    identity = abstract_fingerprint or fingerprint(body)
    venue, year = _venue_and_year(clean(venue), year)
    return Paper(
        paper_id=_paper_id(doi, openreview_id, arxiv_id, link, identity),
        text=body,
        fingerprint=identity,
        text_kind=text_kind,
        title=clean(title),
        authors=tuple(dict.fromkeys(name for a in authors if (name := clean(a)))),
        year=year,
        venue=venue,
        url=link or _link_of(doi, openreview_id, arxiv_id),
        keywords=tuple(dict.fromkeys(word for k in keywords if (word := clean(k)))),
        origin=origin,
    )


def safe_url(url: str) -> str:
    """Return `url` if it is an absolute http(s) address, percent-encoded, else an empty string."""
    url = clean(url)
    try:
        parts = urlsplit(url)
        if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
            return ""
    except ValueError:
        return ""
    return quote(url, safe="%/:=&?~#+!$,;@*[]-._")


def _venue_and_year(venue: str, year: int | None) -> tuple[str, int | None]:
    """Take the year off a venue such as "ICML 2024", as it has a field of its own."""
    dated = _YEAR_AT_END.search(venue[-_YEAR_LENGTH:])
    if dated and _LETTER.search(name := venue[: -len(dated.group())]):
        return name, year or int(dated.group(1))
    return venue, year


def _match(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found.group(0) if found else ""


def _openreview_id(url: str) -> str:
    parts = urlsplit(url)
    if parts.hostname not in ("openreview.net", "www.openreview.net"):
        return ""
    return parse_qs(parts.query).get("id", [""])[0]


def _arxiv_id(url: str) -> str:
    parts = urlsplit(url)
    if not f".{parts.hostname}".endswith(".arxiv.org"):
        return ""
    return _match(_ARXIV, parts.path)


def _paper_id(doi: str, openreview_id: str, arxiv_id: str, url: str, identity: str) -> str:
    if doi:
        return f"doi:{doi.lower()}"
    if openreview_id:
        return f"openreview:{openreview_id}"
    if arxiv_id:
        return f"arxiv:{re.sub(r'v[0-9]+$', '', arxiv_id)}"
    if url:
        parts = urlsplit(url)
        path = re.sub(r"/{2,}", "/", parts.path).strip("/")
        return f"{(parts.hostname or '').removeprefix('www.')}/{path}" + (
            f"?{parts.query}" if parts.query else ""
        )
    return f"text:{identity[:16]}"


def _link_of(doi: str, openreview_id: str, arxiv_id: str) -> str:
    if doi:
        return safe_url(f"https://doi.org/{doi}")
    if openreview_id:
        return safe_url(f"https://openreview.net/forum?id={openreview_id}")
    return safe_url(f"https://arxiv.org/abs/{arxiv_id}") if arxiv_id else ""
