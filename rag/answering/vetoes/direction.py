"""Vetoes a sentence that turns a comparison or a direction of the nearest sentence round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from rag.answering.support_words import Word, related, stem, weight, words
from rag.answering.vetoes.claim import Claim, Veto

_OPPOSITES = """
increase rise grow raise | decrease decline reduce drop lower shrink diminish reduction cut
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
# Words that say something goes up or down, whatever it is.
_UP = (
    "increase rise grow raise enhance promote improve boost elevate activate accelerate stimulate facilitate"
    " encourage upregulate strengthen expand enable gain higher greater more larger faster better"
    " stronger benefit"
)
_DOWN = (
    "decrease reduce lower inhibit suppress impair attenuate block prevent diminish decline slow delay"
    " downregulate"
    " weaken hinder fall drop damage counteract halt hamper degrade worsen limit lose loss less fewer"
    " smaller slower"
    " worse weaker harm cut shorten halve restrict shrink mitigate alleviate"
)
_REACH = 4
_POSITIVE = frozenset(
    "more better faster quicker higher larger bigger greater stronger superior further longer wider".split()
)
_NEGATIVE = frozenset("less fewer worse slower lower smaller weaker inferior shorter narrower poorer".split())
_COMPARED = re.compile(
    r"\b(?:(?P<word>more|less|fewer|better|worse|superior|inferior|\w{2,}er|further)\b"
    r"(?:(?!\brather\b)[^.;:()]){0,90}?"
    r"\b(?:than|to(?=\s+(?:that|those|the|existing|prior|previous|all|both|other|its|(?-i:[A-Z]))))\b"
    r"|(?P<verb>(?:out|under)perform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|beat(?:s|ing)?"
    r"|dominat(?:es?|ed|ing))\b(?!\s+by)"
    r"|(?P<passive>(?:outperformed|surpassed|exceeded|beaten|dominated)\s+by)\b"
    r"|(?P<against>compared\s+(?:to|with)|in\s+comparison\s+(?:to|with)|relative\s+to|than)\b"
    r"|(?P<instead>instead\s+of|rather\s+than|over|as\s+opposed\s+to|in\s+favou?r\s+of)\b)",
    re.IGNORECASE,
)
_KINDS = ("word", "verb", "passive", "against", "instead")
_RIGHT_END = re.compile(
    r"[.;:,()—]|\b(?:while|whereas|although|but|which|on|across|under|when|in\s+terms)\b", re.IGNORECASE
)
_LEFT_BEGIN = re.compile(r"[.;:]|\b(?:while|whereas|although|but)\b")
_SECOND = re.compile(r"\b(?:but|and|yet)\s+(?:also\s+)?(?:\w+er|more|less|better|worse)\b", re.IGNORECASE)
_RIGHT_WORDS = 5
# "Parents rather than teachers chose": what comes after is said of both.
_INSTEAD_WORDS = 2
# "Faster than the first" names neither side.
_POINTS = frozenset("first second third former latter other others one ones".split())
_AT_LEAST = re.compile(r"\bat (?:the )?(?:least|most|best|worst|lowest|highest)\b", re.IGNORECASE)
_CERTAIN = 0.5
# The left side holds the rest of the sentence too, so it says less.
_OF_LEFT = 0.25
_SAME_THING = 0.5


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
        certainty, agrees, text = _verdict(mine, claim.nearest[:2])
        if certainty < _CERTAIN:
            continue
        if not agrees:
            return [
                Veto("comparison", f"the comparison {mine.written!r} is turned round, the text says: {text}")
            ]
        understood = True
    # The words of a comparison that agrees as a whole need no other look.
    return [] if understood else _opposites(claim) or _other_way(claim)


def _verdict(mine: Comparison, nearest: Sequence[str]) -> tuple[float, bool, str]:
    """Return how sure it is that the first sentence that compares the same agrees, and that sentence."""
    for text in nearest:
        rated = [_agreement(mine, theirs) for theirs in comparisons(text)]
        certainty, agrees = max(rated, key=lambda r: r[0], default=(0.0, True))
        if certainty >= _CERTAIN:
            return certainty, agrees, text
    return 0.0, True, ""


