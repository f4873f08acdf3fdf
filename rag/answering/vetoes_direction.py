"""Vetoes a sentence that turns a comparison or a direction of the nearest sentence round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rag.answering.support_words import Word, same, stem, weight, words
from rag.answering.vetoes import Claim, Veto

_OPPOSITES = """
increase increases increased increasing rise rises grow grows raise raises | decrease decreases decreased decreasing decline declines reduce reduces reduced reducing drop drops lower lowers lowering shrink shrinks diminish diminishes
better superior | worse inferior poorer
best | worst
faster quicker speedup speedups accelerate accelerates accelerated acceleration | slower slow slows slowdown
higher high highest | lower low lowest
larger large bigger greater largest | smaller small smallest tiny
more | less fewer
most | least fewest
improve improves improved improving improvement enhance enhances enhanced | degrade degrades degraded degrading worsen worsens worsened impair impairs impaired hurt hurts harm harms
outperform outperforms outperformed outperforming surpass surpasses exceed exceeds | underperform underperforms underperformed underperforming trail trails
tighter tight | looser loose
stronger strong | weaker weak
cheaper cheap inexpensive | expensive costly costlier
easier easy simple simpler | harder hard difficult
efficient | inefficient
effective | ineffective
stable | unstable
possible feasible | impossible infeasible
able capable | unable incapable
positive positively | negative negatively
upper | lower
maximize maximizes maximise maximises maximizing | minimize minimizes minimise minimises minimizing
overestimate overestimates | underestimate underestimates
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
succeed succeeds succeeded success | fail fails failed failure
include includes including | exclude excludes excluding
support supports | contradict contradicts refute refutes
common frequent frequently often | rare rarely seldom infrequent infrequently
""".strip().splitlines()
_POSITIVE = "more better faster quicker higher larger bigger greater stronger superior further longer wider deeper easier"
_NEGATIVE = "less fewer worse slower lower smaller weaker inferior shorter narrower cheaper harder poorer"
_COMPARED = re.compile(
    r"\b(?:(?P<word>more|less|fewer|better|worse|superior|inferior|\w{2,}er|quicker|further)\b(?P<mid>[^.;:]{0,50}?)"
    r"\b(?:than|to(?=\s+(?:that|those|the|existing|prior|previous|all|both|other|its|[A-Z])))\b"
    r"|(?P<verb>(?:out|under)perform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|beat(?:s|ing)?"
    r"|dominat(?:es?|ed|ing))\b(?!\s+by)"
    r"|(?P<passive>(?:outperformed|surpassed|exceeded|beaten|dominated)\s+by)\b"
    r"|(?P<instead>instead\s+of|rather\s+than|over|as\s+opposed\s+to|in\s+favou?r\s+of)\b)",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[.;:,()—]|\b(?:while|whereas|although|but|which)\b")


class Comparison(NamedTuple):
    """A comparison: what stands on its two sides, and its direction (0 where it has none)."""

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
    for nearest in claim.nearest[:2]:
        for mine in ours:
            for theirs in comparisons(nearest):
                verdict = _agree(mine, theirs)
                if verdict is True:
                    # The comparison as a whole was understood: its words need no other look.
                    return []
                if verdict is False:
                    return [
                        Veto(
                            "comparison",
                            f"the comparison at {mine.written!r} is turned round: {nearest[:120]}",
                        )
                    ]
    return _opposites(claim)


def comparisons(text: str) -> list[Comparison]:
    """Return the comparisons in `text`."""
    found_words = words(text)
    result = []
    for found in _COMPARED.finditer(text):
        end = _BREAK.search(text, found.end())
        stop = end.start() if end else len(text)
        right = _content(w for w in found_words if found.end() <= w.start < stop)
        breaks = [
            m.end() for m in re.finditer(r"[.;:]|\b(?:while|whereas|although|but)\b", text[: found.start()])
        ]
        left = _content(w for w in found_words if (breaks[-1] if breaks else 0) <= w.start < found.start())
        if not right:
            continue
        kind = next(k for k in ("word", "verb", "passive", "instead") if found[k])
        low = found[kind].lower()
        direction = 0
        if kind == "word":
            direction = 1 if low in _POSITIVE.split() else -1 if low in _NEGATIVE.split() else 2
        elif kind in ("verb", "passive"):
            direction = -1 if low.startswith("under") else 1
        if kind == "passive":
            left, right = right, left
        result.append(Comparison(kind, left, right, direction, found.group()))
    return result


def _agree(mine: Comparison, theirs: Comparison) -> bool | None:
    """Whether two comparisons say the same; None if they are not about the same two things."""
    if (mine.kind == "instead") != (theirs.kind == "instead"):
        return None
    only_left, only_right = _without(mine.left, mine.right), _without(mine.right, mine.left)
    their_left, their_right = _without(theirs.left, theirs.right), _without(theirs.right, theirs.left)
    straight = _shared(only_right, their_right) + 0.5 * _shared(only_left, their_left)
    crossed = _shared(only_left, their_right) + 0.5 * _shared(only_right, their_left)
    if max(straight, crossed) < 0.5 or abs(straight - crossed) < 0.25:
        return None
    is_swapped = crossed > straight
    is_opposite = mine.direction * theirs.direction == -1
    if mine.kind == "word" and theirs.kind == "word" and 2 in (abs(mine.direction), abs(theirs.direction)):
        is_opposite = False
    return is_swapped == is_opposite


def _opposites(claim: Claim) -> list[Veto]:
    mine = {w.text.casefold() for w in claim.words}
    theirs = {w.text.casefold() for w in claim.nearest_words[0]}
    for first, second in _pairs():
        for here, there in ((first, second), (second, first)):
            # Only where the sentence has one side alone and the text the other alone.
            if (mine & here) and not (mine & there) and (theirs & there) and not (theirs & here):
                word, other = min(mine & here), min(theirs & there)
                if _has_stem(word, theirs):
                    continue
                return [
                    Veto(
                        "direction",
                        f"it says {word!r} where the text says {other!r}: {claim.nearest[0][:120]}",
                    )
                ]
    return []


def _has_stem(word: str, others: set[str]) -> bool:
    return any(stem(word) == stem(other) for other in others)


def _pairs() -> list[tuple[frozenset[str], frozenset[str]]]:
    sides = (line.split("|") for line in _OPPOSITES)
    return [(frozenset(a.split()), frozenset(b.split())) for a, b in sides]


def _content(found: object) -> frozenset[str]:
    return frozenset(w.stem for w in found if w.is_content)  # type: ignore[attr-defined]


def _without(stems: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    return frozenset(s for s in stems if not any(same(s, o) for o in others))


def _shared(stems: frozenset[str], others: Sequence[str] | frozenset[str]) -> float:
    return sum(weight(s) for s in stems if any(same(s, o) for o in others))
