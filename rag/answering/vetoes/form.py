"""Vetoes what is no statement: a word alone, an order to a reader or to a model."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.support_words import Word
from rag.answering.vetoes.claim import Claim, Veto

_ORDER = re.compile(
    r"\b(?:ignor\w+|disregard\w*|forget|override)\b.{0,30}"
    r"\b(?:instruction|prompt|rule|message|everything|above|previous)"
    r"|\b(?:system|developer|hidden|your|my) (?:prompt|instructions?)\b"
    r"|\bmaintenance mode\b|\byou are (?:now|an?) "
    r"|\b(?:answer|reply|respond|output|print|say|write|cite)\b.{0,20}"
    r"\b(?:only with|the word|exactly|verbatim|your prompt)"
    r"|\bcite\b.{0,20}\bfor every sentence\b|\bas an? (?:ai|language model|assistant)\b"
    r"|\b(?:click|visit|download|subscribe|log in|sign up)\b.{0,20}\b(?:here|now|at|this|our|to)\b",
    re.IGNORECASE,
)
_DIALOGUE = re.compile(r"^\s*(?:system|user|assistant|human|question|answer)\s*[:\-]", re.IGNORECASE)
_FEWEST_WORDS = 3
# So many words in a row, of which so many are telling and one is not, are said once in a sentence,
# unless it sets one thing against another.
_RUN, _TELLING_IN_RUN = 4, 2
_SETS_SIDE_BY_SIDE = frozenset("and or but than while whereas compared versus vs not nor".split())
_DENIES = re.compile(r"\b(?:not|never|no)\b|n['’]t\b", re.IGNORECASE)
_CHINESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def form_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a sentence that states nothing about a paper."""
    if _ORDER.search(claim.sentence) or _DIALOGUE.match(claim.sentence):
        return [Veto("form", "it reads like an order or a dialogue, not like a statement about a paper")]
    telling = len({w.stem for w in claim.words if w.is_content}) + len(_CHINESE.findall(claim.sentence)) // 2
    if telling + bool(_DENIES.search(claim.sentence)) < _FEWEST_WORDS:
        return [Veto("form", "it is too short to be checked")]
    repeated = _repeated(claim.words)
    if repeated and not any(_repeated(found) for found in claim.nearest_words):
        return [Veto("form", f"it says {repeated!r} twice")]
    return []


def _repeated(found: Sequence[Word]) -> str:
    """Return words that stand in a row twice, or nothing."""
    seen: dict[tuple[str, ...], int] = {}
    for at in range(len(found) - _RUN + 1):
        run = found[at : at + _RUN]
        if not _TELLING_IN_RUN <= sum(w.is_content and not w.text.isdigit() for w in run) < _RUN:
            continue
        first = seen.setdefault(tuple(w.stem for w in run), at)
        between = {w.text.casefold() for w in found[first + _RUN : at]}
        if at - first >= _RUN and not between & _SETS_SIDE_BY_SIDE:
            return " ".join(w.text for w in run)
    return ""
