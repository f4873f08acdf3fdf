"""Vetoes a sentence in which two things of the text have changed places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rag.answering.support_words import Word, related, weight
from rag.answering.vetoes.claim import Claim, Veto

# How much of the claim one sentence of the text must hold, so that places can be compared.
_ALIKE = 0.6
_CAUSES = re.compile(
    r"\b(?:leads? to|led to|results? in|resulted in|causes?|makes?|drives?|induces?|(?P<up>increases?"
    r"|raises?|boosts?"
    r"|improves?|enhances?|strengthens?)|(?P<down>decreases?|reduces?|lowers|cuts|weakens?|worsens?|impairs?"
    r"|halves?|shrinks?)|(?P<passive>(?:is|are|was|were|be|been) (?:caused|driven|induced|increased|reduced"
    r"|decreased"
    r"|improved|raised) by|(?:due|owing) to|because of|results? from))\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[.;:,()—]|\b(?:while|whereas|but|although|and not|when|that|which)\b")
_OF = re.compile(r"\s+(?:of|for|in|at|from|on)\s+(?:(?:the|an?|its|their|this|that)\s+)?")
_PRONOUN = re.compile(r"\s+(?:it|this|that|them|these|those)\b")
_ANYTHING = frozenset(["*"])
_SIDE_WORDS = 5
_TELLING = 0.3


class _Cause(NamedTuple):
    left: frozenset[str]
    right: frozenset[str]
    sign: int
    written: str


def exchange_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for two words that stand in each other's place, or cause and effect turned round."""
    for text, found in zip(claim.nearest, claim.nearest_words, strict=True):
        pair = _exchanged((claim.sentence, claim.words), (text, found))
        if pair:
            return [Veto("comparison", f"{pair[0]!r} and {pair[1]!r} have changed places")]
    return _turned_cause(claim)


def _exchanged(
    mine: tuple[str, Sequence[Word]], theirs: tuple[str, Sequence[Word]]
) -> tuple[str, str] | None:
    ours, text = _content(mine[1]), _content(theirs[1])
    stems = {w.stem for w in text}
    by_stem = {w.stem: w for w in text}
    if not ours or sum(w.stem in stems for w in ours) < _ALIKE * len(ours):
        return None
    here, there = _places(ours), _places(text)
    shared = [w for w in ours if w.stem in there and len(here[w.stem]) == 1 and len(there[w.stem]) == 1]
    for i, first in enumerate(shared):
        for second in shared[i + 1 :]:
            if first.is_generic or second.is_generic or related(first.stem, second.stem):
                continue
            others = by_stem[first.stem], by_stem[second.stem]
            if _is_compound(mine[0], (first, second), theirs[0], others):
                continue
            if min(weight(first.text), weight(second.text)) < _TELLING:
                continue
            a, b = here[first.stem][0], here[second.stem][0]
            x, y = there[first.stem][0], there[second.stem][0]
            if _meet(a, y) and _meet(b, x) and not _meet(a, x) and not _meet(b, y):
                return first.text, second.text
    return None


def _is_compound(sentence: str, ours: tuple[Word, Word], text: str, theirs: tuple[Word, Word]) -> bool:
    """Whether one writes "B of the A" for what the other writes as "A B"."""
    here, there = _between(sentence, *ours), _between(text, *theirs)
    return any(not one.strip(" -") and _OF.fullmatch(other) for one, other in ((here, there), (there, here)))


def _between(text: str, first: Word, second: Word) -> str:
    first, second = sorted((first, second), key=lambda word: word.start)
    return text[first.start + len(first.text) : second.start]


def _content(found: Sequence[Word]) -> list[Word]:
    return [w for w in found if w.is_content]


def _places(found: Sequence[Word]) -> dict[str, list[tuple[str, str]]]:
    """Return for each stem the stems on its left and right, an empty one where it stands at an end."""
    stems = ["", *(w.stem for w in found), ""]
    places: dict[str, list[tuple[str, str]]] = {}
    for before, stem, after in zip(stems, stems[1:], stems[2:], strict=False):
        places.setdefault(stem, []).append((before, after))
    return places


def _meet(first: tuple[str, str], second: tuple[str, str]) -> bool:
    return any(a and a == b for a, b in zip(first, second, strict=True))


def _turned_cause(claim: Claim) -> list[Veto]:
    theirs = [
        cause
        for text, found in zip(claim.nearest, claim.nearest_words, strict=True)
        for cause in _causes(text, found)
    ]
    for mine in _causes(claim.sentence, claim.words):
        rated = [(_match(mine, other), other) for other in theirs]
        straight = max((r[0] for r, _ in rated), default=0.0)
        crossed, other = max(((r[1], o) for r, o in rated), key=lambda p: p[0], default=(0.0, None))
        if other is not None and crossed >= 1.0 and crossed > straight:
            return [Veto("comparison", f"cause and effect of {other.written!r} are turned round")]
        best, same_sides = max(((r[0], o) for r, o in rated), key=lambda p: p[0], default=(0.0, None))
        agrees = any(r[0] >= best and o.sign == mine.sign for r, o in rated)
        if same_sides is not None and best >= 1.0 and mine.sign * same_sides.sign == -1 and not agrees:
            return [Veto("direction", f"it says {mine.written!r} where the text says {same_sides.written!r}")]
    return []


def _causes(text: str, found: Sequence[Word]) -> list[_Cause]:
    causes = []
    for verb in _CAUSES.finditer(text):
        end = _CLAUSE_END.search(text, verb.end())
        stop = end.start() if end else len(text)
        begin = max([0, *(m.end() for m in _CLAUSE_END.finditer(text, 0, verb.start()))])
        left = [w for w in found if begin <= w.start < verb.start() and w.is_content][-_SIDE_WORDS:]
        right = [w for w in found if verb.end() <= w.start < stop and w.is_content][:_SIDE_WORDS]
        sides = (_telling(left), _telling(right))
        if not right and _PRONOUN.match(text, verb.end()):
            sides = (sides[0], _ANYTHING)
        if verb["passive"]:
            sides = sides[::-1]
        if sides[0] and sides[1]:
            causes.append(_Cause(*sides, 1 if verb["up"] else -1 if verb["down"] else 0, verb.group()))
    return causes


def _telling(found: Sequence[Word]) -> frozenset[str]:
    return frozenset(w.stem for w in found if not w.is_generic)


def _match(mine: _Cause, other: _Cause) -> tuple[float, float]:
    """Return how many sides have a word in common, straight and crossed: 0, 1 (both) or less."""
    same_right = 1 if _ANYTHING in (mine.right, other.right) else len(mine.right & other.right)
    straight = min(len(mine.left & other.left), same_right)
    crossed = min(len(mine.left & other.right), len(mine.right & other.left))
    return float(straight), float(crossed)
