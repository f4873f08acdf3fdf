"""Checks whether cited papers support a sentence, and says why not.

Two things together: a signal that the texts speak of the same thing (a cross-encoder on the
nearest sentences, and how many telling words they share), and vetoes for what such a signal does
not see: changed numbers and names, negations, comparisons turned round, claims made stronger.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from rag.answering.answer import Evidence, Verdict
from rag.answering.support_words import TextWords, Word, text_words, weight, words
from rag.answering.vetoes.binding import binding_vetoes
from rag.answering.vetoes.cause import cause_vetoes
from rag.answering.vetoes.claim import Claim, Rule
from rag.answering.vetoes.clauses import clause_vetoes
from rag.answering.vetoes.copy import copy_vetoes
from rag.answering.vetoes.direction import direction_vetoes
from rag.answering.vetoes.exchange import exchange_vetoes
from rag.answering.vetoes.form import form_vetoes
from rag.answering.vetoes.measure import measure_vetoes
from rag.answering.vetoes.names import name_vetoes
from rag.answering.vetoes.negation import negation_vetoes
from rag.answering.vetoes.numbers import number_vetoes
from rag.answering.vetoes.parts import part_vetoes
from rag.answering.vetoes.quantity import quantity_vetoes
from rag.answering.vetoes.relation import relation_vetoes
from rag.answering.vetoes.strength import strength_vetoes
from rag.answering.vetoes.than import than_vetoes
from rag.answering.vetoes.words import word_vetoes
from rag.paper import Paper
from rag.sentences import Span, sentences
from rag.text import fold

SUPPORTED = 0.5
PARTIAL = 0.25

_RULES: tuple[Rule, ...] = (
    form_vetoes,
    number_vetoes,
    measure_vetoes,
    binding_vetoes,
    name_vetoes,
    negation_vetoes,
    direction_vetoes,
    exchange_vetoes,
    word_vetoes,
    copy_vetoes,
    quantity_vetoes,
    strength_vetoes,
    relation_vetoes,
    than_vetoes,
    part_vetoes,
    cause_vetoes,
    clause_vetoes,
)
# How much of the odds remains under a veto of each kind, before `_OF_VETO`: a text that says the
# contrary counts more than one that says nothing of it.
_LEFT = {
    "negation": 0.03,
    "comparison": 0.05,
    "direction": 0.05,
    "number": 0.12,
    "strength": 0.3,
    "name": 0.55,
    "word": 0.6,
    "form": 0.0,
}
_NEAREST = 2
_LONGEST = 1000
_MOST_CLAUSES = 4
_CLAUSES = re.compile(r"\s*;\s*|,\s+(?:and|while|whereas|but)\s+|\s+(?:while|whereas)\s+")
_BIAS, _OF_LOGIT, _OF_COVERAGE, _OF_VETO = -6.5, 0.45, 8.0, 2.0
# The most that is left under any veto: never enough to be supported.
_VETOED = 0.4
# The model is asked only where its logit decides. Over 1,841 claims it was never above the first, lay on
# average on this line over the share of telling words that are covered, and in one of twenty so far below.
_HIGHEST_LOGIT = 10.5
_USUAL_LOGIT = (-7.6, 17.3)
_BELOW_USUAL = 5.0
# The second nearest sentence is read too if it has so much more of the claim's words.
_ADDS = 0.1


class PairScorer(Protocol):
    """A cross-encoder: the raw logit of each passage for a text."""

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        """Return the logits in order."""
        ...


@dataclass(frozen=True, slots=True)
class SupportResult:
    """The verdict on a sentence.

    `reasons` say what speaks against it. `evidence` holds, for each paper in the order given, the
    sentence of its text that is nearest; `supporting` are the places of the papers that back it.
    """

    support: float
    verdict: Verdict
    reasons: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    supporting: tuple[int, ...]


class _Judged(NamedTuple):
    """How far one paper supports a sentence, what speaks against it, and the nearest sentence."""

    support: float
    is_vetoed: bool
    reasons: tuple[str, ...]
    evidence: Evidence


class SupportChecker:
    """Checks sentences against papers.

    Args:
        scorer: returns the cross-encoder, which is loaded with the first check.
    """

    def __init__(self, scorer: Callable[[], PairScorer]) -> None:
        self._scorer = scorer

    def check(self, sentence: str, papers: Sequence[Paper]) -> SupportResult:
        """Return how far `papers` support `sentence`: one of them alone, or each its own clause."""
        if not papers:
            return SupportResult(0.0, "unsupported", ("it cites no source",), (), ())
        if len(sentence) > _LONGEST:
            return SupportResult(0.0, "unsupported", ("it is too long to be checked",), (), ())
        alone = [self._judge(sentence, paper) for paper in papers]
        evidence = tuple(judged.evidence for judged in alone)
        backing = tuple(i for i, judged in enumerate(alone) if judged.support >= SUPPORTED)
        best = max(alone, key=lambda judged: judged.support)
        if not backing and len(papers) > 1:
            best, backing = self._by_clause(sentence, papers) or (best, ())
        support = round(best.support, 4)
        is_partial = support >= PARTIAL and not best.is_vetoed
        verdict: Verdict = "supported" if backing else "partial" if is_partial else "unsupported"
        return SupportResult(support, verdict, best.reasons, evidence, backing)

    def _by_clause(self, sentence: str, papers: Sequence[Paper]) -> tuple[_Judged, tuple[int, ...]] | None:
        """Judge the clauses one by one, for a sentence that tells of several papers.

        The texts are never put together: a name of one with a result of the other would pass.
        """
        clauses = [clause for clause in _CLAUSES.split(sentence) if clause.strip()]
        if not 2 <= len(clauses) <= _MOST_CLAUSES:
            return None
        chosen: dict[int, _Judged] = {}
        for clause in clauses:
            judged = [self._judge(clause, paper) for paper in papers]
            place = max(range(len(papers)), key=lambda i: judged[i].support)
            if judged[place].support < SUPPORTED:
                return None
            chosen[place] = min(chosen.get(place, judged[place]), judged[place], key=lambda j: j.support)
        # A paper that backs no clause would be cited falsely.
        backing = tuple(sorted(chosen))
        return min(chosen.values(), key=lambda j: j.support), backing

    def _judge(self, sentence: str, paper: Paper) -> _Judged:
        claim_words = words(sentence)
        spans = _nearest(claim_words, paper.text)
        quoted = [paper.text[start:end] for start, end in spans]
        claim = Claim(sentence=sentence, nearest=quoted, text=_known(paper))
        # What stands there word for word can only be no statement.
        rules = (form_vetoes,) if any(_bare(text) == _bare(sentence) for text in quoted) else _RULES
        vetoes = [veto for rule in rules for veto in rule(claim)]
        left = min((_LEFT[veto.kind] for veto in vetoes), default=1.0)
        reasons = [veto.reason for veto in vetoes]
        if not left:
            # What states nothing is not compared.
            return _Judged(0.0, True, tuple(reasons), Evidence(quoted[0], *spans[0]))
        window, covered = _window(claim_words, paper, quoted)
        covered = (covered + coverage(claim_words, claim.known)) / 2
        logit = _USUAL_LOGIT[0] + _USUAL_LOGIT[1] * covered
        if not vetoes and _log_odds(logit - _BELOW_USUAL, covered) < 0 < _log_odds(_HIGHEST_LOGIT, covered):
            logit = self._scorer().score(sentence, [window])[0]
        log_odds = _log_odds(logit, covered)
        if log_odds < 0:
            reasons.insert(0, "the cited text does not say this")
        support = _probability(log_odds + _OF_VETO * math.log(left)) * (_VETOED if vetoes else 1.0)
        is_vetoed = any(veto.kind != "strength" for veto in vetoes)
        return _Judged(support, is_vetoed, tuple(reasons), Evidence(quoted[0], *spans[0]))


def _window(claim: Sequence[Word], paper: Paper, nearest: Sequence[str]) -> tuple[str, float]:
    """Return what the model reads, and which share of the claim the nearest sentences cover."""
    # A sentence alone does not name its subject.
    first, whole = f"{paper.title}. {nearest[0]}", f"{paper.title}. {' '.join(nearest)}"
    covered = coverage(claim, text_words(whole))
    adds = covered - coverage(claim, text_words(first)) > _ADDS
    return whole if adds else first, covered


def _bare(text: str) -> str:
    return fold(text).strip(" .")


def _log_odds(logit: float, covered: float) -> float:
    return _BIAS + _OF_LOGIT * logit + _OF_COVERAGE * covered


def coverage(claim: Sequence[Word], text: TextWords) -> float:
    """Return which share of the claim's telling words the text has, each by how telling it is."""
    whole = held = 0.0
    for word in {w.stem: w for w in claim if w.is_content}.values():
        value = weight(word.text) * (0.4 if word.is_generic else 1.0)
        whole += value
        if word.stem in text.stems:
            held += value
        elif text.has(word.stem):
            held += 0.9 * value
    return held / whole if whole else 0.0


def _nearest(claim: Sequence[Word], text: str) -> list[Span]:
    """Return the sentences of `text` that share most with the claim, the nearest first."""
    scored = [(coverage(claim, found), span) for span, found in _sentence_words(text)]
    return [span for _, span in sorted(scored, key=lambda s: (-s[0], s[1].start))[:_NEAREST]]


@lru_cache(maxsize=256)
def _sentence_words(text: str) -> list[tuple[Span, TextWords]]:
    return [(span, text_words(text[span.start : span.end])) for span in sentences(text)]


def _known(paper: Paper) -> str:
    year = str(paper.year or "")
    return f"{paper.title}. {', '.join(paper.authors)}. {paper.venue} {year}. {paper.text}"


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))
