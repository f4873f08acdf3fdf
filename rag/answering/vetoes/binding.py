"""Vetoes a sentence that gives a number of the text to another of the things that stand beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rag.answering.support_words import TextWords, Word, text_words, weight, words
from rag.answering.vetoes.claim import Claim, Veto
from rag.answering.vetoes.number_places import Place, rivals
from rag.answering.vetoes.numbers import Number, numbers

_CLAUSE = re.compile(
    r"[;:—]\s+|,\s+(?:(?:and|while|whereas|but)\s)?|\s(?:and|while|whereas|but|versus|vs\.?)\s", re.IGNORECASE
)
# Within these parts of the claim a number may belong to any word.
_PART = re.compile(r"[;:—]\s+|,?\s(?:while|whereas|but|versus|vs\.?)\s", re.IGNORECASE)
# "TRACE-A" and "TRACE-B", "MIX2" and "MIX-10" are siblings.
_NAME = re.compile(
    r"(?<![\w-])(?=[\w-]*[A-Z])([A-Za-z][A-Za-z-]*?[A-Za-z])(-[A-Z]|-?\d+(?:\.\d+)?[kKBM]?)(?![\w-])"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LEAST_LEAD = 0.5
_RIVAL_LEAD = 0.3


class _Clause(NamedTuple):
    """A part of a sentence, the numbers in it, and its telling words."""

    text: str
    numbers: tuple[Number, ...]
    telling: tuple[Word, ...]


def binding_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a number that the text has beside it for another thing, or of a sibling by name."""
    groups = [group for text in claim.nearest for group in rivals(text)]
    theirs = [_clauses(text, _CLAUSE) for text in claim.nearest]
    for mine in _clauses(claim.sentence, _PART):
        for number in mine.numbers:
            if _YEAR.fullmatch(number.written):
                continue
            if veto := _of_rival(number, mine, groups) or _of_another(number, mine, theirs):
                return [veto]
    return []


def _of_rival(number: Number, mine: _Clause, groups: Sequence[Sequence[Place]]) -> Veto | None:
    """Compare the clause with what belongs to the number in the text and to those beside it."""
    said = text_words(mine.text)
    for group in groups:
        own = [place for place in group if _holds(place, number)]
        others = [place for place in group if place not in own]
        # The claim may tell of both, and of a number that nothing is told of nothing is known.
        if len(own) != 1 or not own[0].own or any(_holds(o, n) for n in mine.numbers for o in others):
            continue
        of_own = _share(own[0].own, said)
        for other in others:
            if _share(other.own, said) - of_own >= _RIVAL_LEAD:
                told, written = " ".join(w.text for w in other.own), other.numbers[0].written
                return Veto("number", f"the text has {written!r}, not {number.written!r}, for {told!r}")
    return None


def _holds(place: Place, number: Number) -> bool:
    return any(_is_same(number, other) for other in place.numbers)


def _of_another(number: Number, mine: _Clause, theirs: Sequence[Sequence[_Clause]]) -> Veto | None:
    """Compare the clause with that of the text's which has the number, and with those of other sentences."""
    own = [c for found in theirs for c in found if any(_is_same(number, other) for other in c.numbers)]
    if len(own) != 1:
        return None
    if sibling := _sibling(mine.text, own[0].text):
        return Veto("name", f"the text has {number.written!r} for {sibling[1]!r}, not for {sibling[0]!r}")
    said = text_words(mine.text)
    for other in (c for found in theirs if own[0] not in found for c in found):
        if not any(_is_rival(number, n) for n in other.numbers):
            continue
        if any(_is_same(said_too, n) for said_too in mine.numbers for n in other.numbers):
            # The claim tells of both.
            continue
        share = _share(_without(other.telling, own[0]), said)
        if share and share - (_share(_without(own[0].telling, other), said)) >= _LEAST_LEAD:
            return Veto("number", f"the text has {number.written!r} in {own[0].text.strip()!r}")
    return None


def _clauses(text: str, cut: re.Pattern[str]) -> list[_Clause]:
    pieces = [piece for piece in cut.split(text) if piece.strip()]
    return [
        _Clause(
            piece,
            tuple(numbers(piece)),
            tuple(w for w in words(piece) if w.is_content and not w.is_generic and not w.text.isdigit()),
        )
        for piece in pieces
    ]


def _is_same(first: Number, second: Number) -> bool:
    return any(
        abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1) for a, _ in first.readings for b, _ in second.readings
    )


def _is_rival(first: Number, second: Number) -> bool:
    return not _is_same(first, second) and first.readings[0][1] == second.readings[0][1]


def _without(telling: Sequence[Word], other: _Clause) -> list[Word]:
    known = TextWords(other.telling)
    return [w for w in telling if not known.has(w.stem)]


def _share(found: Sequence[Word], said: TextWords) -> float:
    whole = sum(weight(w.text) for w in found)
    return sum(weight(w.text) for w in found if said.has(w.stem)) / whole if whole else 0.0


def _sibling(mine: str, theirs: str) -> tuple[str, str] | None:
    """Return a name of mine and its sibling there, if each has its own alone."""
    ours = {found.group(): found[1] for found in _NAME.finditer(mine)}
    other = {found.group(): found[1] for found in _NAME.finditer(theirs)}
    for name, family in ours.items():
        siblings = [o for o, known in other.items() if known == family]
        if siblings and name not in theirs and not any(s in mine for s in siblings):
            return name, siblings[0]
    return None
