"""A record with fields of any sensible name becomes a paper."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from rag.paper import Paper, new_paper, safe_url
from rag.sources.authors import parse_authors
from rag.sources.records import Skipped
from rag.text import clean

TITLE = ("title", "papertitle", "name", "displayname", "articletitle", "titel")
ABSTRACT = (
    "abstract",
    "abstracttext",
    "paperabstract",
    "abstractnote",
    "abstracts",
    "summary",
    "abstractinvertedindex",
    "zusammenfassung",
    "description",
    "text",
)
AUTHORS = (
    "authors",
    "author",
    "speakersauthors",
    "authorships",
    "paperauthors",
    "authornames",
    "creators",
    "creator",
    "speakers",
    "autoren",
)
YEAR = (
    "year",
    "publicationyear",
    "pubyear",
    "date",
    "published",
    "publicationdate",
    "issued",
    "pdate",
    "updatedate",
    "jahr",
)
VENUE = (
    "venue",
    "conference",
    "journal",
    "booktitle",
    "containertitle",
    "journaltitle",
    "journalref",
    "proceedings",
    "publicationvenue",
    "publicationtitle",
    "sourcetitle",
)
URL = (
    "url",
    "link",
    "virtualsiteurl",
    "paperurl",
    "pageurl",
    "landingpageurl",
    "absurl",
    "forumurl",
    "openreview",
    "links",
    "primarylocation",
    "pdf",
    "pdfurl",
    "paperpdfurl",
    "openaccesspdf",
)
KEYWORDS = ("keywords", "keyword", "tags", "subjects")
# Where in a conference a paper is presented, by what it is there.
SESSIONS = {
    "session": "session",
    "sessions": "session",
    "sessionname": "session",
    "sessiontitle": "session",
    "track": "track",
    "tracks": "track",
    "trackname": "track",
}
IDENTIFIER = ("id", "paperid", "key", "uid", "corpusid")

_BLANK = frozenset(
    {"", "none", "null", "nan", "n/a", "na", "-", "tbd", "tba", "no abstract", "no abstract available"}
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_TAG = re.compile(
    r"</?(?:jats:)?(?:p|sec|title|italic|bold|sub|sup|i|b|em|strong|span|div|br)"
    r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s<>\"']+))*\s*/?>",
    re.IGNORECASE,
)
_JATS = re.compile(r"<(?:jats:\w+|p)>")
# A tag that is closed, or a line break: "a <b> study" has none.
_MARKUP = re.compile(
    r"</(?:jats:)?(?:p|sec|title|italic|bold|sub|sup|i|b|em|strong|span|div)>|<br\s*/?>", re.I
)
_LABEL = re.compile(r"abstract\s*(?:[:：—–.]|-(?=\s))\s*(?=\S)", re.IGNORECASE)
_HEADED = re.compile(r"\s*(?:<[^<>]*>\s*)*<(?:jats:)?title>\s*abstract\s*</(?:jats:)?title>", re.IGNORECASE)
_YEAR_TEXT = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?")
_FINGERPRINT = re.compile(r"[0-9a-f]{32}")


def normalise(record: Mapping[Any, Any]) -> dict[str, Any]:
    """Return `record` with its keys in lower case and without punctuation; the first of equals stays."""
    fields: dict[str, Any] = {}
    for key, value in record.items():
        fields.setdefault(re.sub(r"[\W_]", "", str(key).lower()), value)
    return fields


def has_abstract_field(record: Mapping[Any, Any]) -> bool:
    """Tell whether `record` has a field that may hold an abstract."""
    return not normalise(record).keys().isdisjoint(ABSTRACT)


def paper_from_fields(record: Mapping[Any, Any], where: str) -> Paper | Skipped:
    """Return the paper in `record`, or why there is none. Never raises for its content."""
    fields = normalise(record)
    abstract = _abstract(fields)
    if not clean(abstract[:100]):
        return Skipped(where, "no abstract" + _named(fields))
    ids = normalise(fields["externalids"]) if isinstance(fields.get("externalids"), Mapping) else {}
    digest = fields.get("textkind") == "digest" and _FINGERPRINT.fullmatch(str(fields.get("fingerprint")))
    return new_paper(
        abstract,
        title=unescape(text_of(fields, TITLE)),
        authors=parse_authors(first(fields, AUTHORS)),
        year=year_of(first(fields, YEAR)),
        venue=unescape(text_of(fields, VENUE)),
        url=_url(fields),
        doi=_matching(_DOI, fields.get("doi"), ids.get("doi")),
        openreview_id=plain_text(fields.get("openreviewid")),
        arxiv_id=_arxiv_id(fields, ids),
        keywords=[*_keywords(first(fields, KEYWORDS)), *session_keywords(fields)],
        text_kind="digest" if digest else "abstract",
        abstract_fingerprint=str(fields["fingerprint"]) if digest else "",
        origin=where,
    )


def first(fields: Mapping[str, Any], names: Iterable[str]) -> Any:
    """Return the first value among `names` that is not empty, else None."""
    return next((fields[n] for n in names if fields.get(n) not in (None, "", [], {})), None)


def text_of(fields: Mapping[str, Any], names: Iterable[str]) -> str:
    """Return the first readable text among `names`, on one line, else an empty string."""
    return next((text for n in names if (text := plain_text(fields.get(n)))), "")


def plain_text(value: Any, _depth: int = 0) -> str:
    """Return the text in `value` (a text, number, {"value": ...}, list or inverted index), on one line."""
    if _depth > 4 or isinstance(value, bool):
        return ""
    if isinstance(value, str):
        text = " ".join(value.split())  # `new_paper` cleans it
        if _JATS.match(text):  # Crossref writes abstracts as XML
            text = clean(html.unescape(_TAG.sub(" ", text)))
        return "" if text.casefold().rstrip(".") in _BLANK else text
    if isinstance(value, int | float):
        return str(value) if math.isfinite(value) else ""
    if isinstance(value, list | tuple):
        return next((text for v in value if (text := plain_text(v, _depth + 1))), "")
    if isinstance(value, Mapping):
        if value and "value" not in value and all(isinstance(v, list) for v in value.values()):
            return _from_inverted_index(value)
        inner = (
            value.get(k)
            for k in ("value", "name", "display_name", "text", "#text", "url", "landing_page_url")
        )
        return next((text for v in inner if (text := plain_text(v, _depth + 1))), "")
    return ""


def unescape(title: str) -> str:
    """Return `title` with its complete HTML entities (`&amp;`, `&#233;`) as characters."""
    return clean(_ENTITY.sub(lambda m: html.unescape(m.group()), title))


def year_of(value: Any) -> int | None:
    """Return the year in a number, text, timestamp or Crossref date, else None."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        if not math.isfinite(value):
            return None
        if 1e11 < value < 4e12:  # OpenReview counts milliseconds
            return datetime.fromtimestamp(value / 1000, UTC).year
        return int(value) if 1800 <= value < 2100 else None
    if isinstance(value, Mapping):
        value = value.get("date-parts") or value.get("value")
    while isinstance(value, list | tuple) and value:
        value = value[0]
    if isinstance(value, int | float):
        return year_of(value)
    found = _YEAR_TEXT.search(value) if isinstance(value, str) else None
    return int(found.group()) if found else None


