"""Decides whether the retrieved papers can answer a question at all, and which of them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.answering.details import asks_only_about, missing_detail
from rag.answering.named_in_question import papers_called
from rag.answering.question_language import is_foreign
from rag.answering.record_fields import HELD, field_not_held
from rag.answering.support_words import stem, text_words
from rag.index.authors import asked_author
from rag.index.tokenizer import question_terms, terms
from rag.retrieval.results import Hit, WordMatch

# A logistic regression: is the question answered by an abstract of ICML 2024? Fitted on 374
# answerable questions and 262 that no abstract answers. In five-fold cross-validation it refuses
# 3.1% of the former, 95.9% of those on a topic that is not there and all that are on another field.
_INTERCEPT = -17.037
_RELEVANCE = 0.316  # the cross-encoder's logit
_COVERAGE = 16.689  # how far the paper has the question's words, the rare ones first
# A rare word that the paper has in no form: authors write other verbs, but no other crops.
_LACK = -2.109
_LENGTH = 1.045  # number of the question's terms: long questions get low logits
_NAME = 5.095  # a rare name of the question stands in the paper
_MOST_TERMS = 12
# A paper that the question calls by name may lie so far below: whether it says what is asked is then
# another question.
_CALLED = 3.0
# A question that asks for papers on so few words is answered by one that has them side by side in its title.
_SHORT_TOPIC = 3
# Questions for a list of papers rather than for one fact.
_SEVERAL = re.compile(
    r"\b(?:papers|works|studies|methods|approaches|techniques|articles|groups|people|authors)\b"
    r"|\bwho (?:works?|else|uses?)\b|\bwork (?:on|that|deals)\b|\bany (?:recent )?(?:work|results)\b",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
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
    papers. Of a short topic, papers with that title pass. Where the question names several methods,
    each that was found has a paper. Papers that the question names and asks for nothing else stay in
    any case, and so do all papers by an author whom it names, but for those that are about something
    else.
    """
    if not any(map(_LETTER.search, question_terms(question))):
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
    on_topic = [hit for hit in read if _holds_topic(question, hit)]
    kept = tuple(hit for value, hit in scored if value >= lowest or hit in on_topic)[:most] or tuple(
        hit for value, hit in scored if value >= threshold - _CALLED and hit in named
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
    missing = _missing(hit)
    asked = len(set(question_terms(question)))
    return (
        _INTERCEPT
        + _RELEVANCE * (hit.relevance or 0.0)
        + _COVERAGE * _coverage(hit, missing)
        + _LACK * _worst(hit, missing)
        + _LENGTH * min(asked, _MOST_TERMS)
        + _NAME * bool(hit.names)
    )


def _holds_topic(question: str, hit: Hit) -> bool:
    """Whether the question is a short topic, and the paper's title has its words side by side."""
    topic = question_terms(question)
    if not 0 < len(topic) <= _SHORT_TOPIC:
        return False
    said = terms(hit.paper.title)
    return any(said[i : i + len(topic)] == topic for i in range(len(said)))


def _missing(hit: Hit) -> list[WordMatch]:
    """Return the words of the question that the paper has in no form."""
    held = set(terms(_text(hit)))
    return [match for match in hit.matches if held.isdisjoint(terms(match.word)[:1])]


def _coverage(hit: Hit, missing: Sequence[WordMatch]) -> float:
    """Return how far the paper has the question's words, 0 to 1: one that is missing counts as it is near."""
    whole = sum(match.rarity for match in hit.matches)
    return 1 - sum(_distance(match) for match in missing) / whole if whole else 0.0


def _worst(hit: Hit, missing: Sequence[WordMatch]) -> float:
    """Return how rare and how far from the paper the worst word is for which it has no other."""
    known = text_words(_text(hit))
    worst = max((_distance(m) for m in missing if not known.has(stem(m.word))), default=0.0)
    return worst / math.sqrt(len(hit.matches) + 1)


def _distance(match: WordMatch) -> float:
    return match.rarity * (1 - match.nearness)


def _text(hit: Hit) -> str:
    return f"{hit.paper.title} {hit.paper.text}"


def _mentions(hit: Hit, name: str) -> bool:
    """Whether the words of `name` stand in the paper, so that it is a method rather than a person."""
    return set(terms(name)) <= set(terms(_text(hit)))
