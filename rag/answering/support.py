"""Checks whether cited papers support a sentence, and says why not.

Two things together: a signal that the texts speak of the same thing (a cross-encoder on the
nearest sentences, and how many telling words they share), and vetoes for what such a signal does
not see: changed numbers and names, negations, comparisons turned round, claims made stronger.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from rag.answering.answer import Evidence, Verdict
from rag.answering.support_words import Word, same, weight, words
from rag.answering.vetoes import Claim, Rule
from rag.answering.vetoes_direction import direction_vetoes
from rag.answering.vetoes_form import form_vetoes
from rag.answering.vetoes_names import name_vetoes
from rag.answering.vetoes_negation import negation_vetoes
from rag.answering.vetoes_numbers import number_vetoes
from rag.answering.vetoes_strength import strength_vetoes
from rag.answering.vetoes_words import word_vetoes
from rag.paper import Paper
from rag.sentences import Span, sentences

SUPPORTED = 0.5
PARTIAL = 0.25

_RULES: tuple[Rule, ...] = (
    form_vetoes,
    number_vetoes,
    name_vetoes,
    negation_vetoes,
    direction_vetoes,
    word_vetoes,
    strength_vetoes,
)
# How much of the support remains under a veto of each kind.
_LEFT = {
    "number": 0.1,
    "name": 0.2,
    "negation": 0.2,
    "comparison": 0.2,
    "direction": 0.3,
    "word": 0.4,
    "strength": 0.45,
    "form": 0.0,
}
_NEAREST = 2
_LOGIT_UNASKED = 4.0
_BIAS, _OF_LOGIT, _OF_COVERAGE = -6.0, 0.45, 8.0


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


class _Nearest(NamedTuple):
    """A sentence of a paper, and which share of the claim's telling words it holds."""

    span: Span
    coverage: float


class SupportChecker:
    """Checks sentences against papers.

    Args:
        scorer: returns the cross-encoder, which is loaded with the first check.
    """

    def __init__(self, scorer: Callable[[], PairScorer]) -> None:
        self._scorer = scorer

    def check(self, sentence: str, papers: Sequence[Paper]) -> SupportResult:
        """Return how far `papers` support `sentence`: one of them alone, or all of them together."""
        if not papers:
            return SupportResult(0.0, "unsupported", ("it cites no source",), (), ())
        alone = [self._judge(sentence, [paper]) for paper in papers]
        evidence = tuple(e for result in alone for e in result.evidence)
        backing = tuple(i for i, result in enumerate(alone) if result.verdict == "supported")
        best = max(alone, key=lambda result: result.support)
        if not backing and len(papers) > 1:
            together = self._judge(sentence, papers)
            # Each must bring something, or the citation of it would be false.
            if together.verdict == "supported" and all(result.support >= PARTIAL / 2 for result in alone):
                best, backing = together, tuple(range(len(papers)))
        return SupportResult(best.support, best.verdict, best.reasons, evidence, backing)

    def _judge(self, sentence: str, papers: Sequence[Paper]) -> SupportResult:
        claim_words = words(sentence)
        nearest = [_nearest(claim_words, paper.text) for paper in papers]
        quoted = [
            [paper.text[n.span.start : n.span.end] for n in found]
            for paper, found in zip(papers, nearest, strict=True)
        ]
        claim = Claim(
            sentence=sentence,
            nearest=[text for group in quoted for text in group],
            text=" ".join(_known(paper) for paper in papers),
        )
        window = " ".join(f"{p.title}. {' '.join(q)}" for p, q in zip(papers, quoted, strict=True))
        vetoes = [veto for rule in _RULES for veto in rule(claim)]
        left = min((_LEFT[veto.kind] for veto in vetoes), default=1.0)
        # A vetoed sentence is lost whatever the model says, so it is not asked.
        logit = self._scorer().score(sentence, [window])[0] if left >= SUPPORTED else _LOGIT_UNASKED
        signal = _signal(logit, coverage(claim_words, words(window)))
        support = signal * left
        reasons = [veto.reason for veto in vetoes]
        if signal < SUPPORTED:
            reasons.insert(0, "the cited text does not say this")
        return SupportResult(
            support=round(support, 4),
            verdict="supported"
            if support >= SUPPORTED
            else "partial"
            if support >= PARTIAL
            else "unsupported",
            reasons=tuple(reasons),
            evidence=tuple(
                Evidence(q[0], n[0].span.start, n[0].span.end)
                for q, n in zip(quoted, nearest, strict=True)
                if n
            ),
            supporting=(),
        )


def coverage(claim: Sequence[Word], text: Sequence[Word]) -> float:
    """Return which share of the claim's telling words the text has, each by how telling it is."""
    stems = frozenset(word.stem for word in text)
    whole = held = 0.0
    for word in {w.stem: w for w in claim if w.is_content}.values():
        value = weight(word.text) * (0.4 if word.is_generic else 1.0)
        whole += value
        if word.stem in stems:
            held += value
        elif any(same(word.stem, stem) for stem in stems):
            held += 0.9 * value
    return held / whole if whole else 0.0


def _nearest(claim: Sequence[Word], text: str) -> list[_Nearest]:
    """Return the sentences of `text` that share most with the claim, the nearest first."""
    scored = [_Nearest(span, coverage(claim, found)) for span, found in _sentence_words(text)]
    return sorted(scored, key=lambda n: (-n.coverage, n.span.start))[:_NEAREST]


@lru_cache(maxsize=256)
def _sentence_words(text: str) -> list[tuple[Span, tuple[Word, ...]]]:
    return [(span, words(text[span.start : span.end])) for span in sentences(text)]


def _known(paper: Paper) -> str:
    year = str(paper.year or "")
    return f"{paper.title}. {', '.join(paper.authors)}. {paper.venue} {year}. {paper.text}"


def _signal(logit: float, covered: float) -> float:
    return 1 / (1 + math.exp(-(_BIAS + _OF_LOGIT * logit + _OF_COVERAGE * covered)))
