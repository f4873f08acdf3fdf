"""Decides whether the retrieved papers can answer a question at all, and which of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.answering.details import asks_only_about, missing_detail
from rag.answering.named_in_question import papers_called
from rag.answering.question_language import is_foreign
from rag.answering.record_fields import HELD, field_not_held
from rag.index.authors import asked_author
from rag.index.tokenizer import question_terms, terms
from rag.retrieval.results import Hit

# A logistic regression: is the question answered by an abstract of ICML 2024? Fitted on 190
# answerable questions and 60 that no abstract answers. In five-fold cross-validation it refuses
# 2.2% of the former and 98.3% of the latter (AUC 0.998).
_INTERCEPT = -11.541
_RELEVANCE = 0.339  # the cross-encoder's logit
_DENSE = 8.651  # cosine of the best chunk
_COVERAGE = 7.646  # share of the question's terms that stand in the paper
_LENGTH = 0.762  # number of the question's terms: long questions get low logits
_NAME = 2.796  # a rare name of the question stands in the paper
_MOST_TERMS = 12
# A paper that the question calls by name may lie so far below: whether it says what is asked is then
# another question.
_CALLED = 3.0
# Questions for a list of papers rather than for one fact.
_SEVERAL = re.compile(
    r"\b(?:papers|works|studies|methods|approaches|techniques|articles|groups|people|authors)\b"
    r"|\bwho (?:works?|else|uses?)\b|\bwork (?:on|that|deals)\b|\bany (?:recent )?(?:work|results)\b",
    re.IGNORECASE,
)
_NOT_RELEVANT = "no abstract is relevant enough"
_NO_WORDS = "the question has no telling words; ask for a topic, a method or an author"
_FOREIGN = (
    "the models that search read English; ask in English, or set another embedder, or a language model,"
    " which translates questions"
)


@dataclass(frozen=True, slots=True)
class GateResult:
    """The hits an answer may use, best first; without any, `reason` says why.

    `nearest` are then the hits that came closest, if the gate knows them better than the search.
    """

    hits: tuple[Hit, ...]
    reason: str = ""
    nearest: tuple[Hit, ...] | None = None


def apply_gate(question: str, hits: Sequence[Hit], threshold: float, margin: float, most: int) -> GateResult:
    """Keep the papers with enough evidence that they answer the question.

    The best paper needs an `evidence` of at least `threshold`; at most `most` others stay that
    reach it too and lie within `margin` of the best, twice as far if the question asks for several
    papers. Where the question names several methods, each that was found has a paper. Papers that
    the question names and asks for nothing else stay in any case, and so do all papers by an author
    whom it names, but for those that are about something else.
    """
    if not question_terms(question):
        return GateResult((), _NO_WORDS, nearest=())
    field = field_not_held(question, hits)
    if field:
        asked_of = tuple(hit for hit, _ in papers_called(question, hits))
        return GateResult((), f"{field} are not held here, only {HELD}", asked_of or None)
    authored = tuple(hit for hit in hits if hit.named_author)
    if authored:
        fitting = tuple(hit for hit in authored if not hit.borderline)
        return GateResult(fitting, "" if fitting else _NOT_RELEVANT, authored)
    author = asked_author(question)
    if author is not None and not any(_mentions(hit, author) for hit in hits):
        return GateResult((), f"no paper searched is by {author}")
    read = [hit for hit in hits if hit.relevance is not None]
    scored = [(evidence(question, hit), hit) for hit in read]
    best = max((value for value, _ in scored), default=threshold - 1)
    lowest = max(threshold, best - margin * (2 if asks_for_several(question) else 1))
    called = papers_called(question, read)
    named = tuple(hit for hit, _ in called if hit.named)
    if named and asks_only_about(question, [name for hit, names in called if hit.named for name in names]):
        return GateResult(named)
    by_name = [hit for hit, _ in called]
    kept = tuple(hit for value, hit in scored if value >= lowest)[:most] or tuple(
        hit for value, hit in scored if value >= threshold - _CALLED and hit in by_name
    )
    kept = _with_every_name(question, kept[:most], read)
    if not kept:
        return GateResult((), _FOREIGN if is_foreign(question) else _NOT_RELEVANT)
    detail = missing_detail(question, kept)
    if detail:
        about = tuple(hit for hit, _ in papers_called(question, kept)) or kept
        return GateResult((), f"no abstract says it ({detail}); the full text of the paper may", about)
    return GateResult(kept)


def asks_for_several(question: str) -> bool:
    """Whether the question asks for a list of papers rather than for one fact."""
    return bool(_SEVERAL.search(question))


def _with_every_name(question: str, kept: tuple[Hit, ...], read: Sequence[Hit]) -> tuple[Hit, ...]:
    """Add, to papers that pass, one for each name of the question that none of them holds."""
    if not kept:
        return kept
    called = papers_called(question, read)
    held = {name for hit, names in called if hit in kept for name in names}
    for hit, names in called:
        if set(names) - held:
            kept = (*kept, hit)
            held.update(names)
    return kept


def evidence(question: str, hit: Hit) -> float:
    """Return the log-odds that the library answers the question, if `hit` is its best paper."""
    wanted = set(question_terms(question))
    coverage = len(wanted.intersection(terms(_text(hit)))) / len(wanted) if wanted else 0.0
    return (
        _INTERCEPT
        + _RELEVANCE * (hit.relevance or 0.0)
        + _DENSE * hit.dense
        + _COVERAGE * coverage
        + _LENGTH * min(len(wanted), _MOST_TERMS)
        + _NAME * bool(hit.names)
    )


def _text(hit: Hit) -> str:
    return f"{hit.paper.title} {hit.paper.text}"


def _mentions(hit: Hit, name: str) -> bool:
    """Whether the words of `name` stand in the paper, so that it is a method rather than a person."""
    return set(terms(name)) <= set(terms(_text(hit)))
