"""Vetoes a sentence that turns a comparison of the nearest sentences round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from rag.answering.support_words import Word, related, shared_weight, stem, words
from rag.answering.vetoes.claim import Claim, Veto
from rag.answering.vetoes.opposites import opposite_vetoes

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
    r"|(?P<against>unlike|compared\s+(?:to|with)|in\s+comparison\s+(?:to|with)|relative\s+to|than)\b"
    r"|(?P<instead>instead\s+of|rather\s+than|over(?!-)|as\s+opposed\s+to|in\s+favou?r\s+of)\b)",
    re.IGNORECASE,
)
_KINDS = ("word", "verb", "passive", "against", "instead")
_RIGHT_END = re.compile(
    r"[.;:,()—]|\b(?:while|whereas|although|but|which|on|across|under|when|in|for)\b|\band\s+\d",
    re.IGNORECASE,
)
_LEFT_BEGIN = re.compile(r"[.;:]|\b(?:while|whereas|although|but)\b")
_SECOND = re.compile(r"\b(?:but|and|yet)\s+(?:also\s+)?(?:\w+er|more|less|better|worse)\b", re.IGNORECASE)
_RIGHT_WORDS = 5
# "Parents rather than teachers chose": what comes after is said of both.
_INSTEAD_WORDS = 2
# "Faster than the first" names neither side.
_POINTS = frozenset("first second third former latter other others one ones".split())
# What papers say of others' work, and by which words they say that it is worse.
_OTHERS = frozenset(
    "existing exist prior previous past other others competing conventional traditional earlier alternative"
    " alternatives baseline baselines".split()
)
_BETTER = re.compile(
    r"\b(?:better|superior|more (?:accurate|effective|efficient)(?:ly)?|outperform\w*|surpass\w*|beats?)\b",
    re.IGNORECASE,
)
_INTRODUCED = r"\b(?:introduc|propos|present|develop|design|call|nam|dub|term)\w*\b[^.]{{0,90}}\b{}\b"
_NAMED = re.compile(r"[A-Z].*[A-Z]|[a-z][A-Z]|\d")
_CERTAIN = 0.5
# The left side holds the rest of the sentence too, so it says less.
_OF_LEFT = 0.25


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
    if not understood and (veto := _loses(claim)):
        return [veto]
    # The words of a comparison that agrees as a whole need no other look.
    return [] if understood else opposite_vetoes(claim)


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
    straight = shared_weight(only_right, their_right) + _OF_LEFT * shared_weight(only_left, their_left)
    crossed = shared_weight(only_left, their_right) + _OF_LEFT * shared_weight(only_right, their_left)
    if max(shared_weight(only_right, their_right), shared_weight(only_left, their_right)) == 0:
        # Nothing of the text's right side is found on either side.
        return 0.0, True
    is_swapped = crossed > straight
    is_opposite = mine.direction * theirs.direction == -1
    return abs(straight - crossed), is_swapped == is_opposite


def _loses(claim: Claim) -> Veto | None:
    """Look for others' work that is better than what the paper introduces, which no paper says."""
    for mine in comparisons(claim.sentence):
        if mine.direction != 1 or not _BETTER.search(mine.written):
            continue
        if not mine.left & _stems_of_others() or mine.right & _stems_of_others():
            continue
        for word in claim.words:
            if word.stem not in mine.right or not _NAMED.search(word.text):
                continue
            if re.search(_INTRODUCED.format(re.escape(word.text)), claim.text, re.IGNORECASE):
                return Veto("comparison", f"the text does not say that {word.text!r} is worse than others")
    return None


@cache
def _stems_of_others() -> frozenset[str]:
    return frozenset(map(stem, _OTHERS))


def _stems(found: Iterable[Word]) -> frozenset[str]:
    return frozenset(w.stem for w in found if w.is_content)


def _without(stems: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    return frozenset(s for s in stems if not any(related(s, o) for o in others))
