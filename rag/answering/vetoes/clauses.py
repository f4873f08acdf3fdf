"""Vetoes a sentence two of whose clauses mix what the text keeps in two: the subjects are exchanged.

"A warms the room, while B cools it" does so if the text has A with the cooling and B with the warming.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, groupby

from rag.answering.support_words import Word, weight, words
from rag.answering.vetoes.claim import Claim, Veto
from rag.sentences import sentences

_CUT = re.compile(
    r"[;:—]\s+|,\s+(?:(?:and|or|but|while|whereas|unlike|which|as well as)\s)?"
    r"|\s(?:and|or|but|while|whereas|unlike|versus|vs\.?|than|in contrast to|compared (?:to|with))\s",
    re.IGNORECASE,
)
# A bare "and" joins things as often as clauses.
_CUT_OF_CLAIM = re.compile(
    r"[;:—]\s+|,\s+(?:and|but|while|whereas|unlike|which)\s|\s(?:but|while|whereas|unlike|versus|vs\.?)\s"
    r"|\sand\s(?=(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\s)|^(?:While|Whereas|Unlike)\s"
)
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
# What part of a clause must come from each of the two, in weight and as a share.
_LEAST, _LEAST_SHARE = 0.3, 0.15
# "A, B, x, y" in one sentence: the claim that has A with x and B with y goes to and fro.
_TO_AND_FRO = 4

_Stems = frozenset[str]


def clause_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto where two clauses of the sentence mix the same two clauses or sentences of the text."""
    parts = [found for part in _CUT_OF_CLAIM.split(claim.sentence) if (found := _telling(part))]
    for first, second in combinations(parts, 2):
        common = {w.stem for w in first} & {w.stem for w in second}
        mine = [w for w in first if w.stem not in common], [w for w in second if w.stem not in common]
        is_mixed = any(_are_mixed(mine, units) for units in (_clauses(claim.text), _sentences(claim.text)))
        if is_mixed or any(_goes_to_and_fro(mine, places) for places in _places(claim.text)):
            told = f"{first[0].text!r} and {second[0].text!r}"
            return [Veto("comparison", f"the text does not say this of {told}, but of one another")]
    return []


def _are_mixed(mine: tuple[Sequence[Word], Sequence[Word]], units: Sequence[_Stems]) -> bool:
    # Both must have something of either part; few have.
    sharing = [unit for unit in units if all(_weight(_in(part, unit)) >= _LEAST for part in mine)]
    for one, other in combinations(sharing, 2):
        cells = [(_in(part, one - other), _in(part, other - one)) for part in mine]
        if all(
            min(_weight(a), _weight(b)) >= max(_LEAST, _LEAST_SHARE * _weight(part))
            and not any(_has_both(a, b, unit) for unit in units)
            for (a, b), part in zip(cells, mine, strict=True)
        ):
            return True
    return False


def _has_both(first: Sequence[Word], second: Sequence[Word], unit: _Stems) -> bool:
    """Whether the text has these two together elsewhere."""
    return all(2 * _weight(_in(found, unit)) >= _weight(found) for found in (first, second))


def _goes_to_and_fro(mine: tuple[Sequence[Word], Sequence[Word]], places: dict[str, int]) -> bool:
    order = sorted(
        (places[w.stem], n, weight(w.text)) for n, part in enumerate(mine) for w in part if w.stem in places
    )
    runs = [(n, sum(w for _, _, w in run)) for n, run in groupby(order, key=lambda item: item[1])]
    heavy = [n for n, value in runs if value >= _LEAST]
    return len(list(groupby(heavy))) >= _TO_AND_FRO


def _in(found: Iterable[Word], stems: Collection[str]) -> list[Word]:
    return [w for w in found if w.stem in stems]


def _weight(found: Iterable[Word]) -> float:
    return sum(1.0 if w.text.isdigit() else weight(w.text) for w in found)


def _telling(text: str) -> list[Word]:
    # A decimal number is one word here.
    return [w for w in words(_POINT.sub("p", text)) if w.is_content and not w.is_generic]


@lru_cache(maxsize=64)
def _clauses(text: str) -> list[_Stems]:
    return [
        frozenset(w.stem for w in _telling(part))
        for start, end in sentences(text)
        for part in _CUT.split(text[start:end])
    ]


@lru_cache(maxsize=64)
def _sentences(text: str) -> list[_Stems]:
    return [frozenset(w.stem for w in _telling(text[start:end])) for start, end in sentences(text)]


@lru_cache(maxsize=64)
def _places(text: str) -> list[dict[str, int]]:
    """Return for each sentence the places of the words that the text has once."""
    stems = [w.stem for w in _telling(text)]
    return [
        {w.stem: w.start for w in _telling(text[start:end]) if stems.count(w.stem) == 1}
        for start, end in sentences(text)
        # Whose lists go to and fro themselves.
        if "respectively" not in text[start:end]
    ]
