"""Opposites: of a beginning, of a bound, of a word that the text has elsewhere."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.opposites import opposite_vetoes

TEXT = (
    "Heterophilic hives swarm after a delay of at least $1/h$ days. HIVEHUM needs low wind speed, which is a"
    " drawback. It has an advantage over BUZZNET in gardens."
)


def check(sentence: str, nearest: str = TEXT) -> list[str]:
    return [veto.reason for veto in opposite_vetoes(Claim(sentence, [nearest], TEXT))]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Homophilic hives swarm.", "heterophilic"),
        ("Hives swarm after a delay of at most $1/h$ days.", "the other way round"),
        ("HIVEHUM has a disadvantage in gardens.", "advantage"),
    ],
)
def test_an_opposite_is_told(sentence, told):
    assert told in " ".join(check(sentence))


def test_a_word_that_the_text_has_with_its_neighbour_is_none():
    nearest = "Hives hum in high grass."
    assert check("Low wind speed is a drawback of hives that hum.", nearest) == []
    assert "'high'" in " ".join(check("Hives hum in low grass.", nearest))
