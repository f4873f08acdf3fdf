"""Which share of false sentences of many kinds is caught, and how many true ones are lost by it."""

from __future__ import annotations

import pytest
from perturbed_sentences import FALSE, TRUE

from rag.answering.support import SupportChecker
from rag.models.reranker import OnnxCrossEncoder
from rag.paper import Paper

# Kinds of which a rule sees all or nearly all.
SEEN = [
    "unit",
    "range",
    "hedge dropped",
    "quantifier",
    "causal direction",
    "superlative",
    "bound",
    "double negation",
    "invented cause",
]


@pytest.fixture(scope="module")
def checker(reranker: OnnxCrossEncoder) -> SupportChecker:
    return SupportChecker(lambda: reranker)


def is_supported(checker: SupportChecker, paper: Paper, sentence: str) -> bool:
    return checker.check(sentence, [paper]).verdict == "supported"


def test_true_sentences_are_supported(checker: SupportChecker) -> None:
    lost = [sentence for paper, sentence in TRUE if not is_supported(checker, paper, sentence)]
    assert len(lost) <= 0.05 * len(TRUE), lost


def test_most_false_sentences_are_caught(checker: SupportChecker) -> None:
    rows = [row for rows in FALSE.values() for row in rows]
    missed = [sentence for paper, sentence in rows if is_supported(checker, paper, sentence)]
    assert len(missed) <= 0.25 * len(rows), missed


@pytest.mark.parametrize("kind", SEEN)
def test_kinds_that_a_rule_sees_are_caught(checker: SupportChecker, kind: str) -> None:
    missed = [sentence for paper, sentence in FALSE[kind] if is_supported(checker, paper, sentence)]
    assert len(missed) <= 0.15 * len(FALSE[kind]), missed


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("CLOUDGATE runs in 40 seconds on a single CPU core.", "another unit"),
        ("The survey asked 50 people.", "'31'"),
        ("CLOUDGATE lowers the mean error by at least 23%.", "other side"),
        ("All operators in the survey doubted the forecasts during storms.", "'Some'"),
        ("Training first on real skies and then on synthetic ones works better.", "changed places"),
        ("CLOUDGATE is the fastest solar forecaster.", "'the fastest"),
    ],
)
def test_the_reason_says_what_is_wrong(checker: SupportChecker, sentence: str, told: str) -> None:
    result = checker.check(sentence, [TRUE[0][0]])
    assert result.verdict != "supported"
    assert told in " ".join(result.reasons)
