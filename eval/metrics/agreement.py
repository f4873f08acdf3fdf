"""Whether two who label the same things agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Return the agreement beyond chance, (p_o - p_e) / (1 - p_e).

    Cohen 1960, "A coefficient of agreement for nominal scales". Where chance alone would always
    agree (both use one and the same label) it is not defined by the formula; it is 1 here, since
    they do agree.

    Raises:
        ValueError: the two differ in length or are empty.
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        raise ValueError("kappa needs at least one pair of labels")
    n = len(pairs)
    observed = sum(a == b for a, b in pairs) / n
    counts = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum(counts[0][label] * counts[1][label] for label in counts[0]) / n**2
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)
