from decimal import Decimal

import pytest

from eval.metrics.facts import fact_recall, holds, numbers


@pytest.mark.parametrize(
    ("fact", "answer"),
    [
        ("22K sentences", "It is trained on 22,000 sentences."),
        ("22,000", "trained on 22 thousand pairs"),
        (".677", "The ratio is 0.677."),
        ("37.5%", "a success rate of 37.50 percent"),
        ("two modules", "It has 2 modules."),
        ("within 3 bees", "It is off by three bees, always within that."),
        ("1.5 million", "1,500,000 rows"),
        ("$O(1/T)$", "an O(1/T) rate"),
        ("counts bees", "It counted every bee."),
        ("zero-knowledge | ZKP", "built on ZKP"),
    ],
)
def test_a_fact_is_held_in_other_formats(fact, answer):
    assert holds(answer, fact)


@pytest.mark.parametrize(
    ("fact", "answer"),
    [
        ("18%", "cuts delays by 81%"),
        ("3.7%", "uses 37% of the memory"),
        ("22K", "22 million pairs"),
        ("within 3 bees", "within 4 bees"),
        ("microphone", "a camera"),
        ("8", "84% of the loaves"),
        ("12%", ""),
    ],
)
def test_another_number_or_word_is_no_fact(fact, answer):
    assert not holds(answer, fact)


def test_numbers_are_compared_by_value():
    assert numbers("1,234.50 and .5 and twice") == {Decimal("1234.5"), Decimal("0.5"), Decimal(2)}
    assert numbers("GPT-4 has 8K tokens") >= {Decimal(8000)}


def test_recall_is_the_share_of_facts():
    assert fact_recall("HIVELOG is within 3 bees.", ["3 bees", "daylight"]) == 0.5
    with pytest.raises(ValueError, match="at least one fact"):
        fact_recall("x", [])
