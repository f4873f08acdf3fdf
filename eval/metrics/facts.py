"""Fact recall: the share of short expected facts that an answer holds.

The string match of ALCE and ASQA ("STR-EM": Stelmakh et al. 2022) made tolerant of how numbers
are written and of word forms. All numbers of a fact must be in the answer, and most of its words.
It cannot see a negation, so it is never used as a grounding score.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from rag.index.tokenizer import terms
from rag.text import clean

# The share of a fact's different terms that the answer must hold.
_TERM_SHARE = 2 / 3
_ALTERNATIVES = " | "
_SCALE = {"k": 1_000, "thousand": 1_000, "m": 10**6, "million": 10**6, "b": 10**9, "billion": 10**9}
_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
} | {"twice": 2, "double": 2, "thrice": 3}
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:\s?(?P<scale>k|m|b|thousand|million|billion)(?![a-z]))?",
    re.IGNORECASE,
)
_SPELLED = re.compile(r"\b(?:" + "|".join(_WORDS) + r")\b", re.IGNORECASE)


def fact_recall(answer: str, facts: Sequence[str]) -> float:
    """Return the share of `facts` that `answer` holds.

    A fact such as "81.6% | 81.6 percent" is held if any of its alternatives is.

    Raises:
        ValueError: there are no facts.
    """
    if not facts:
        raise ValueError("fact recall needs at least one fact")
    return sum(holds(answer, fact) for fact in facts) / len(facts)


def holds(answer: str, fact: str) -> bool:
    """Whether `answer` holds `fact`."""
    return any(_holds(answer, alternative) for alternative in fact.split(_ALTERNATIVES))


def numbers(text: str) -> set[Decimal]:
    """Return the numbers of a text by value: 22K, 22,000 and "22 thousand" are one."""
    plain = clean(text).replace("\\%", "%").replace("{,}", ",")
    found = {value for match in _NUMBER.finditer(plain) if (value := _value(match)) is not None}
    return found | {Decimal(_WORDS[match.group().lower()]) for match in _SPELLED.finditer(plain)}


def _holds(answer: str, fact: str) -> bool:
    if not numbers(fact) <= numbers(answer):
        return False
    words = _SPELLED.sub(" ", _NUMBER.sub(" ", fact))
    wanted = {term for term in terms(words) if not any(c.isdigit() for c in term)}
    if not wanted:
        return True
    return len(wanted & set(terms(answer))) / len(wanted) >= _TERM_SHARE


def _value(match: re.Match[str]) -> Decimal | None:
    try:
        value = Decimal(match["digits"].replace(",", ""))
    except InvalidOperation:
        return None
    return (value * _SCALE[match["scale"].lower()] if match["scale"] else value).normalize()
