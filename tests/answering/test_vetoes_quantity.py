"""All, any and only, where the text says so of some or of nothing."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.quantity import quantity_vetoes

TEXT = (
    "HIVEHUM improves various filters and can be used in wooden hives. Every alarm reaches the farmer. A"
    " filter may be left out with hardly a change."
)


def check(sentence: str, text: str = TEXT) -> list[str]:
    return [veto.reason for veto in quantity_vetoes(Claim(sentence, [text], text))]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("HIVEHUM is used in any wooden hive.", "'any'"),
        ("HIVEHUM improves all filters.", "'all'"),
        ("Only wooden hives can be used.", "'Only'"),
    ],
)
def test_what_the_text_says_of_some_is_not_said_of_all(sentence, told):
    text = "HIVEHUM improves various filters and can be used in wooden hives."
    assert told in " ".join(check(sentence, text))


@pytest.mark.parametrize(
    "sentence",
    [
        "All alarms reach the farmer.",
        "A filter is left out with hardly any change.",
        "Not all filters are improved.",
        "HIVEHUM works not only in wooden hives.",
    ],
)
def test_what_the_text_says_of_all_may_be_said_of_all(sentence):
    assert check(sentence) == []


def test_only_passes_where_the_text_restricts():
    assert check("It works only in wooden hives.", "It works in wooden hives alone.") == []
