"""Vetoes a sentence that copies one of the text's, with one of its words put in another's place."""

from __future__ import annotations

from difflib import SequenceMatcher

from rag.answering.support_words import Word, same
from rag.answering.vetoes.claim import Claim, Veto

# How alike two sentences are when one was copied from the other, as `SequenceMatcher` counts.
_COPY = 0.75


def copy_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a word of the text that stands where its nearest sentence has another.

    A new word may be a synonym; one that the text uses for something else is a mix-up.
    """
    mine = [w for w in claim.words if w.is_content]
    for found in claim.nearest_words:
        theirs = [w for w in found if w.is_content]
        matcher = SequenceMatcher(None, [w.stem for w in theirs], [w.stem for w in mine], autojunk=False)
        if matcher.ratio() < _COPY:
            continue
        for operation, i1, i2, j1, j2 in matcher.get_opcodes():
            if operation == "replace" and (veto := _mixed_up(theirs[i1:i2], mine[j1:j2], mine, claim)):
                return [veto]
    return []


def _mixed_up(gone: list[Word], came: list[Word], mine: list[Word], claim: Claim) -> Veto | None:
    kept = {w.stem for w in mine}
    lost = [w for w in gone if w.stem not in kept and not w.is_generic]
    other = [w for w in came if w.stem in claim.known.stems and not w.is_generic]
    for word in other:
        for missing in lost:
            if not same(word.stem, missing.stem):
                return Veto("word", f"it says {word.text!r} where the text says {missing.text!r}")
    return None
