"""What a user may name as a site: a prefix with a value, or a URL."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit, urlunsplit

from rag.errors import UsageError
from rag.sites.options import CONFERENCES

_PREFIXES = (*CONFERENCES, "nips", "openreview", "arxiv", "pmlr")
_PREFIX = re.compile(rf"({'|'.join(_PREFIXES)}):(?!//)(.*)", re.IGNORECASE | re.DOTALL)
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_YEAR = re.compile(r"(?:19|20)\d\d")
_VOLUME = re.compile(r"v?(\d{1,4})/?", re.IGNORECASE)
_VENUE_ID = re.compile(r"[\w.~+-]+(?:/[\w.~+ -]+)*")
_ARXIV_PAGE = re.compile(r"/(?:abs|pdf|html)/(.+?)(?:\.pdf)?/?$")
_EVENTS_PAGE = re.compile(r"/virtual/((?:19|20)\d\d)(?:/(?:papers\.html|index\.html)?)?$")


@dataclass(frozen=True, slots=True)
class Address:
    """A site's kind (a conference, openreview, arxiv, pmlr or web) and what is wanted of it."""

    kind: str
    value: str
    shown: str


def is_site(text: str) -> bool:
    """Tell whether `text` names a site rather than a file. It may still be malformed."""
    return bool(_PREFIX.match(text.strip()) or _URL.match(text.strip()))


def parse(text: str) -> Address:
    """Return what `text` names; pages of the known sites are taken as the sites themselves.

    Raises:
        UsageError: it is malformed.
    """
    text = text.strip()
    if found := _PREFIX.fullmatch(text):
        return _prefixed(found.group(1).lower(), found.group(2).strip(), text)
    return _url(text)


def shown(url: str) -> str:
    """Return `url` without user, password and fragment, for messages and places."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, parts.query, ""))


def _prefixed(prefix: str, value: str, text: str) -> Address:
    prefix = "neurips" if prefix == "nips" else prefix
    match prefix:
        case "openreview":
            if _VENUE_ID.fullmatch(value):
                return Address(prefix, value, text)
            example = "openreview:ICML.cc/2024/Conference"
        case "arxiv":
            if value:
                return Address(prefix, " ".join(value.split()), text)
            example = 'arxiv:cat:cs.CL AND abs:"preference optimization"'
        case "pmlr":
            if found := _VOLUME.fullmatch(value):
                return Address(prefix, f"v{int(found.group(1))}", text)
            example = "pmlr:v235"
        case _:
            if _YEAR.fullmatch(value):
                return Address(prefix, value, text)
            example = f"{prefix}:2024"
    raise UsageError(f"{text!r} is not an address of this site; it should look like {example}")


def _url(text: str) -> Address:
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme.lower() not in ("http", "https") or re.search(r"[\s\x00-\x1f]", text):
        raise UsageError(f"{shown(text) if host else text!r} is not an http(s) address")
    host = host.removeprefix("www.")
    if host == "openreview.net" and parts.path == "/group" and (venue := parse_qs(parts.query).get("id")):
        return _prefixed("openreview", venue[0], text)
    if host in ("arxiv.org", "export.arxiv.org") and (found := _ARXIV_PAGE.match(parts.path)):
        return Address("arxiv", found.group(1), text)
    if host == "proceedings.mlr.press" and (
        found := re.fullmatch(r"/(v\d+)(?:/(?:index\.html)?)?", parts.path)
    ):
        return Address("pmlr", found.group(1), text)
    if found := _EVENTS_PAGE.match(parts.path):
        for name, base in CONFERENCES.items():
            if host == urlsplit(base).hostname:
                return Address(name, found.group(1), text)
    return Address("web", text, shown(text))
