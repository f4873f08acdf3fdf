"""Vetoes a sentence that puts another thing in the place of one of the text's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rag.answering.support_words import Word, weight, words
from rag.answering.vetoes.claim import Claim, Veto
from rag.answering.vetoes.numbers import numbers

_ITEM = r"(?:[\w/+-]+\s+){0,3}[\w/+-]+"
_LISTED = re.compile(rf"({_ITEM}(?:,\s+{_ITEM})*),?\s+(?:and|or)\s+({_ITEM})")
_REASONS = frozenset("because since due thanks unless although".split())
_CLAUSE = re.compile(
    r"(,?\s+(?:because|since|due|thanks|unless|although|so|and|but|while|whereas|which|when|for|by)\s|[,;]\s)",
    re.IGNORECASE,
)
_TELLING = 0.45
_SAYS_HOW_OFTEN = re.compile(r"often|\w{3,}ly", re.IGNORECASE)
_TELLS_WHO = re.compile(r"\s*(?:according to|says?|said)\b", re.IGNORECASE)
# "Fails" may stand where the text has "does not hold".
_DENIES = re.compile(r"(?:fail|lack|unable|without|absen|miss)", re.IGNORECASE)


def word_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a word that stands where the text has another, and for a listed thing it lacks."""
    return [*_substituted(claim), *_listed(claim), *_added(claim)][:1]


def _substituted(claim: Claim) -> list[Veto]:
    """Compare, around each unknown word, its two neighbours with those of a text's word."""
    for before, word, after in _triples(claim.words):
        text = word.item.text
        if _is_known(word.item, claim) or not _is_telling(word.item) or _DENIES.match(text):
            continue
        if _SAYS_HOW_OFTEN.fullmatch(text):
            continue
        others = [
            other
            for found in claim.nearest_words
            for first, other, last in _triples(found)
            if first.item.stem == before.item.stem
            and last.item.stem == after.item.stem
            and abs((last.place - first.place) - (after.place - before.place)) <= 1
        ]
        ours = {w.stem for w in claim.words}
        # A word that every abstract uses may stand there too: "used" for "implemented".
        if others and all(_is_telling(o.item) and o.item.stem not in ours for o in others):
            return [Veto("word", f"it says {text!r} where the text says {others[0].item.text!r}")]
    return []


class _Placed(NamedTuple):
    """A word that is no function word, and its place among all of them."""

    item: Word
    place: int


def _triples(found: Sequence[Word]) -> Iterator[tuple[_Placed, _Placed, _Placed]]:
    content = [_Placed(w, place) for place, w in enumerate(found) if w.is_content]
    return zip(content, content[1:], content[2:], strict=False)


def _listed(claim: Claim) -> list[Veto]:
    """Look for lists of which the text has some things and lacks others."""
    for found in _LISTED.finditer(claim.sentence):
        items = [*found[1].split(","), found[2]]
        if len(items) < 3:
            continue
        telling = [[w for w in words(item) if w.is_content and _is_telling(w)] for item in items]
        missing = [i for i, item in zip(items, telling, strict=True) if item and not _any_known(item, claim)]
        if missing and any(item and _any_known(item, claim) for item in telling):
            return [Veto("word", f"the text does not speak of {missing[0].strip()!r}")]
    return []


def _added(claim: Claim) -> list[Veto]:
    """Look for a clause that is hung onto the sentence and of which the text knows no word."""
    pieces = _CLAUSE.split(claim.sentence)
    for join, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        telling = [w for w in words(piece) if w.is_content and _is_telling(w)]
        fewest = 1 if join.strip(" ,").lower() in _REASONS else 2
        if _TELLS_WHO.match(piece):
            continue
        if len(telling) >= fewest and not _any_known(telling, claim):
            return [Veto("word", f"the text does not say {piece.strip()!r}")]
    return []


def _any_known(found: list[Word], claim: Claim) -> bool:
    return any(_is_known(word, claim) for word in found)


def _is_known(word: Word, claim: Claim) -> bool:
    return claim.known.has(word.stem)


def _is_telling(word: Word) -> bool:
    # Numbers have their own rule, which knows that 12 is twelve.
    return not word.is_generic and weight(word.text) > _TELLING and not numbers(word.text)
