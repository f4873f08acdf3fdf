"""Decides whether the retrieved papers can answer a question at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.index.tokenizer import terms
from rag.retrieval.results import Hit


@dataclass(frozen=True, slots=True)
class GateResult:
    """The hits an answer may use, best first; without any, `reason` says why."""

    hits: tuple[Hit, ...]
    reason: str = ""


def apply_gate(
    question: str, hits: Sequence[Hit], answer_relevance: float, min_relevance: float, most: int
) -> GateResult:
    """Keep the papers that are relevant enough.

    `answer_relevance` is the cross-encoder logit that the best paper needs, `min_relevance` the
    one any paper needs. A paper by an author whom the question names passes without.
    """
    if not terms(question):
        return GateResult((), "the question has no telling words; ask for a topic, a method or an author")
    authored = [hit for hit in hits if hit.named_author]
    if authored:
        return GateResult(tuple(authored))
    best = max((hit.relevance or 0.0 for hit in hits), default=None)
    if best is None or best < answer_relevance:
        return GateResult((), "no abstract is relevant enough")
    return GateResult(tuple(h for h in hits if (h.relevance or 0.0) >= min_relevance)[:most])
