"""Vetoes a sentence that makes one thing the cause of another where no sentence of the text joins them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rag.answering.support_words import TextWords, Word, text_words, weight
from rag.answering.vetoes.claim import Claim, Veto
from rag.answering.vetoes.windows import windows

_BECAUSE = re.compile(
    r"\b(?:because(?: of)?|since(?! (?:\d|then))|due to|owing to|thanks to|as a (?:result|consequence) of)\b",
    re.IGNORECASE,
)
_THEREFORE = re.compile(
    r"(?:,|\band)\s+(?:(?:and )?(?:therefore|thus|hence|consequently|as a (?:result|consequence))|so)\b"
    r"|\band (?:is|are|was|were) (?:therefore|thus|hence)\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[,;:—]\s")
# How a text says that one thing follows from another.
_JOINS = re.compile(
    r"\b(?:because|since|as|due|owing|thanks|therefore|thus|hence|so|consequently|results?|resulting|resulted"
    r"|leads?|leading|led|caus\w+|ma(?:kes?|de|king)|allow\w*|enabl\w+|ensur\w+|prevent\w*|compel\w*"
    r"|forc(?:es?|ed|ing)|driv\w+|induc\w+|incur\w*|yield\w*|impos\w+|impl(?:y|ies|ied)|amplif\w+"
    r"|increas\w+|improv\w+|enhanc\w+|boost\w*|reduc\w+|limits?|hamper\w*|hinder\w*|attribut\w+|ow(?:es?|ed)"
    r"|aris\w+|stem\w*|depend\w*|rel(?:y|ies|ying)"
    r"|indicat\w+|suggest\w*|highlight\w*|reasons?|effects?|contribut\w+|help\w*|by \w+ing)\b",
    re.IGNORECASE,
)
_LEAST_HELD = 0.5


class _Causal(NamedTuple):
    cause: tuple[Word, ...]
    effect: tuple[Word, ...]
    written: str


def cause_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a cause and an effect that stand together in no sentence that joins them."""
    for causal in _causals(claim):
        if not any(_joins(text, causal) for text in windows(claim.text)):
            return [Veto("word", f"the text does not join the two sides of {causal.written!r}")]
    return []


def _causals(claim: Claim) -> Iterator[_Causal]:
    text = claim.sentence
    for found in _BECAUSE.finditer(text):
        end = _CLAUSE_END.search(text, found.end())
        stop = end.start() if end else len(text)
        cause = _telling(claim, found.end(), stop)
        # "Because scales rust, hives are weighed by hand."
        begins = not text[: found.start()].strip()
        effect = _telling(claim, stop, len(text)) if begins else _telling(claim, 0, found.start())
        if cause and effect:
            yield _Causal(cause, effect, found.group().lower())
    for found in _THEREFORE.finditer(text):
        cause, effect = _telling(claim, 0, found.start()), _telling(claim, found.end(), len(text))
        if cause and effect:
            yield _Causal(cause, effect, found.group().strip(" ,").lower())


def _telling(claim: Claim, start: int, end: int) -> tuple[Word, ...]:
    return tuple(w for w in claim.words if start <= w.start < end and w.is_content and not w.is_generic)


def _joins(text: str, causal: _Causal) -> bool:
    """Whether a word of joining stands in the text between the two, or before the first of them."""
    for found in _JOINS.finditer(text):
        comma = text.find(", ", found.end())
        for cut in (found.start(), comma):
            if cut < 0:
                continue
            before, after = text_words(text[:cut]), text_words(text[cut:])
            if _stand_apart(causal, before, after) or _stand_apart(causal, after, before):
                return True
    return False


def _stand_apart(causal: _Causal, of_cause: TextWords, of_effect: TextWords) -> bool:
    return _held(causal.cause, of_cause) >= _LEAST_HELD and _held(causal.effect, of_effect) >= _LEAST_HELD


def _held(found: Sequence[Word], known: TextWords) -> float:
    whole = sum(weight(w.text) for w in found)
    return sum(weight(w.text) for w in found if known.has(w.stem)) / whole
