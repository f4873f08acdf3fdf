"""Vetoes what is no statement: a word alone, an order to a reader or to a model."""

from __future__ import annotations

import re

from rag.answering.vetoes import Claim, Veto

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
_DENIES = re.compile(r"\b(?:not|never|no)\b|n['’]t\b", re.IGNORECASE)
_CHINESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def form_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a sentence that states nothing about a paper."""
    if _ORDER.search(claim.sentence) or _DIALOGUE.match(claim.sentence):
        return [Veto("form", "it reads like an order or a dialogue, not like a statement about a paper")]
    telling = len({w.stem for w in claim.words if w.is_content}) + len(_CHINESE.findall(claim.sentence)) // 2
    if telling + bool(_DENIES.search(claim.sentence)) < _FEWEST_WORDS:
        return [Veto("form", "it is too short to be checked")]
    return []
