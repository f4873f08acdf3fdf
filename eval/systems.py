"""The systems a retrieval run compares: the project, and three baselines on the same index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import chromadb
import numpy as np
from chromadb.config import Settings as ChromaSettings
from llama_index.core import VectorStoreIndex

from eval.results import PROJECT
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


def stock_index(library: Library) -> VectorStoreIndex:
    """Return llama-index's index over a copy in memory, so that the library's own is left alone.

    Raises:
        UsageError: the integration is not installed.
    """
    try:
        from llama_index.vector_stores.chroma import ChromaVectorStore  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError as error:
        raise UsageError(
            "the llama-index baseline needs llama-index-vector-stores-chroma;"
            " run: pip install 'askpapers[eval]'"
        ) from error
    store = ChromaVectorStore(chroma_collection=_chroma_copy(library))
    return VectorStoreIndex.from_vector_store(store, embed_model=library.models.embedder)


def _chroma_copy(library: Library) -> chromadb.Collection:
    snapshot = library.index.snapshot()
    papers = {paper.paper_id: paper for paper in library.papers()}
    owners = [papers[snapshot.paper_ids[row]] for row in snapshot.chunk_paper]
    client = chromadb.EphemeralClient(settings=ChromaSettings(anonymized_telemetry=False))
    collection = client.create_collection(
        f"eval-{uuid4().hex}", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
    )
    step = client.get_max_batch_size()
    for begin in range(0, len(owners), step):
        rows = range(begin, min(begin + step, len(owners)))
        spans = [snapshot.chunk_span[row] for row in rows]
        collection.add(
            ids=[str(row) for row in rows],
            embeddings=snapshot.vectors[rows.start : rows.stop],
            documents=[owners[row].text[s:e] for row, (s, e) in zip(rows, spans, strict=True)],
            metadatas=[{"paper_id": owners[row].paper_id, "title": owners[row].label} for row in rows],
        )
    return collection


def _ids(paper_ids: list[str], scores: Scores, depth: int) -> list[str]:
    return [paper_ids[row] for row in best_rows(scores, depth) if scores[row] > 0]
