"""Vetoes a sentence that says the opposite of the nearest ones: by a word, a bound, or up for down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rag.answering.support_words import Word, shared_weight, stem, weight, words
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
advantage | disadvantage
compatible | incompatible
consistent consistently | inconsistent
distinguishable | indistinguishable
dependent | independent
discontinuous | continuous
often common frequent frequently | rare rarely seldom infrequent
gain | loss
""".strip().splitlines()
# Beginnings of words that make opposites of one: "homophilic" and "heterophilic".
_PREFIXES = (
    ("homo", "hetero"), ("over", "under"), ("inter", "intra"), ("uni", "multi"), ("mono", "poly"),
    ("macro", "micro"), ("pre", "post"), ("en", "de"), ("sub", "super"), ("up", "down"), ("hyper", "hypo"),
    ("intrin", "extrin"), ("endo", "exo"),
)  # fmt: skip
_LEAST_COMMON = 4
_BOUND = re.compile(r"\bat (least|most)\s+(\S*[^\s.,;:])", re.IGNORECASE)
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
_AT_LEAST = re.compile(r"\bat (?:the )?(?:least|most|best|worst|lowest|highest)\b", re.IGNORECASE)
_SAME_THING = 0.5


def opposite_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a word, a bound or a direction that is the opposite of the text's."""
    return _turned_bound(claim) or _opposites(claim) or _other_prefix(claim) or _other_way(claim)


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
            if _is_said(claim, here):
                continue
            word, other = mine[min(mine.keys() & here)], theirs[min(theirs.keys() & there)]
            return [Veto("direction", f"it says {word!r} where the text says {other!r}: {claim.nearest[0]}")]
    return []


def _other_prefix(claim: Claim) -> list[Veto]:
    ours = {w.text.lower() for w in claim.words}
    theirs = {w.text.lower() for found in claim.nearest_words for w in found}
    for one, other in (pair for both in _PREFIXES for pair in (both, both[::-1])):
        for word in ours - theirs:
            opposite = other + word.removeprefix(one)
            if word.startswith(one) and len(word) >= len(one) + _LEAST_COMMON and opposite in theirs - ours:
                return [Veto("direction", f"it says {word!r} where the text says {opposite!r}")]
    return []


def _turned_bound(claim: Claim) -> list[Veto]:
    theirs = {(found[2], found[1].lower()) for found in _BOUND.finditer(claim.text)}
    for found in _BOUND.finditer(claim.sentence):
        thing, side = found[2], found[1].lower()
        if (thing, side) not in theirs and any(other == thing for other, _ in theirs):
            return [Veto("direction", f"it says {found.group()!r}, which the text has the other way round")]
    return []


def _is_said(claim: Claim, side: frozenset[str]) -> bool:
    """Whether the text has such a word beside one that stands beside it in the sentence, too."""
    return bool(_beside(claim.words, side) & _beside(words(claim.text), side))


def _beside(found: Sequence[Word], side: frozenset[str]) -> set[str]:
    content = [w for w in found if w.is_content or w.stem in side]
    pairs = [*pairwise(content), *pairwise(reversed(content))]
    return {other.stem for word, other in pairs if word.stem in side and not other.is_generic}


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
    return shared_weight(mine, theirs) / whole if whole else 0.0


@cache
def _directions() -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(stem(w) for w in _UP.split()), frozenset(stem(w) for w in _DOWN.split())


@cache
def _pairs() -> list[tuple[frozenset[str], frozenset[str]]]:
    sides = (line.split("|") for line in _OPPOSITES)
    return [(frozenset(stem(w) for w in a.split()), frozenset(stem(w) for w in b.split())) for a, b in sides]
