"""A clause that is added to fill a sentence up."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.parts import part_vetoes

TEXT = (
    "We introduce HIVEHUM, which counts bees with four microphones. Existing counters need new cameras. Our"
    " models of swarms generate alarms a day earlier, and keepers use them on straw hives."
)


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in part_vetoes(Claim(sentence, [TEXT], TEXT))]


@pytest.mark.parametrize(
    "sentence",
    [
        "HIVEHUM counts bees with microphones, which can be used to make new counters from existing ones.",
        "HIVEHUM counts bees, and it is a popular tool of many different industries.",
    ],
)
def test_a_clause_that_no_sentence_of_the_text_says(sentence):
    assert "does not say" in " ".join(check(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "HIVEHUM counts bees with four microphones, and its swarm models raise alarms earlier.",
        "HIVEHUM has models of swarms that can be used on straw hives by keepers.",
        "HIVEHUM can be used to generate new things.",
    ],
)
def test_clauses_of_the_text_and_a_sentence_of_one_clause_pass(sentence):
    assert check(sentence) == []