def _abstract(fields: Mapping[str, Any]) -> str:
    value = first(fields, ABSTRACT)
    if isinstance(value, list) and len(value) > 1 and all(isinstance(v, str) for v in value):
        return " ".join(value)  # its paragraphs
    if isinstance(value, str) and (headed := _HEADED.match(value)):
        value = value[headed.end() :]
    text = plain_text(value) or text_of(fields, ABSTRACT)
    if _MARKUP.search(text):
        text = _TAG.sub(" ", text)
    return _LABEL.sub("", unescape(text), count=1) if _LABEL.match(text.lstrip()) else unescape(text)


def _named(fields: Mapping[str, Any]) -> str:
    identifier = text_of(fields, IDENTIFIER)
    if identifier:
        return f" (id {identifier[:60]})"
    title = text_of(fields, TITLE)
    return f" ({title[:60]})" if title else ""


def _url(fields: Mapping[str, Any]) -> str:
    candidates = (plain_text(fields.get(name)) for name in URL)
    return next((url for url in candidates if safe_url(url)), "")


def _matching(pattern: re.Pattern[str], *values: Any) -> str:
    found = (pattern.search(plain_text(value)) for value in values)
    return next((match.group() for match in found if match), "")


def _arxiv_id(fields: Mapping[str, Any], ids: Mapping[str, Any]) -> str:
    named = _matching(_ARXIV, fields.get("arxivid"), fields.get("arxiv"), ids.get("arxiv"))
    # The arXiv data set calls it `id`, next to fields nobody else has.
    is_arxiv_dump = "authorsparsed" in fields or "categories" in fields
    found = _ARXIV.fullmatch(plain_text(fields.get("id"))) if is_arxiv_dump and not named else None
    return found.group() if found else named


def _keywords(value: Any) -> list[str]:
    if isinstance(value, Mapping) and "value" in value:
        value = value["value"]
    if isinstance(value, str):
        return re.split(r"\s*;\s*", value) if ";" in value else re.split(r"\s*,\s*", value)
    if isinstance(value, list | tuple):
        return [plain_text(v) for v in value if not isinstance(v, int | float)]
    return []


def session_keywords(fields: Mapping[str, Any]) -> list[str]:
    """Return the sessions and tracks that a record names, as keywords: "session: Kites and wind".

    `fields` are those of `normalise`.
    """
    keywords = []
    for name, kind in SESSIONS.items():
        value = fields.get(name)
        for one in value if isinstance(value, list | tuple) else [value]:
            text = text_of(normalise(one), TITLE) if isinstance(one, Mapping) else plain_text(one)
            # A number alone names nothing.
            if any(map(str.isalpha, text)):
                keywords.append(f"{kind}: {unescape(text)}")
    return keywords


def _from_inverted_index(index: Mapping[Any, Any]) -> str:
    places = [(p, str(word)) for word, where in index.items() for p in where if isinstance(p, int)]
    return clean(" ".join(word for _, word in sorted(places)))
