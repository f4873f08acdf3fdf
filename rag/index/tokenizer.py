"""Cuts text into the terms of the lexical index."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import Stemmer

from rag.stop_words import ASKING_WORDS, STOP_WORDS
from rag.text import clean, fold

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
# A word may hold inner hyphens, points and apostrophes, and end in plus or sharp signs: GPT-4,
# k-NN, 2.5, C++, C#.
_WORD = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:[-'’.][^\W_{_CJK}]+)*[+#]*")
_PART = re.compile(r"[^\W_]+")
_CJK_START = re.compile(f"[{_CJK}]")
# A paper has some 200 words, a library of thousands of papers some 50,000 different ones.
_REMEMBERED_WORDS = 50_000


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


def terms(text: str) -> list[str]:
    """Return the terms of `text`, in order: folded, stemmed, without stop words.

    A hyphenated word gives itself and its parts; Chinese, Japanese and Korean runs give pairs of
    neighbouring characters.
    """
    return _terms(text, STOP_WORDS)


def question_terms(question: str) -> list[str]:
    """Return the terms a question asks for: as `terms`, also without words such as "which papers"."""
    return _terms(question, ASKING_WORDS)


def _terms(text: str, ignored: frozenset[str]) -> list[str]:
    found: list[str] = []
    for match in _WORD.finditer(fold(clean(text))):
        word = match.group()
        if not word.isascii() and _CJK_START.match(word):
            found += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
        elif word not in ignored:
            found += _word_terms(word, ignored)
    return found


@lru_cache(_REMEMBERED_WORDS)
def _word_terms(word: str, ignored: frozenset[str]) -> tuple[str, ...]:
    parts = _PART.findall(word)
    if parts == [word]:
        return (_stemmer().stemWord(word),)
    if len(parts) == 1:
        # C++ is not C.
        return (word,)
    return (word, *(_stemmer().stemWord(part) for part in parts if part not in ignored))
