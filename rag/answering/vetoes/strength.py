"""Vetoes a sentence that claims more than the nearest sentence does."""

from __future__ import annotations

import re

from rag.answering.support_words import TextWords
from rag.answering.vetoes.claim import Claim, Veto

# Each line: what the sentence may not say unless the cited text says something of the same line.
_STRONG = tuple(
    re.compile(rf"\b(?:{line})\b", re.IGNORECASE)
    for line in (
        r"always|in all cases|in every case|invariably|without exception|never fails?",
        r"guarantee[sd]?|guaranteeing|provabl[ey]|prove[sdn]?|proving|proofs?|theorems?|certif\w+"
        r"|theoretical\w*",
        r"the first (?:to|work|method|time)|pioneer\w*",
        r"the only|uniquely",
        r"perfect(?:ly)?|flawless(?:ly)?|100\s?%",
        r"complete(?:ly)? (?:solv\w+|eliminat\w+|remov\w+|avoid\w+)|entirely|eliminat\w+"
        r"|fully (?:solv\w+|eliminat\w+)",
        r"all (?:existing|other|known|previous|prior|tested|current) \w+|every (?:existing|other|known) \w+"
        r"|all (?:benchmarks|baselines|tasks|datasets|methods)",
        r"cure[sd]?|curing",
        r"state[- ]of[- ]the[- ]art|sota|best[- ]performing|outperform\w* all",
    )
)
_HEDGE = re.compile(
    r"\b(?:may|might|could|can|potential(?:ly)?|possib(?:le|ly)|perhaps|suggest\w*|likely|probabl[ye]"
    r"|appears?"
    r"|seems?|preliminar\w+|hypothesi\w+|conjecture\w*|hint\w*|promis\w+|up to|as much as|at most"
    r"|as many as|often|usually|in some cases|sometimes|under (?:mild )?(?:certain )?assumptions?|whether"
    r"|not clear|unclear)\b",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"\b(?:may|might|potentially|possibly|perhaps|hypothesi[sz]e|conjecture|unclear|whether)\b",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"\bthe (?:[\w-]+ )?(?:most|least) (?!of\b)\w+|\bthe (?:(?!forest|interest|request|guest|harvest|contest"
    r"|latest"
    r"|rest|test)\w{3,}est|best|worst|first|only|sole)\b(?! (?:step|stage|phase|part|author|two|three|time"
    r"|layer))",
    re.IGNORECASE,
)
# A text that claims to lead says so in many ways.
_ABOVE_ALL = re.compile(
    r"\bstate[- ]of[- ]the[- ]art|\bfirst (?:to|time|work|method)\b|\bthe (?:first|only|sole)\b"
    r"|\boutperform\w* (?:all|every|existing|previous|prior)"
    r"|\bsurpass|\bunprecedented|\bpioneer|\bhighest|\blowest|\bbest\b",
    re.IGNORECASE,
)
# What the sentence stresses, and how a text does.
_STRESSES = tuple(
    (re.compile(rf"\b(?:{said})\b", re.IGNORECASE), re.compile(rf"\b(?:{known})", re.IGNORECASE))
    for said, known in (
        (
            r"(?:need|necessity|urgency) (?:for|of|to)",
            r"need|necess|requir|must\b|demand|call(?:s|ing)? for|urgen|imperative|should\b|essential|crucial"
            r"|vital",
        ),
        (
            r"(?:extensively|widely|thoroughly|well) (?:explored|studied|investigated|researched|examined)",
            r"extensiv|wide|thorough|well[- ]|popular|many\b|much\b|most\b|increasing|growing|common|prevalen"
            r"|ubiquit|numerous|attention|long\b",
        ),
        (
            r"(?:previous|prior|existing|past|earlier|current) (?:research|works?|studies|approaches"
            r"|methods|literature)[^.;]{0,60}\bfocus(?:es|ed)?",
            r"focus|concentrat|main(?:ly)?\b|most(?:ly)?\b|primar|emphasi|predominant|limited to|only\b"
            r"|largely",
        ),
        (
            r"(?:importance|significance) of",
            r"importan|significan|crucial|essential|vital|critical|necess|key\b|central|fundamental|matters?\b",
        ),
    )
)
_UP_TO = re.compile(r"\b(?:up to|as much as|at most|as many as)\s+(?:a\s+)?[\d.]+", re.IGNORECASE)
# Which share of the common words must come after the hedge.
_LEAST_HEDGED = 0.4
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def strength_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a strong word the text lacks, or a hedge of the text that the sentence drops."""
    vetoes = []
    for pattern in _STRONG:
        found = pattern.search(claim.sentence)
        if found and not pattern.search(claim.text):
            vetoes.append(Veto("strength", f"it says {found.group()!r}, which the text does not"))
    for said, known in _STRESSES:
        found = said.search(claim.sentence)
        if found and not known.search(claim.text):
            vetoes.append(Veto("strength", f"it speaks of the {found.group()!r}, which the text does not"))
    superlative = _SUPERLATIVE.search(claim.sentence)
    if superlative and not _SUPERLATIVE.search(claim.text) and not _ABOVE_ALL.search(claim.text):
        vetoes.append(Veto("strength", f"it says {superlative.group()!r}, which the text does not"))
    if claim.nearest and not _HEDGE.search(claim.sentence):
        nearest = claim.nearest[0]
        weak = _WEAK.search(nearest)
        if weak and _is_hedged(claim, weak.start()):
            vetoes.append(Veto("strength", f"the text only says it with {weak.group()!r}: {nearest}"))
        for bound in _UP_TO.finditer(nearest):
            number = _NUMBER.search(bound.group())
            if number and re.search(rf"(?<![\d.]){re.escape(number.group())}(?![\d.]*\d)", claim.sentence):
                vetoes.append(
                    Veto("strength", f"the text says {bound.group()!r}, the sentence leaves that out")
                )
    return vetoes[:1]


def _is_hedged(claim: Claim, start: int) -> bool:
    """Whether the hedge at `start` of the nearest sentence is about what the sentence takes from it."""
    said = TextWords(claim.words)
    shared = [w for w in claim.nearest_words[0] if w.is_content and not w.is_generic and said.has(w.stem)]
    return sum(w.start > start for w in shared) >= _LEAST_HEDGED * len(shared)
