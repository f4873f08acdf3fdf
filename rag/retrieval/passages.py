"""Picks the sentences of a paper that may answer a question, before a cross-encoder reads them."""

from __future__ import annotations

from rag.index.tokenizer import question_terms, terms
from rag.retrieval.results import Passage
from rag.sentences import sentences


def candidate_passages(question: str, text: str, limit: int) -> list[Passage]:
    """Return the `limit` sentences of `text` that share most with `question`, best first.

    The score is the share of the question's different terms that the sentence holds, 0 to 1;
    among equals the earlier sentence goes first.
    """
    wanted = set(question_terms(question))
    passages = [
        Passage(text[start:end], start, end, _share(wanted, text[start:end]))
        for start, end in sentences(text)
    ]
    return sorted(passages, key=lambda p: (-p.score, p.start))[:limit]


def _share(wanted: set[str], sentence: str) -> float:
    return round(len(wanted.intersection(terms(sentence))) / len(wanted), 4) if wanted else 0.0