def comparisons(text: str) -> list[Comparison]:
    """Return the comparisons in `text`."""
    found_words = words(text)
    result = []
    before = 0
    for found in _COMPARED.finditer(text):
        start, compared = _compared(found, found_words)
        end = _RIGHT_END.search(text, found.end())
        stop = end.start() if end else len(text)
        right = [w for w in found_words if found.end() <= w.start < stop and w.is_content][:_RIGHT_WORDS]
        begins = [m.end() for m in _LEFT_BEGIN.finditer(text, 0, found.start())]
        begin = max([before, *begins])
        left = [w for w in found_words if begin <= w.start < start]
        # In "more accurate but slower than" two comparisons share one side.
        right = [w for w in right if w.text.casefold() not in _POINTS]
        if right and not (found["word"] and _SECOND.search(found.group())):
            result.append(_comparison(found, compared, left, right))
            before = right[-1].start
    return result


def _compared(found: re.Match[str], found_words: Sequence[Word]) -> tuple[int, str]:
    """Return where the comparison begins and its word: "earlier planners are faster than" has "faster"."""
    kind = next(k for k in _KINDS if found[k])
    # What holds after something may be compared with what held before.
    if kind == "word" and found[kind].lower() != "after" and not _direction([found[kind].lower()]):
        for word in found_words:
            if found.start() < word.start < found.end() and _direction([word.text.lower()]):
                return word.start, word.text.lower()
    return found.start(), found[kind].lower()


def _comparison(found: re.Match[str], low: str, left: list[Word], right: list[Word]) -> Comparison:
    kind = next(k for k in _KINDS if found[k])
    direction = 0
    if kind == "word":
        direction = _direction([low])
    elif kind == "against":
        direction = _direction([w.text.lower() for w in reversed(left)])
    elif kind in ("verb", "passive"):
        direction = -1 if low.startswith("under") else 1
    first, second = _stems(left), _stems(right[:_INSTEAD_WORDS] if kind == "instead" else right)
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
    if mine.kind == "instead":
        common = only_right & their_right
        only_right, their_right = only_right - common, their_right - common
    straight = _shared(only_right, their_right) + _OF_LEFT * _shared(only_left, their_left)
    crossed = _shared(only_left, their_right) + _OF_LEFT * _shared(only_right, their_left)
    if max(_shared(only_right, their_right), _shared(only_left, their_right)) == 0:
        # Nothing of the text's right side is found on either side.
        return 0.0, True
    is_swapped = crossed > straight
    is_opposite = mine.direction * theirs.direction == -1
    return abs(straight - crossed), is_swapped == is_opposite


def _opposites(claim: Claim) -> list[Veto]:
    mine = {w.stem: w.text for w in words(_AT_LEAST.sub("", claim.sentence))}
    theirs = {w.stem: w.text for w in words(_AT_LEAST.sub("", claim.nearest[0]))}
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


def _other_way(claim: Claim) -> list[Veto]:
    """Compare what goes up or down in the sentence with what does so in the nearest ones."""
    theirs = [move for found in claim.nearest_words for move in _moves(found)]
    ours = _moves(claim.words)
    if len({move.is_up for move in ours}) == 2:
        # Which of them goes with which is not seen here.
        return []
    for mine in ours:
        rated = [(_overlap(mine.near, other.near), other) for other in theirs]
        same_way = max((rate for rate, other in rated if other.is_up == mine.is_up), default=0.0)
        rate, other = max(
            ((r, o) for r, o in rated if o.is_up != mine.is_up), key=lambda pair: pair[0], default=(0.0, None)
        )
        if other is not None and rate >= _SAME_THING and rate > same_way:
            return [Veto("direction", f"it says {mine.word!r} where the text says {other.word!r}")]
    return []


class _Move(NamedTuple):
    """A word that says up or down, and the stems of the telling words next to it."""

    word: str
    is_up: bool
    near: frozenset[str]


def _moves(found: Sequence[Word]) -> list[_Move]:
    up, down = _directions()
    content = [w for w in found if w.is_content or w.stem in up or w.stem in down]
    moves = []
    for i, word in enumerate(content):
        if word.stem in up or word.stem in down:
            around = content[max(0, i - _REACH) : i] + content[i + 1 : i + 1 + _REACH]
            near = frozenset(w.stem for w in around if not w.is_generic and w.stem not in up | down)
            moves.append(_Move(word.text, word.stem in up, near))
    return moves


def _overlap(mine: frozenset[str], theirs: frozenset[str]) -> float:
    """Return which share of the telling words near one move stand near the other too."""
    whole = sum(weight(s) for s in mine)
    return _shared(mine, theirs) / whole if whole else 0.0


@cache
def _directions() -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(stem(w) for w in _UP.split()), frozenset(stem(w) for w in _DOWN.split())


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
