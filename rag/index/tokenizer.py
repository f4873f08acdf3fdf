"""Cuts text into the terms of the lexical index."""

from __future__ import annotations

import re
from functools import cache

import Stemmer
from bm25s.tokenization import STOPWORDS_EN

from rag.text import clean, fold

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
# A word may hold inner hyphens, points and apostrophes, and end in plus or sharp signs: GPT-4,
# k-NN, 2.5, C++, C#.
_WORD = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:[-'’.][^\W_{_CJK}]+)*[+#]*")
_PART = re.compile(r"[^\W_]+")
# One-letter words that are names as often as articles stay out only as plain words.
_STOP_WORDS = frozenset(STOPWORDS_EN) | frozenset(
    ["paper", "papers", "does", "do", "did", "which", "what", "how"]
)


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


def terms(text: str) -> list[str]:
    """Return the terms of `text`, in order: folded, stemmed, without stop words.

    A hyphenated word gives itself and its parts; Chinese, Japanese and Korean runs give pairs of
    neighbouring characters.
    """
    found: list[str] = []
    for match in _WORD.finditer(fold(clean(text))):
        word = match.group()
        if re.match(f"[{_CJK}]", word):
            found += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
            continue
        if word in _STOP_WORDS:
            continue
        parts = _PART.findall(word)
        if len(parts) > 1 or word != parts[0]:
            found.append(word)
        if len(parts) > 1 or word == parts[0]:
            found += [
                stem for part in parts if part not in _STOP_WORDS and (stem := _stemmer().stemWord(part))
            ]
    return found
