"""Turns the notes of OpenReview's API, old and new, into plain records.

Submissions that were rejected, withdrawn or deleted are not papers of the venue and are skipped;
notes without a decision are kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rag.sources.fields import plain_text, year_of

_REFUSED = re.compile(r"(reject|withdraw|withdrawn|desk[_ ]?reject)\w*", re.IGNORECASE)
_GONE_BY = re.compile(r"/-/(?:(?:Withdrawn|Desk_?Rejected|Rejected)_Submission|Withdrawal)$", re.IGNORECASE)
_SESSION = re.compile(r"\s+(?:poster|oral|spotlight|highlight|notable.*|conditional)$", re.IGNORECASE)


def is_note(record: Mapping[Any, Any]) -> bool:
    """Tell whether `record` is a note: its fields are under `content`."""
    content = record.get("content")
    return isinstance(content, Mapping) and not {"title", "abstract"}.isdisjoint(content)


def from_note(note: Mapping[str, Any]) -> dict[str, Any] | str:
    """Return the fields of a note, or why it is no paper."""
    content = {key: _unwrap(value) for key, value in note["content"].items()}
    venue, venueid = plain_text(content.get("venue")), plain_text(content.get("venueid"))
    if state := _state(note, venueid, venue, plain_text(content.get("decision"))):
        return f"{state} submission (id {plain_text(note.get('id'))})"
    forum = plain_text(note.get("forum")) or plain_text(note.get("id"))
    dated = (year_of(v) for v in (venue, venueid, content.get("year"), note.get("pdate"), note.get("cdate")))
    return {
        "title": content.get("title"),
        "abstract": content.get("abstract"),
        "authors": content.get("authors"),
        "keywords": content.get("keywords"),
        "venue": _SESSION.sub("", venue),
        "year": next((year for year in dated if year), None),
        "url": f"https://openreview.net/forum?id={forum}" if forum else "",
        "openreview_id": forum,
        "id": note.get("id"),
    }


def _state(note: Mapping[str, Any], *said: str) -> str:
    """Return why a submission is no paper of its venue, or an empty string."""
    if note.get("ddate"):
        return "deleted"
    invitations = [note.get("invitation"), *(note.get("invitations") or ())]
    signs = [m for text in said if (m := _REFUSED.search(text))]
    signs += [m for i in invitations if isinstance(i, str) and (m := _GONE_BY.search(i))]
    if not signs:
        return ""
    return "withdrawn" if "withdr" in signs[0].group().lower() else "rejected"


def _unwrap(value: Any) -> Any:
    return value["value"] if isinstance(value, Mapping) and "value" in value else value
