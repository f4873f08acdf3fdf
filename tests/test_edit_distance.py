import random
from functools import cache

import pytest

from rag.edit_distance import edit_distance


@pytest.mark.parametrize(
    ("word", "other", "edits"),
    [
        ("kites", "kites", 0),
        ("kies", "kites", 1),
        ("kittes", "kites", 1),
        ("kides", "kites", 1),
        ("kiets", "kites", 1),
        ("ktie", "kites", 2),
        ("lamps", "kites", 3),
        ("", "kites", 3),
    ],
)
def test_slips_are_counted_up_to_a_limit(word, other, edits):
    assert edit_distance(word, other, 2) == edits


def plain(word, other):
    """The definition, without a limit."""

    @cache
    def of(i, j):
        if not i or not j:
            return i + j
        costs = [of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + (word[i - 1] != other[j - 1])]
        if i > 1 and j > 1 and word[i - 1] == other[j - 2] and word[i - 2] == other[j - 1]:
            costs.append(of(i - 2, j - 2) + 1)
        return min(costs)

    return of(len(word), len(other))


def test_the_limit_changes_nothing_below_it():
    letters = random.Random(7)
    for _ in range(2000):
        word, other = ("".join(letters.choices("abc", k=letters.randrange(7))) for _ in range(2))
        for most in (1, 2, 3):
            assert edit_distance(word, other, most) == min(plain(word, other), most + 1)
