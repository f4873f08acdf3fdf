"""What belongs to each of the numbers that stand side by side in a sentence."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.number_places import rivals


def given(sentence: str) -> list[dict[str, str]]:
    return [
        {place.numbers[0].written: " ".join(word.text for word in place.own) for place in group}
        for group in rivals(sentence)
    ]


@pytest.mark.parametrize(
    ("sentence", "things"),
    [
        ("It gains 3% on bees and 5% on wasps.", {"3%": "bees", "5%": "wasps"}),
        ("It cuts honey loss by 3% and wax loss by 5%.", {"3%": "cuts honey", "5%": "wax"}),
        ("It gains 3% and 5% on bees and wasps, respectively.", {"3%": "bees", "5%": "wasps"}),
        ("It gains 1%, 3%, and 5% on bees, wasps, and ants.", {"1%": "bees", "3%": "wasps", "5%": "ants"}),
        ("Drones and queens reach 3% and 5% (ants have 7% and 9%).", {"3%": "Drones", "5%": "queens"}),
        ("It is 2x to 3x faster than BEEBOX and 5x faster than WAXBOX.", {"2x": "BEEBOX", "5x": "WAXBOX"}),
        ("It gains 3% at town level and 5% at farm level in honey.", {"3%": "town", "5%": "farm"}),
    ],
)
def test_each_number_has_its_own_thing(sentence, things):
    assert things in given(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It gains 3% on bees.",
        "Loss falls from 5% to 3%.",
        "It gains 3% on bees and is 5x faster.",
        "It gains 3 to 5% on bees.",
        "In 2031 and in 2032 bees were counted.",
    ],
)
def test_what_is_no_number_beside_another_has_no_rival(sentence):
    assert given(sentence) == []
