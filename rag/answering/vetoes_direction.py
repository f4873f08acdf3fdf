"""Vetoes a sentence that turns a comparison or a direction of the nearest sentence round."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from rag.answering.support_words import Word, related, stem, weight, words
from rag.answering.vetoes import Claim, Veto

_OPPOSITES = """
increase rise grow raise increasing | decrease decline reduce drop lower shrink diminish reduction
better superior | worse inferior poorer
best | worst
faster quicker speedup accelerate acceleration | slower slow slowdown
higher high highest | lower low lowest
larger large bigger greater largest | smaller small smallest tiny
more | less fewer
most | least fewest
improve enhance improvement | degrade worsen impair hurt harm
outperform surpass exceed | underperform
tighter tight | looser loose
stronger strong | weaker weak
cheaper cheap inexpensive | expensive costly costlier
easier easy simpler | harder hard difficult
efficient | inefficient
effective | ineffective
stable | unstable
possible feasible | impossible infeasible
able capable | unable incapable
positive positively | negative negatively
upper | lower
maximize maximise | minimize minimise
overestimate | underestimate
correct correctly accurate accurately | incorrect incorrectly inaccurate inaccurately wrong wrongly
robust | fragile brittle vulnerable
supervised | unsupervised
sufficient | insufficient
necessary | unnecessary
known | unknown
with | without
early earlier | late later
before | after
convex | nonconvex
linear | nonlinear
succeed success | fail failure
include | exclude
support | contradict refute
often common frequent frequently | rare rarely seldom infrequent
gain | loss
""".strip().splitlines()
_POSITIVE = frozenset(
    "more better faster quicker higher larger bigger greater stronger superior further longer wider".split()
)
_NEGATIVE = frozenset("less fewer worse slower lower smaller weaker inferior shorter narrower poorer".split())
_COMPARED = re.compile(
    r"\b(?:(?P<word>more|less|fewer|better|worse|superior|inferior|\w{2,}er|further)\b[^.;:]{0,50}?"
    r"\b(?:than|to(?=\s+(?:that|those|the|existing|prior|previous|all|both|other|its|(?-i:[A-Z]))))\b"
    r"|(?P<verb>(?:out|under)perform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|beat(?:s|ing)?"
    r"|dominat(?:es?|ed|ing))\b(?!\s+by)"
    r"|(?P<passive>(?:outperformed|surpassed|exceeded|beaten|dominated)\s+by)\b"
    r"|(?P<against>compared\s+(?:to|with)|in\s+comparison\s+(?:to|with)|relative\s+to|than)\b"
    r"|(?P<instead>instead\s+of|rather\s+than|over|as\s+opposed\s+to|in\s+favou?r\s+of)\b)",
    re.IGNORECASE,
)
_RIGHT_END = re.compile(
    r"[.;:,()—]|\b(?:while|whereas|although|but|which|in|on|across|under|when|by|with|at|for|using|can|could)\b"
)
_LEFT_BEGIN = re.compile(r"[.;:]|\b(?:while|whereas|although|but)\b")
_RIGHT_WORDS = 5
_CERTAIN = 0.5


class Comparison(NamedTuple):
    """A comparison: what stands on its two sides, and its direction: 1, -1, or 0 for none."""

    kind: str
    left: frozenset[str]
    right: frozenset[str]
    direction: int
    written: str


def direction_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a comparison whose sides or direction are swapped, or for an opposite word."""
    if not claim.nearest:
        return []
    ours = comparisons(claim.sentence)
    understood = False
    for mine in ours:
        rated = [
            (*_agreement(mine, theirs), text) for text in claim.nearest[:2] for theirs in comparisons(text)
        ]
        certainty, agrees, text = max(rated, key=lambda r: r[0], default=(0.0, True, ""))
        if certainty < _CERTAIN:
            continue
        if not agrees:
            return [
                Veto("comparison", f"the comparison {mine.written!r} is turned round, the text says: {text}")
            ]
        understood = True
    # The words of a comparison that agrees as a whole need no other look.
    return [] if understood else _opposites(claim)


