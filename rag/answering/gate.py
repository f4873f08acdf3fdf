"""Decides whether the retrieved papers can answer a question at all, and which of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.index.authors import asked_author
from rag.index.tokenizer import question_terms, terms
from rag.retrieval.names import method_names
from rag.retrieval.results import Hit

# A logistic regression: is the question answered by an ICML 2024 abstract? Fitted on 125 answerable
# questions and 60 that no abstract answers. In five-fold cross-validation it refuses 2.9% of the
# former and 96.7% of the latter (AUC 0.997); on an index of 57 of the papers, 5% and all.
_INTERCEPT = -11.471
_RELEVANCE = 0.273  # the cross-encoder's logit
_DENSE = 8.654  # cosine of the best chunk
_COVERAGE = 6.708  # share of the question's terms that stand in the paper
_LENGTH = 0.774  # number of the question's terms: long questions get low logits
_NAME = 3.088  # a method's name in the question stands in this paper and few others
_MOST_TERMS = 12
_FEW_PAPERS = 3


@dataclass(frozen=True, slots=True)
class GateResult:
    """The hits an answer may use, best first; without any, `reason` says why."""

    hits: tuple[Hit, ...]
    reason: str = ""


def apply_gate(question: str, hits: Sequence[Hit], threshold: float, margin: float, most: int) -> GateResult:
    """Keep the papers with enough evidence that they answer the question.

    The best paper needs an `evidence` of at least `threshold`; at most `most` others stay that
    reach it too and lie within `margin` of the best. Papers by an author whom the question names
    stay in any case, all of them.
    """
    if not question_terms(question):
        return GateResult((), "the question has no telling words; ask for a topic, a method or an author")
    authored = tuple(hit for hit in hits if hit.named_author)
    if authored:
        return GateResult(authored)
    author = asked_author(question)
    if author is not None and not any(_mentions(hit, author) for hit in hits):
        return GateResult((), f"no paper searched is by {author}")
    read = [hit for hit in hits if hit.relevance is not None]
    names = _telling_names(question, read)
    scored = [(evidence(question, hit, names), hit) for hit in read]
    best = max((value for value, _ in scored), default=threshold - 1)
    lowest = max(threshold, best - margin)
    kept = tuple(hit for value, hit in scored if value >= lowest)[:most]
    return GateResult(kept, "" if kept else "no abstract is relevant enough")


def evidence(question: str, hit: Hit, names: Sequence[str]) -> float:
    """Return the log-odds that the library answers the question, if `hit` is its best paper.

    `names` are names of methods in the question that few papers hold.
    """
    wanted = set(question_terms(question))
    coverage = len(wanted.intersection(terms(_text(hit)))) / len(wanted) if wanted else 0.0
    return (
        _INTERCEPT
        + _RELEVANCE * (hit.relevance or 0.0)
        + _DENSE * hit.dense
        + _COVERAGE * coverage
        + _LENGTH * min(len(wanted), _MOST_TERMS)
        + _NAME * any(_holds(hit, name) for name in names)
    )


def _telling_names(question: str, hits: Sequence[Hit]) -> list[str]:
    """Return the names in the question that some of the hits hold, but only a few."""
    found = {name: sum(_holds(hit, name) for hit in hits) for name in method_names(question)}
    return [name for name, papers in found.items() if 0 < papers <= _FEW_PAPERS]


def _holds(hit: Hit, name: str) -> bool:
    return name.casefold() in _text(hit).casefold()


def _text(hit: Hit) -> str:
    return f"{hit.paper.title} {hit.paper.text}"


def _mentions(hit: Hit, name: str) -> bool:
    """Whether the words of `name` stand in the paper, so that it is a method rather than a person."""
    return set(terms(name)) <= set(terms(_text(hit)))
