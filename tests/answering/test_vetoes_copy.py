from __future__ import annotations

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.copy import copy_vetoes

TEXT = (
    "Kite couriers use tethered lines over lakes, whereas free lines over forests break more often."
    " A gust sensor lets the courier choose a detour."
)
FIRST, SECOND = TEXT.split(". ", 1)


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in copy_vetoes(Claim(sentence, [FIRST, SECOND], TEXT))]


def test_a_word_of_the_text_in_the_place_of_another_is_a_mix_up():
    mixed = (
        "Kite couriers use tethered lines over lakes, whereas tethered lines over forests break more often."
    )
    assert check(mixed) == ["it says 'tethered' where the text says 'free'"]


def test_a_copy_passes():
    assert check(f"{FIRST}.") == []


def test_a_new_word_may_be_a_synonym():
    assert check("A gust sensor lets the courier pick a detour.") == []


def test_a_sentence_that_is_no_copy_is_not_compared():
    assert check("Lines break over forests.") == []


def test_how_the_finding_is_introduced_is_no_mix_up():
    text = (
        "Flights over many lakes show that the gust sensor halves the delay of couriers. This paper is long."
    )
    told = "The paper shows that the gust sensor halves the delay of couriers."
    assert copy_vetoes(Claim(told, [text.split(". ")[0]], text)) == []
