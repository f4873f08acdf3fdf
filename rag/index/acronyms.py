"""What the acronyms of a library stand for, by its own words: "direct preference optimization (DPO)"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

_BRACKETED = re.compile(r"\(([A-Z][A-Za-z]*[A-Z][A-Za-z]*?)s?\)")
_LONGEST = 100
_PARTS = re.compile(r"[^\W_]+")
_SMALL_WORDS = frozenset("of the for and in on with to a an by from as via".split())

Acronyms = dict[str, str]


def defined_acronyms(texts: Iterable[str]) -> Acronyms:
    """Return the acronyms that `texts` define, with the words they stand for most often.

    The words are those before the brackets whose initials, small words aside, are the acronym's
    letters. Among words that are equally frequent the first in the alphabet is taken.
    """
    counts: dict[str, Counter[str]] = {}
    for text in texts:
        for found in _BRACKETED.finditer(text):
            before = text[max(0, found.start() - _LONGEST) : found.start()]
            words = _expansion(before.split()[-len(found.group(1)) * 2 :], found.group(1))
            if words:
                counts.setdefault(found.group(1), Counter())[words.casefold()] += 1
    return {name: min(seen.items(), key=lambda item: (-item[1], item[0]))[0] for name, seen in counts.items()}


def expanded(question: str, acronyms: Mapping[str, str]) -> str:
    """Return `question` with what its acronyms stand for added in brackets, once each."""
    for acronym in dict.fromkeys(re.findall(r"\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*?(?=s?\b)", question)):
        words = acronyms.get(acronym)
        if words and words not in question.casefold():
            question = re.sub(rf"\b{acronym}(s?)\b", rf"{acronym}\1 ({words})", question, count=1)
    return question


def _expansion(words: list[str], acronym: str) -> str:
    """Return the last words whose initials spell `acronym`, or nothing."""
    letters = acronym.casefold()
    for start in range(len(words) - 1, -1, -1):
        candidate = words[start:]
        parts = [p for word in candidate for p in _PARTS.findall(word.casefold())]
        telling = [p for p in parts if p not in _SMALL_WORDS]
        for initials in ("".join(p[0] for p in parts), "".join(p[0] for p in telling)):
            if initials == letters and candidate[0].casefold() not in _SMALL_WORDS:
                return " ".join(candidate)
    return ""
