"""Finds the records in a JSON document: in lists, under keys, in columns, in pages and sessions.

An object with a description beside a list of papers describes these papers and is none itself. A paper
may hold lists too: its authors, references or versions stay part of it, even where they have abstracts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rag.sources import conference, openreview
from rag.sources.fields import ABSTRACT, AUTHORS, SESSIONS, TITLE, has_abstract_field, normalise, text_of
from rag.sources.json_columns import rows_of, split_table_rows
from rag.sources.sniff import column_name

_MAX_DEPTH = 6
# Names of lists, without punctuation: of papers, of anything, of what belongs to one paper.
_PAPERS = re.compile(
    r".*papers|posters|orals|spotlights|articles|publications|submissions|contributions|abstracts"
    r"|talks|presentations"
)
_ANYTHING = re.compile(
    r"data|results?|items?|entries|records|documents|docs|hits|rows|list|nodes|edges|works|notes|values?"
    r"|objects|elements|children|collection|events|schedule|program(?:me)?|sessions"
)
_OF_A_PAPER = re.compile(
    r"(?:related|similar|recommend|referenc|bibliograph|cit(?:ed|es|ing|ation)|prior|previous|other|duplicate"
    r"|version|revision|review|comment|repl(?:y|ies)|response).*"
)
# Objects that say what a file holds.
_ABOUT = frozenset(
    ("meta", "metadata", "info", "about", "header", "conference", "proceedings", "venue", "dataset")
)
_STRICTLY_ABSTRACT = frozenset(name for name in ABSTRACT if "abstract" in name)


def records_in(document: Any, depth: int = 0) -> Sequence[Any]:
    """Return the records in a document: the list itself, or those found under some keys.

    A record is any JSON value, or a `Remark` on the records before it.
    """
    if depth > _MAX_DEPTH:
        return []
    if isinstance(document, list):
        if any(map(is_paper, document)):
            return [record for value in document for record in unfolded(value, depth)]
        # Pages or sessions of papers, or papers inside {"node": ...}.
        inner = [r for v in document if isinstance(v, Mapping | list) for r in records_in(v, depth + 1)]
        return inner if any(map(is_paper, inner)) else document
    if not isinstance(document, Mapping):
        return []
    if openreview.is_note(document) or conference.is_event(document):
        return [document]
    if table := split_table_rows(document):
        return table
    if has_abstract_field(document):
        return rows_of(document) or _listed_abstracts(document) or unfolded(document, depth)
    return _records_under_keys(document, depth)


def unfolded(value: Any, depth: int = 0) -> Sequence[Any]:
    """Return the papers inside `value` if it is a page, session or table of them, else [value]."""
    if not isinstance(value, Mapping | list) or _is_certainly_one(value):
        return [value]
    if isinstance(value, Mapping) and not normalise(value).keys().isdisjoint((*TITLE, *ABSTRACT)):
        return rows_of(value) or _papers_described_by(value, depth) or [value]
    inner = records_in(value, depth + 1)
    return inner if any(map(is_paper, inner)) else [value]


def is_paper(record: Any) -> bool:
    """Tell whether `record` is an object that may be a paper."""
    return isinstance(record, Mapping) and (has_abstract_field(record) or _is_certainly_one(record))


def _is_certainly_one(record: Any) -> bool:
    return isinstance(record, Mapping) and (openreview.is_note(record) or conference.is_event(record))


def _is_clearly_paper(record: Any) -> bool:
    """Tell whether more than a text makes `record` a paper."""
    if not is_paper(record):
        return False
    names = normalise(record).keys()
    more = _STRICTLY_ABSTRACT.union(AUTHORS)
    return _is_certainly_one(record) or not (names.isdisjoint(TITLE) or names.isdisjoint(more))


def _records_under_keys(document: Mapping[Any, Any], depth: int) -> Sequence[Any]:
    nested = {k: _named_sessions(k, v) for k, v in document.items() if isinstance(v, Mapping | list)}
    found = {key: records_in(value, depth + 1) for key, value in nested.items()}
    if any(
        any(map(_is_clearly_paper, records)) and not _is_itself(nested[k], records)
        for k, records in found.items()
    ):
        nested = {k: value for k, value in nested.items() if not _is_about(k, value, found[k])}
    mappings = {key: value for key, value in nested.items() if isinstance(value, Mapping)}
    if all(isinstance(v, Mapping) for v in document.values()) and any(map(is_paper, document.values())):
        return [record for key, value in mappings.items() for record in _keyed(key, value, depth)]
    papers = [record for key in nested if any(map(is_paper, found[key])) for record in found[key]]
    if papers:
        return _of_session(document, papers)
    lists = [v for v in document.values() if isinstance(v, list) and any(isinstance(r, Mapping) for r in v)]
    return max(lists, key=len, default=[])


def _is_itself(value: Any, records: Sequence[Any]) -> bool:
    return len(records) == 1 and records[0] is value


def _is_about(key: Any, value: Any, records: Sequence[Any]) -> bool:
    """Tell whether `value` describes the papers beside it."""
    if column_name(str(key)) not in _ABOUT or not _is_itself(value, records):
        return False
    return normalise(value).keys().isdisjoint(AUTHORS) and not _is_certainly_one(value)


def _keyed(key: Any, value: Mapping[Any, Any], depth: int) -> Sequence[Any]:
    """Return a record with the key it stood under, its title if it has none, else its id; or its papers."""
    records = unfolded(value, depth)
    if not _is_itself(value, records):
        return records
    is_title = " " in str(key).strip() and normalise(value).keys().isdisjoint(TITLE)
    return [{"title" if is_title else "id": key} | dict(value)]


def _listed_abstracts(document: Mapping[Any, Any]) -> Sequence[Any]:
    """Return the texts of {"abstracts": ["...", "..."]}, which are no paragraphs of one abstract."""
    if len(document) == 1:
        texts = next(iter(document.values()))
        return records_in(texts) if isinstance(texts, list) else []
    fields = normalise(document)
    texts = fields.get("abstracts")
    if not isinstance(texts, list) or len(texts) < 2 or not fields.keys().isdisjoint(AUTHORS):
        return []
    return texts if all(isinstance(text, str) for text in texts) else []


def _papers_described_by(record: Mapping[Any, Any], depth: int) -> list[Any]:
    """Return the papers in the lists of a session or the like, nothing if `record` is a paper itself."""
    names = normalise(record).keys()
    has_authors = not names.isdisjoint(AUTHORS)
    is_vague = not has_authors and names.isdisjoint(_STRICTLY_ABSTRACT)
    papers: list[Any] = []
    for key, value in record.items():
        name = column_name(str(key))
        if not _holds_objects(value) or _OF_A_PAPER.fullmatch(name):
            continue
        of_papers, of_anything = _PAPERS.fullmatch(name), _ANYTHING.fullmatch(name)
        if (has_authors or isinstance(value, Mapping)) and not (of_papers or of_anything):
            continue
        inner = records_in(value, depth + 1)
        if of_papers and not has_authors:
            is_list = any(map(_is_titled, inner)) or any(map(is_paper, inner))
        elif of_papers or (of_anything and is_vague):
            is_list = any(map(is_paper, inner))
        else:
            is_list = any(map(_is_clearly_paper, inner))
        if is_list:
            papers += inner
    return _of_session(record, papers)


def _named_sessions(key: Any, value: Any) -> Any:
    """Return the objects of a list of sessions or tracks with what they are called as such."""
    kind = SESSIONS.get(column_name(str(key)))
    if kind is None or not isinstance(value, list):
        return value
    return [
        {kind: name} | dict(one) if isinstance(one, Mapping) and (name := _session_name(one)) else one
        for one in value
    ]


def _session_name(record: Mapping[Any, Any]) -> str:
    return "" if _is_clearly_paper(record) else text_of(normalise(record), TITLE)


def _of_session(container: Mapping[Any, Any], papers: Sequence[Any]) -> list[Any]:
    """Return the papers with the session and track that the object around them names."""
    named = {k: v for k, v in container.items() if column_name(str(k)) in SESSIONS and isinstance(v, str)}
    return [named | dict(paper) if named and isinstance(paper, Mapping) else paper for paper in papers]


def _holds_objects(value: Any) -> bool:
    if isinstance(value, list):
        return any(isinstance(inner, Mapping | list) for inner in value)
    return isinstance(value, Mapping)


def _is_titled(record: Any) -> bool:
    return isinstance(record, Mapping) and not normalise(record).keys().isdisjoint(TITLE)
