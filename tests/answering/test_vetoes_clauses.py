"""Facts exchanged between two clauses."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.clauses import clause_vetoes

TEXT = (
    "HIVEHUM filters the wind with a felt cover and locates the queen through a buried antenna. Drones were"
    " recorded in orchards, whereas workers were filmed on balconies. The survey holds 7 gardens and 19"
    " meadows. Smoke and water calm bees and wasps, respectively."
)


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in clause_vetoes(Claim(sentence, [TEXT], TEXT))]


@pytest.mark.parametrize(
    "sentence",
    [
        "A buried antenna filters the wind, and a felt cover locates the queen.",
        "Workers were recorded in orchards, while drones were filmed on balconies.",
        "While drones were filmed on balconies, and workers recorded in orchards, both flew.",
        "The survey holds 19 gardens and 7 meadows.",
    ],
)
def test_exchanged_facts_are_told(sentence):
    assert "one another" in " ".join(check(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "A felt cover filters the wind, and a buried antenna locates the queen.",
        "The queen is located by a buried antenna, while a felt cover filters the wind.",
        "Workers were filmed on balconies, while drones were recorded in orchards.",
        "The survey holds 19 meadows and 7 gardens.",
        "Smoke calms bees, and water calms wasps.",
        "Drones were recorded in orchards.",
    ],
)
def test_facts_in_their_places_pass_in_any_order(sentence):
    assert check(sentence) == []
