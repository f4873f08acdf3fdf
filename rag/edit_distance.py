"""How many slips of the pen lie between two words."""

from __future__ import annotations


def edit_distance(word: str, other: str, most: int) -> int:
    """Return how many letters are missing, added, changed or exchanged with their neighbour.

    More than `most` are `most` + 1. A letter is part of one exchange at most (optimal string alignment).
    """
    if abs(len(word) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, start=1):
        current = [i]
        for j, its in enumerate(other, start=1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (letter != its))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == its:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > most and min(row) > most:
            return most + 1
        before, row = row, current
    return min(row[-1], most + 1)
