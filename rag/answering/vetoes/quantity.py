"""Vetoes a sentence that speaks of all where the text speaks of some, or drops what restricts it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rag.answering.support_words import Word, same, text_words
from rag.answering.vetoes.claim import Claim, Veto
from rag.sentences import sentences

# How much each word says; a sentence may say less than the text, not more.
_AMOUNTS = {
    "all": 4, "every": 4, "each": 4, "any": 4, "always": 4,
    "most": 3, "majority": 3, "mostly": 3, "usually": 3,
    "many": 2, "several": 2, "often": 2,
    "some": 1, "certain": 1, "sometimes": 1, "partly": 1,
    "few": -1, "rarely": -1, "seldom": -1, "hardly": -1,
    "none": -2, "no": -2,
}  # fmt: skip
_REACH = 3
_NO_AMOUNT_AFTER = frozenset("the at not hardly without never barely rarely no".split())
_ONLY = re.compile(r"\b(?:only|solely|exclusively|restricted to|limited to)\b", re.IGNORECASE)
_UNIVERSAL = re.compile(
    r"(?<!not )(?<!at )(?<!hardly )(?<!without )(?<!than )(?<!if )\b(?:all|every|any|whatever|regardless of"
    r"|always)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:all|every\w*|each|any|arbitrar\w+|whatever|regardless|irrespective|always|universal\w*|no"
    r"|independent\w*|agnostic|entire\w*|complet\w+|without|infinite\w*|consistently|both|never"
    r"|invariabl\w+)\b",
    re.IGNORECASE,
)
_ONLY_SAID = re.compile(r"(?<!not )(?<!the )\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_RESTRICTS = re.compile(
    r"(?<!not )\b(?:only|solely|exclusively|alone|single|just|merely|restrict\w*|limit\w*|sole"
    r"|unless|confin\w*|except|rather than|instead)\b",
    re.IGNORECASE,
)
_ONLY_HERE = re.compile(r"\b(?:only|just|solely|exclusively|restricted|limited|merely)\b", re.IGNORECASE)
_EQUAL = re.compile(
    r"\b(?:as (?:well|good|fast|accurate|effective|efficient|high|low|large|small) as|on par|equals?|same as"
    r"|match(?:es|ed)?|comparable (?:to|with)|similar(?:ly)? to)\b",
    re.IGNORECASE,
)
_UNEQUAL = re.compile(r"\b(?:better|worse|\w{3,}er|more|less)\b.{0,40}\bthan\b", re.IGNORECASE)


class _Amount(NamedTuple):
    word: str
    value: int
    things: frozenset[str]
    first: str


def quantity_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for another amount, a restriction left out, or a tie told as a win."""
    if not claim.nearest:
        return []
    nearest = claim.nearest[0]
    theirs = _amounts(claim.nearest_words[0])
    for mine in _amounts(claim.words):
        alike = [other for other in theirs if mine.things & other.things]
        if alike and all(mine.value > o.value or mine.value * o.value < 0 for o in alike):
            said = f"it says {mine.word!r} where the text says {alike[0].word!r}"
            return [Veto("strength", f"{said}: {nearest}")]
        if mine.value == 4 and not theirs:
            dropped = _restriction(mine, claim.words, claim.nearest_words[0])
            if dropped:
                return [Veto("strength", f"it says {mine.word!r}, the text only {dropped!r}: {nearest}")]
    return [*_of_all(claim), *_only_added(claim), *_only_dropped(claim), *_tie(claim)][:1]


def _amounts(found: Sequence[Word]) -> list[_Amount]:
    amounts = []
    for i, word in enumerate(found):
        value = _AMOUNTS.get(word.text.casefold())
        if value is None or (i and found[i - 1].text.casefold() in _NO_AMOUNT_AFTER):
            continue
        after = [w for w in found[i + 1 : i + 1 + _REACH + 2] if w.is_content][:_REACH]
        if after:
            amounts.append(_Amount(word.text, value, frozenset(w.stem for w in after), after[0].stem))
    return amounts


def _restriction(mine: _Amount, ours: Sequence[Word], theirs: Sequence[Word]) -> str:
    """Return the telling word before the same thing in the text, if the sentence has left it out."""
    kept = {w.stem for w in ours}
    for before, word in pairwise(theirs):
        if word.stem != mine.first or before.stem in kept:
            continue
        if before.is_content and not before.is_generic:
            return f"{before.text} {word.text}"
    return ""


def _of_all(claim: Claim) -> list[Veto]:
    """Look for "all" of a thing of which the text speaks, but nowhere of all."""
    found = _UNIVERSAL.search(claim.sentence)
    if not found:
        return []
    things = [w for w in claim.words if w.start >= found.end() and w.is_content][:_REACH]
    held = [w for w in things if claim.known.has(w.stem)]
    if not held:
        return []
    for start, end in sentences(claim.text):
        known = text_words(claim.text[start:end])
        if _WHOLE.search(claim.text, start, end) and any(known.has(w.stem) for w in held):
            return []
    return [Veto("strength", f"it says {found.group()!r}, which the text does not")]


def _only_added(claim: Claim) -> list[Veto]:
    """Look for "only" where the text restricts nothing."""
    found = _ONLY_SAID.search(claim.sentence)
    if not found or _RESTRICTS.search(claim.text):
        return []
    return [Veto("strength", f"it says {found.group()!r}, which the text does not")]


def _only_dropped(claim: Claim) -> list[Veto]:
    found = _ONLY.search(claim.nearest[0])
    if not found or _ONLY_HERE.search(claim.sentence):
        return []
    after = [w for w in claim.nearest_words[0] if w.start >= found.end() and w.is_content][:2]
    before = [w for w in claim.nearest_words[0] if w.start < found.start() and w.is_content][-2:]
    ours = [w.stem for w in claim.words]
    is_kept = any(same(w.stem, stem) for w in after[:1] for stem in ours)
    is_about = before and all(any(same(w.stem, stem) for stem in ours) for w in before)
    if after and is_about and not is_kept:
        return [Veto("strength", f"it leaves out 'only': {claim.nearest[0]}")]
    return []


def _tie(claim: Claim) -> list[Veto]:
    nearest = claim.nearest[0]
    if _EQUAL.search(nearest) and not _UNEQUAL.search(nearest):
        found = _UNEQUAL.search(claim.sentence)
        if found and not _EQUAL.search(claim.sentence):
            reason = f"it says {found.group()!r} where the text says they are equal: {nearest}"
            return [Veto("comparison", reason)]
    return []
