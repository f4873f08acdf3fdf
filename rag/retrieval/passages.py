"""Picks the sentences of a paper that may answer a question, before a cross-encoder reads them."""

from __future__ import annotations

from collections.abc import Mapping

from rag.index.lexical import LexicalIndex
from rag.index.tokenizer import question_terms, terms
from rag.retrieval.results import Passage
from rag.sentences import sentences


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
        Passage(text[start:end], start, end, _share(weights, total, text[start:end]))
        for start, end in sentences(text)
    ]
    return sorted(passages, key=lambda p: (-p.score, p.start))[:limit]


def _share(weights: Mapping[str, float], total: float, sentence: str) -> float:
    held = sum(weights[term] for term in weights.keys() & set(terms(sentence)))
    return round(held / total, 4) if total else 0.0
