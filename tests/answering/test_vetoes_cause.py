"""A cause that the text does not give for an effect."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.cause import cause_vetoes
from rag.answering.vetoes.claim import Claim

TEXT = (
    "Beekeepers weigh hives by hand due to rusty scales. HIVEHUM counts bees with four microphones. Wooden"
    " hives echo, which makes the filters drift. The filters run on solar power. As summers grow hotter,"
    " queens lay fewer eggs. Larger colonies hum louder. This helps farmers to spot swarms."
)


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in cause_vetoes(Claim(sentence, [TEXT], TEXT))]


@pytest.mark.parametrize(
    "sentence",
    [
        "HIVEHUM counts bees because the filters run on solar power.",
        "Wooden hives echo due to rusty scales.",
        "HIVEHUM has four microphones, and therefore beekeepers weigh hives by hand.",
        "Since larger colonies hum louder, queens lay fewer eggs.",
    ],
)
def test_two_facts_that_the_text_does_not_join_are_no_cause_and_effect(sentence):
    assert "does not join" in " ".join(check(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "Hives are weighed by hand because scales are rusty.",
        "The filters drift because wooden hives echo.",
        "Wooden hives echo, so the filters drift.",
        "Because summers grow hotter, queens lay fewer eggs.",
        "Farmers spot swarms thanks to louder humming of larger colonies.",
        "HIVEHUM has counted bees since 2019.",
    ],
)
def test_a_cause_in_other_words_passes(sentence):
    assert check(sentence) == []
