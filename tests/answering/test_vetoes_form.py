"""Sentences that state nothing, or the same thing twice."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.form import form_vetoes

TEXT = "Hives hum louder before a swarm than hives do at night. Scales rust in the rain."


def check(sentence: str, nearest: str = TEXT) -> list[str]:
    return [veto.reason for veto in form_vetoes(Claim(sentence, [nearest], TEXT))]


@pytest.mark.parametrize(
    "sentence",
    [
        "The cost of weighing in terms of honey is what is paid in terms of honey.",
        "It improves the state of the art by being the state of the art.",
    ],
)
def test_words_said_twice_are_told(sentence):
    assert "twice" in " ".join(check(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "Bees in hives of wood live longer than bees in hives of wood that rusts.",
        "The error of the scales is 4% and the error of the scales in rain is 9%.",
        "Hives hum louder before a swarm.",
    ],
)
def test_two_things_set_side_by_side_pass(sentence):
    assert check(sentence) == []


def test_what_the_text_says_twice_may_be_said_twice():
    said = "The sum of the weights is the sum of the weights at night."
    assert check(said, nearest=said) == []
    assert check(said) != []
