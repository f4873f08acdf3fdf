"""Words as the support check compares them."""

from __future__ import annotations

from itertools import product

import pytest

from rag.answering.support_words import TextWords, same, stem, words

SAID = "Accelerating optimisation boosts behaviour of networks without labels; tiny datasets shrink costs"
TEXT = (
    "We speed up the optimizer, optimize nets and improve behaviors. Unlabelled small data reduce the price."
)


def test_a_text_is_looked_up_as_two_words_are_compared():
    text = TextWords(words(TEXT))
    for word in words(SAID):
        assert text.has(word.stem) == any(same(word.stem, known) for known in text.stems)


@pytest.mark.parametrize(
    ("first", "second"),
    [("faster", "speedup"), ("colour", "color"), ("nets", "network"), ("shown", "establish")],
)
def test_synonyms_and_spellings_are_the_same(first, second):
    assert same(stem(first), stem(second))


def test_no_word_is_the_same_as_an_unrelated_one():
    assert not any(same(stem(a), stem(b)) for a, b in product(["bee", "hive"], ["rain", "scale"]))
