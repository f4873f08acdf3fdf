"""Cuts text into the terms of the lexical index."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import Stemmer
from bm25s.tokenization import STOPWORDS_EN

from rag.text import clean, fold

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
# A word may hold inner hyphens, points and apostrophes, and end in plus or sharp signs: GPT-4,
# k-NN, 2.5, C++, C#.
_WORD = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:[-'’.][^\W_{_CJK}]+)*[+#]*")
_PART = re.compile(r"[^\W_]+")
_CJK_START = re.compile(f"[{_CJK}]")
_STOP_WORDS = frozenset(STOPWORDS_EN)
# A paper has some 200 words, a library of thousands of papers some 50,000 different ones.
_REMEMBERED_WORDS = 50_000
# Words by which people ask, rather than what they ask for.
_ASKING = _STOP_WORDS | frozenset(
    """paper papers article articles work works study studies research publication publications author
    authors does do did which what who whose how where when why there any some were can could would should
    show me find list tell about give name please get got using use used uses based approach approaches
    method methods between than from has have had been being its our you we i my s t many much number about
    kind kinds new recent recently latest advance advances all every list currently""".split()
)


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


def terms(text: str) -> list[str]:
    """Return the terms of `text`, in order: folded, stemmed, without stop words.

    A hyphenated word gives itself and its parts; Chinese, Japanese and Korean runs give pairs of
    neighbouring characters.
    """
    return _terms(text, _STOP_WORDS)


def question_terms(question: str) -> list[str]:
    """Return the terms a question asks for: as `terms`, also without words such as "which papers"."""
    return _terms(question, _ASKING)


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
