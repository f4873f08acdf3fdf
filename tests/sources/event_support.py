"""Rows of event lists, invented."""

from __future__ import annotations

from reader_support import A


def new(number, name="Icegauge", abstract=A, kind="Poster", **more):
    return {
        "id": number,
        "name": name,
        "authors": [{"id": 1, "fullname": "Ada One", "institution": "X"}],
        "abstract": abstract,
        "keywords": ["ice"],
        "decision": f"Accept ({kind})",
        "eventtype": kind,
        "event_type": "poster",
        "virtualsite_url": f"/virtual/2031/{kind.lower()}/{number}",
        "url": None,
        "sourceurl": "https://openreview.net/group?id=ICML.cc/2031/Conference",
        "paper_url": f"https://openreview.net/forum?id=abcdef{number:04}",
        "visible": True,
    } | more


def page(*rows, count=None, follow=None):
    return {
        "count": len(rows) if count is None else count,
        "next": follow,
        "previous": None,
        "results": list(rows),
    }


def event(number, **fields):
    page = f"https://icml.cc/virtual/2031/poster/{number}"
    own = {
        "id": number,
        "name": f"Paper {number}",
        "abstract": A,
        "eventtype": "Poster",
        "virtualsite_url": page,
    }
    return own | fields
