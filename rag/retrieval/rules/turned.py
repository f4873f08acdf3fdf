"""Turns conditions round that stand after "not": "papers not at ICML", "except those from 2023"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import NOT, Recognised, recognised

_TURNS = re.compile(
    rf"[,\s]*(?:\bbut\s+)?\b(?:{NOT}|no|without|(?:is|are|was|were)n['’]t)"
    r"(?:\s+(?:published|presented|appear(?:ed|ing)?|written|accepted|papers|those|ones))*\s*$",
    re.IGNORECASE,
)
_NOT_ONLY = re.compile(r"\bnot\s+(?:only|just|necessarily)\s*$", re.IGNORECASE)
_PREPOSITIONS = {
    "year": "from",
    "venue": "at",
    "author": "by",
    "author count": "with this number of authors:",
    "collection": "in the collection",
    "keyword": "with the keyword",
    "session": "in the session",
    "title start": "with a title that begins with",
}


def turned(question: str, found: Sequence[Recognised]) -> list[Recognised]:
    """Return the conditions, those turned round that stand after "not": "papers not at ICML".

    "Not only" makes no condition. What goes on with them ("not at ICML or NeurIPS", "not at
    ICML 2023") is turned round too.
    """
    result: list[Recognised] = []
    for item in sorted(found, key=lambda item: item.start):
        if _NOT_ONLY.search(question[: item.start]):
            continue
        if not item.condition:
            result.append(item)
            continue
        before = result[-1] if result and result[-1].condition.none_of else None
        gap = question[before.end : item.start] if before else "?"
        if before and item.kind == "year" and not gap.strip():
            # Not that conference in that year; others and other years are wanted.
            both = before.condition.none_of[0].and_also(item.condition)
            value = f"{before.value} {item.value}"
            words = question[before.start : item.end].strip(" ,")
            result[-1] = replace(
                before, value=value, end=item.end, words=words, condition=PaperFilter(none_of=(both,))
            )
        elif lead := _TURNS.search(question[: item.start]):
            result.append(_turned_round(question, item, lead.start()))
        elif before and not gap and item.kind in _PREPOSITIONS:
            result.append(_turned_round(question, item, item.start))
        else:
            result.append(item)
    return result


def _turned_round(question: str, item: Recognised, start: int) -> Recognised:
    value = f"{_PREPOSITIONS[item.kind]} {item.value}"
    condition = PaperFilter(none_of=(item.condition,))
    return recognised("not", value, question, start, item.end, condition, item.remark)
