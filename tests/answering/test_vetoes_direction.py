"""Comparisons whose sides are not named, and words that only seem opposite."""

from __future__ import annotations

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.direction import direction_vetoes

TEXT = "HIVEHUM counts at least forty bees and surpasses the speed of BUZZNET."


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in direction_vetoes(Claim(sentence, [TEXT], TEXT))]


def test_at_least_is_no_opposite_of_most():
    assert check("HIVEHUM counts most bees.") == []


def test_the_former_is_no_side_of_a_comparison():
    assert check("HIVEHUM and BUZZNET count bees, with higher speed than the latter.") == []


def test_turned_sides_are_told():
    assert "turned round" in " ".join(check("BUZZNET surpasses the speed of HIVEHUM."))


def test_a_word_that_only_ends_like_a_comparison_begins_none():
    assert "turned round" in " ".join(check("Earlier BUZZNET reaches higher speed than HIVEHUM."))


def test_no_paper_says_that_others_work_is_better_than_its_own():
    text = "We propose HIVEHUM. The method counts bees better than the existing methods in gardens."
    claim = Claim("Prior methods count bees better than HIVEHUM.", ["We propose HIVEHUM."], text)
    assert "worse than others" in " ".join(v.reason for v in direction_vetoes(claim))


def test_what_is_unlike_is_a_side():
    text = "HIVEHUM stays dry in storms, unlike paper traps."
    claim = Claim("Paper traps stay dry in storms, unlike HIVEHUM.", [text], text)
    assert "turned round" in " ".join(v.reason for v in direction_vetoes(claim))