def comparisons(text: str) -> list[Comparison]:
    """Return the comparisons in `text`."""
    found_words = words(text)
    result = []
    for found in _COMPARED.finditer(text):
        end = _RIGHT_END.search(text, found.end())
        stop = end.start() if end else len(text)
        right = [w for w in found_words if found.end() <= w.start < stop and w.is_content][:_RIGHT_WORDS]
        begins = [m.end() for m in _LEFT_BEGIN.finditer(text, 0, found.start())]
        begin = begins[-1] if begins else 0
        left = [w for w in found_words if begin <= w.start < found.start()]
        if right:
            result.append(_comparison(found, left, right))
    return result


def _comparison(found: re.Match[str], left: list[Word], right: list[Word]) -> Comparison:
    kind = next(k for k in ("word", "verb", "passive", "against", "instead") if found[k])
    low = found[kind].lower()
    direction = 0
    if kind == "word":
        direction = _direction([low])
    elif kind == "against":
        direction = _direction([w.text.lower() for w in reversed(left)])
    elif kind in ("verb", "passive"):
        direction = -1 if low.startswith("under") else 1
    first, second = _stems(left), _stems(right)
    if kind == "passive":
        first, second = second, first
    return Comparison(kind, first, second, direction, found.group())


def _direction(found: Iterable[str]) -> int:
    for word in found:
        if word in _POSITIVE:
            return 1
        if word in _NEGATIVE:
            return -1
    return 0


def _agreement(mine: Comparison, theirs: Comparison) -> tuple[float, bool]:
    """Return how sure it is that two comparisons are about the same two things, and if they agree."""
    if (mine.kind == "instead") != (theirs.kind == "instead"):
        return 0.0, True
    only_left, only_right = _without(mine.left, mine.right), _without(mine.right, mine.left)
    their_left, their_right = _without(theirs.left, theirs.right), _without(theirs.right, theirs.left)
    straight = _shared(only_right, their_right) + 0.5 * _shared(only_left, their_left)
    crossed = _shared(only_left, their_right) + 0.5 * _shared(only_right, their_left)
    if max(_shared(only_right, their_right), _shared(only_left, their_right)) == 0:
        # Nothing of the text's right side is found on either side.
        return 0.0, True
    is_swapped = crossed > straight
    is_opposite = mine.direction * theirs.direction == -1
    return abs(straight - crossed), is_swapped == is_opposite


def _opposites(claim: Claim) -> list[Veto]:
    mine = {w.stem: w.text for w in claim.words}
    theirs = {w.stem: w.text for w in claim.nearest_words[0]}
    for first, second in _pairs():
        for here, there in ((first, second), (second, first)):
            # Only where the sentence has one side alone and the text the other alone.
            if not mine.keys() & here or mine.keys() & there:
                continue
            if not theirs.keys() & there or theirs.keys() & here:
                continue
            word, other = mine[min(mine.keys() & here)], theirs[min(theirs.keys() & there)]
            return [Veto("direction", f"it says {word!r} where the text says {other!r}: {claim.nearest[0]}")]
    return []


@cache
def _pairs() -> list[tuple[frozenset[str], frozenset[str]]]:
    sides = (line.split("|") for line in _OPPOSITES)
    return [(frozenset(stem(w) for w in a.split()), frozenset(stem(w) for w in b.split())) for a, b in sides]


def _stems(found: Iterable[Word]) -> frozenset[str]:
    return frozenset(w.stem for w in found if w.is_content)


def _without(stems: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    return frozenset(s for s in stems if not any(related(s, o) for o in others))


def _shared(stems: frozenset[str], others: frozenset[str]) -> float:
    return sum(weight(s) for s in stems if any(related(s, o) for o in others))
