"""Names that a text has in another form, and names it does not have."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.names import name_vetoes

TEXT = "The wax-κB pathway of hives needs royal jelly feeding. HIVEHUM reads pollen counter boards."


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in name_vetoes(Claim(sentence, [TEXT], TEXT))]


@pytest.mark.parametrize(
    "sentence",
    [
        "Hives need royal jelly feeding (ROJEF).",
        "The wax-kB pathway is HIVEHUM-dependent.",
        "The HIVEHUM-based boards count pollen.",
    ],
)
def test_another_form_of_a_name_passes(sentence):
    assert check(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Hives need royal wings and feeding (ROWIF).", "ROWIF"),
        ("ROJEF feeds the hives royal jelly.", "ROJEF"),
        ("The BUZZNET-based boards count pollen.", "BUZZNET"),
    ],
)
def test_another_name_is_told(sentence, name):
    assert name in " ".join(check(sentence))


def test_a_name_of_two_words_may_be_written_as_one():
    text = "We count combs on Hive Eval in winter."
    assert name_vetoes(Claim("Combs are counted on HiveEval.", [text], text)) == []
    assert name_vetoes(Claim("Combs are counted on WaxEval.", [text], text))
