"""Words that stand where the text has others."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.words import word_vetoes

TEXT = "Wooden hives with copper lids survive frost. Filters used on pollen hum."


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in word_vetoes(Claim(sentence, [TEXT], TEXT))]


def test_another_word_between_the_same_two_is_told():
    assert check("Wooden hives with plastic lids survive frost.") == [
        "it says 'plastic' where the text says 'copper'"
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Wooden hives often survive frost.",
        "Filters deployed on pollen hum.",
        "Wooden hives with lids survive frost, according to the beekeepers.",
    ],
)
def test_how_often_and_who_says_so_are_no_other_thing(sentence):
    assert check(sentence) == []
