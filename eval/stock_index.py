"""llama-index's own index over Chroma, which the baselines search."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import chromadb
from chromadb.config import Settings as ChromaSettings
from llama_index.core import VectorStoreIndex

from rag.errors import UsageError
from rag.library import Library


def stock_index(library: Library) -> VectorStoreIndex:
    """Return llama-index's index over a copy in memory, so that the library's own is left alone.

    Raises:
        UsageError: the integration is not installed.
    """
    return VectorStoreIndex.from_vector_store(
        chroma_store(_chroma_copy(library)), embed_model=library.models.embedder
    )


def chroma_store(collection: chromadb.Collection) -> Any:
    """Return llama-index's store over a collection of Chroma.

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
    return ChromaVectorStore(chroma_collection=collection)


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
