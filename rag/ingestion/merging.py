"""Makes one paper of two records of it."""

from __future__ import annotations

from dataclasses import replace

from rag.paper import Paper

_FACTS = ("title", "authors", "year", "venue", "url", "keywords")
_IDENTITY_RANK = ("doi:", "openreview:", "arxiv:")


def merged_paper(stored: Paper, incoming: Paper) -> Paper:
    """Return one paper from two records of it.

    The record with the better identifier is the authority, the newer one where both have the
    same; the other fills what is blank. A published abstract always goes before a digest.
    """
    same_id = stored.paper_id == incoming.paper_id
    newer_leads = same_id or _rank(incoming) < _rank(stored)
    first, second = (incoming, stored) if newer_leads else (stored, incoming)
    taken = [name for name in _FACTS if not getattr(first, name) and getattr(second, name)]
    if first.text_kind == "digest" and second.text_kind == "abstract":
        taken += ["text", "text_kind", "fingerprint"]
    origins = dict(first.field_origins) | {name: second.origin_of(name) for name in taken}
    values = {name: getattr(second, name) for name in taken}
    return replace(first, **values, field_origins=tuple(origins.items()))


def says_the_same(one: Paper, other: Paper) -> bool:
    """Whether two records of a paper say the same; where they were read does not matter."""
    return replace(one, origin="", field_origins=()) == replace(other, origin="", field_origins=())


def _rank(paper: Paper) -> int:
    """Return how good a paper's identifier is; 0 is best."""
    for rank, prefix in enumerate(_IDENTITY_RANK):
        if paper.paper_id.startswith(prefix):
            return rank
    return len(_IDENTITY_RANK) + paper.paper_id.startswith("text:")
