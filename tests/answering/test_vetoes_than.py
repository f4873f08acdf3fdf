"""A comparison that the text does not make."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.than import than_vetoes

TEXT = (
    "HIVEHUM listens to bees with four microphones. It finds swarms a day earlier than weighing does. Wooden"
    " hives and rusty scales mislead keepers. Its filters outperform spectral gates."
)


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in than_vetoes(Claim(sentence, [TEXT], TEXT))]


@pytest.mark.parametrize(
    "sentence",
    [
        "HIVEHUM is more accurate than rusty scales.",
        "Keepers find swarms later than rusty scales.",
        "Microphones are better than thermal cameras.",
    ],
)
def test_the_text_must_compare_with_that(sentence):
    assert "compares nothing with" in " ".join(check(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "HIVEHUM sees swarms earlier than weighing.",
        "The filters are better than spectral gates.",
        "More than four microphones mislead keepers.",
        "HIVEHUM listens rather than weighs.",
        "HIVEHUM works better than previous methods.",
    ],
)
def test_a_comparison_of_the_text_and_an_amount_pass(sentence):
    assert check(sentence) == []
