"""Decides whether the retrieved papers can answer a question at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.index.authors import asked_author
from rag.index.tokenizer import question_terms, terms
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
    if not question_terms(question):
        return GateResult((), "the question has no telling words; ask for a topic, a method or an author")
    authored = [hit for hit in hits if hit.named_author]
    if authored:
        return GateResult(tuple(authored))
    author = asked_author(question)
    if author is not None and not any(_mentions(hit, author) for hit in hits):
        return GateResult((), f"no paper searched is by {author}")
    best = max((hit.relevance or 0.0 for hit in hits), default=None)
    if best is None or best < answer_relevance:
        return GateResult((), "no abstract is relevant enough")
    return GateResult(tuple(h for h in hits if (h.relevance or 0.0) >= min_relevance)[:most])


def _mentions(hit: Hit, name: str) -> bool:
    """Whether the words of `name` stand in the paper, so that it is a method rather than a person."""
    return set(terms(name)) <= set(terms(f"{hit.paper.title} {hit.paper.text}"))
