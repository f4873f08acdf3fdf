"""Vetoes "more powerful than X" where the text sets nothing against X."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.support_words import Word, text_words, weight
from rag.answering.vetoes.claim import Claim, Veto
from rag.answering.vetoes.windows import windows

_THAN = re.compile(
    r"\b(?:more|less|fewer|better|worse|rather|other|\w{2,}er)\b[^.;]{0,60}?\bthan\s", re.IGNORECASE
)
_OF_AMOUNT = re.compile(r"(?:more|less|fewer|other|rather)\s+than\s", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,;:—]\s|\s(?:and|but|while|whereas|which|when|if)\s")
# How a text sets one thing against another.
_SETS_AGAINST = re.compile(
    r"\b(?:than|outperform\w*|surpass\w*|exceed\w*|beat\w*|superior\w*|inferior\w*|versus|vs|compar\w+"
    r"|relative to|over|against|improv\w+|competitive\w*|match\w*|advantages?|unlike|contrast"
    r"|underperform\w*|\d+(?:\.\d+)?\s*(?:×|x|times|%))",
    re.IGNORECASE,
)
_LEAST_HELD = 0.5


def than_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a comparison with what the text names in no sentence that compares."""
    for found in _THAN.finditer(claim.sentence):
        # "More than half" and "rather than X" compare no two things.
        if _OF_AMOUNT.match(found.group()):
            continue
        end = _CLAUSE_END.search(claim.sentence, found.end())
        stop = end.start() if end else len(claim.sentence)
        other = [
            w for w in claim.words if found.end() <= w.start < stop and w.is_content and not w.is_generic
        ]
        if other and not any(_compares(text, other) for text in windows(claim.text)):
            told = claim.sentence[found.end() : stop].strip(" .")
            return [Veto("comparison", f"the text compares nothing with {told!r}")]
    return []


def _compares(text: str, other: Sequence[Word]) -> bool:
    if not _SETS_AGAINST.search(text):
        return False
    known = text_words(text)
    whole = sum(weight(w.text) for w in other)
    return sum(weight(w.text) for w in other if known.has(w.stem)) >= _LEAST_HELD * whole
