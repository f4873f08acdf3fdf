"""A hedge counts where it is about what a sentence takes from the text."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.strength import strength_vetoes

TEXT = "Hives that hum loudly swarm within a day, and rain may delay the queens."


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in strength_vetoes(Claim(sentence, [TEXT], TEXT))]


def test_what_stands_before_the_hedge_is_said_plainly():
    assert check("Loudly humming hives swarm within a day.") == []


def test_what_the_hedge_is_about_is_not():
    assert "'may'" in " ".join(check("Rain delays the queens."))
    assert check("Rain might delay the queens.") == []


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("The trial stresses the need for hive scales.", "Keepers require scales in each hive."),
        ("The trial shows the importance of straw.", "Straw is crucial in winter."),
        ("Hives of straw have been widely studied.", "Straw is a popular subject of studies."),
        ("Previous work on hives focuses on straw.", "Studies of hives are mostly about straw."),
    ],
)
def test_a_need_and_an_importance_must_be_told(sentence, text):
    assert "speaks of the" in " ".join(check(sentence))
    assert not strength_vetoes(Claim(sentence, [text], text))
