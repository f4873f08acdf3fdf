"""Vetoes a sentence one clause of which the text hardly has the words of, generic ones too.

Weak models fill their sentences up: "..., which can be used to make new models from existing ones".
"""

from __future__ import annotations

import re

from rag.answering.support_words import Word, text_words, weight, words
from rag.answering.vetoes.claim import Claim, Veto
from rag.answering.vetoes.windows import windows

_CUT = re.compile(
    r",\s+(?:which|who|where|and|but|making|leading|allowing|enabling|resulting|with)\b|[;:]\s"
    r"|\s(?:which|that)\s(?=(?:is|are|was|were|can|could|may|will|has|have|helps?|allows?|uses?|makes?)\b)"
)
_FILLS_UP = re.compile(
    r"\s*(?:can|could|may|might) be (?:used|applied|employed|leveraged|utili[sz]ed|useful|helpful)\b"
)
_FEWEST_WORDS = 3
# On 337 true sentences about 48 abstracts no clause lay below the first.
_LEAST_HELD, _LEAST_OF_FILLING = 0.5, 0.7


def part_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a clause of several that no sentence of the text has the words of."""
    parts = _CUT.split(claim.sentence)
    if len(parts) < 2:
        return []
    for part in parts:
        telling = [w for w in words(part) if w.is_content]
        least = _LEAST_OF_FILLING if _FILLS_UP.match(part) else _LEAST_HELD
        if len(telling) >= _FEWEST_WORDS and _most_held(telling, claim.text) < least:
            return [Veto("word", f"the text does not say {part.strip(' .')!r}")]
    return []


def _most_held(telling: list[Word], text: str) -> float:
    """Return the largest share of the words that one sentence of the text has."""
    whole = sum(weight(w.text) for w in telling)
    known = map(text_words, windows(text))
    return max((sum(weight(w.text) for w in telling if k.has(w.stem)) for k in known), default=0.0) / whole
