"""llama-index's stock ways into Chroma, with the project's embedder and its defaults otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings as ChromaSettings
from llama_index.core import Document, StorageContext, VectorStoreIndex
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.storage.docstore import SimpleDocumentStore

from eval.stock_index import chroma_store
from rag.models.index_embedding import IndexEmbedding
from rag.paper import Paper


def vector_store_index(papers: Sequence[Paper], folder: Path, embedder: IndexEmbedding) -> None:
    """Ingest by `VectorStoreIndex.from_documents`, which every tutorial shows."""
    VectorStoreIndex.from_documents(
        _documents(papers),
        storage_context=StorageContext.from_defaults(vector_store=_store(folder)),
        transformations=[SentenceSplitter()],
        embed_model=embedder,
    )


def ingestion_pipeline(papers: Sequence[Paper], folder: Path, embedder: IndexEmbedding) -> None:
    """Ingest by an `IngestionPipeline` with a document store, which skips what it has seen."""
    kept = folder / "pipeline"
    pipeline = IngestionPipeline(
        transformations=[SentenceSplitter(), embedder],
        vector_store=_store(folder),
        docstore=SimpleDocumentStore(),
    )
    if kept.is_dir():
        pipeline.load(str(kept))
    pipeline.run(documents=_documents(papers))
    pipeline.persist(str(kept))


def _documents(papers: Sequence[Paper]) -> list[Document]:
    return [
        Document(text=p.text, doc_id=p.paper_id, metadata={"title": p.title, "url": p.url}) for p in papers
    ]


def _store(folder: Path) -> Any:
    client = chromadb.PersistentClient(
        path=str(folder / "chroma"), settings=ChromaSettings(anonymized_telemetry=False)
    )
    return chroma_store(client.get_or_create_collection("stock"))
