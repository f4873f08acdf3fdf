"""Picks the sentences of a paper that may answer a question, before a cross-encoder reads them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rag.index.lexical import LexicalIndex
from rag.index.tokenizer import question_terms, terms
from rag.retrieval.results import Passage
from rag.sentences import Span, sentences

# Abstracts whose words are kept, some 10 KB each.
_REMEMBERED_TEXTS = 2_000


def term_weights(question: str, lexical: LexicalIndex) -> dict[str, float]:
    """Return the different terms of `question`, each with its rarity in the library."""
    return {term: lexical.rarity(term) for term in question_terms(question)}


def candidate_passages(weights: Mapping[str, float], text: str, limit: int) -> list[Passage]:
    """Return the `limit` sentences of `text` that hold most of the weighted terms, best first.

    The score is the share of all weight that stands in the sentence, 0 to 1; among equals the
    earlier sentence goes first.
    """
    total = sum(weights.values())
    passages = [
        Passage(text[start:end], start, end, _share(weights, total, held))
        for (start, end), held in _sentence_terms(text)
    ]
    return sorted(passages, key=lambda p: (-p.score, p.start))[:limit]


@lru_cache(_REMEMBERED_TEXTS)
def _sentence_terms(text: str) -> list[tuple[Span, frozenset[str]]]:
    return [(span, frozenset(terms(text[span.start : span.end]))) for span in sentences(text)]


def _share(weights: Mapping[str, float], total: float, sentence: frozenset[str]) -> float:
    held = sum(weight for term, weight in weights.items() if term in sentence)
    return round(held / total, 4) if total else 0.0
