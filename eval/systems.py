"""The systems a retrieval run compares: the project, and three baselines on the same index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from eval.results import PROJECT
from eval.stock_index import stock_index
from rag.errors import UsageError
from rag.library import Library
from rag.retrieval.fusion import Scores, best_rows
from rag.retrieval.retriever import paper_scores

BM25, DENSE, STOCK = "bm25", "dense", "llama-index"
# A paper may have several chunks, of which the stock retriever returns each on its own.
_CHUNKS_PER_PAPER = 3


@dataclass(frozen=True, slots=True)
class System:
    """Something that ranks papers: `rank(question, depth)` returns paper ids, best first."""

    name: str
    rank: Callable[[str, int], list[str]]


def project(library: Library, rerank: bool) -> System:
    """Return the project's own search, with or without its cross-encoder."""

    def rank(question: str, depth: int) -> list[str]:
        return [hit.paper.paper_id for hit in library.search(question, depth, rerank=rerank).hits]

    return System(PROJECT, rank)


def bm25_alone(library: Library) -> System:
    """Return the lexical half of the project."""

    def rank(question: str, depth: int) -> list[str]:
        snapshot = library.index.snapshot()
        return _ids(snapshot.paper_ids, snapshot.lexical.scores(question), depth)

    return System(BM25, rank)


def dense_alone(library: Library) -> System:
    """Return the dense half: exact cosine with the project's embedder."""

    def rank(question: str, depth: int) -> list[str]:
        snapshot = library.index.snapshot()
        vector = np.asarray(library.models.embedder.get_query_embedding(question), dtype=np.float32)
        return _ids(snapshot.paper_ids, paper_scores(snapshot, vector), depth)

    return System(DENSE, rank)


def stock_llama_index(library: Library) -> System:
    """Return what llama-index gives out of the box: a VectorStoreIndex over a Chroma collection.

    This is the retriever beneath its CitationQueryEngine, with the project's embedder, chunks and
    vectors.

    Raises:
        UsageError: the integration is not installed.
    """
    index = stock_index(library)
    chunks = len(library.index.snapshot().chunk_paper)

    def rank(question: str, depth: int) -> list[str]:
        retriever = index.as_retriever(similarity_top_k=min(chunks, depth * _CHUNKS_PER_PAPER))
        nodes = retriever.retrieve(question)
        return list(dict.fromkeys(str(node.node.metadata["paper_id"]) for node in nodes))[:depth]

    return System(STOCK, rank)


def baselines(library: Library, notes: list[str]) -> list[System]:
    """Return the three baselines; of one that cannot run, `notes` gets the reason."""
    found = []
    for make in (bm25_alone, dense_alone, stock_llama_index):
        try:
            found.append(make(library))
        except UsageError as error:
            notes.append(str(error))
    return found


def _ids(paper_ids: list[str], scores: Scores, depth: int) -> list[str]:
    return [paper_ids[row] for row in best_rows(scores, depth) if scores[row] > 0]
