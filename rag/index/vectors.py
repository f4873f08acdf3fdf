"""The chunks and their vectors in an embedded Chroma."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import chromadb
import numpy as np
import numpy.typing as npt
from chromadb.api import ClientAPI
from chromadb.config import Settings as ChromaSettings
from chromadb.errors import ChromaError

from rag.chunking import Chunk
from rag.errors import IndexUnavailable
from rag.paper import Paper

COLLECTION = "papers"
# SQLite takes a limited number of variables in one statement.
_READ_PAGE = 1000

Vectors = npt.NDArray[np.float32]


class ChunkVectors:
    """The Chroma collection of an index. One process at a time may write to it."""

    def __init__(self, folder: Path) -> None:
        settings = ChromaSettings(anonymized_telemetry=False)
        self._folder = folder
        try:
            self._client: ClientAPI = chromadb.PersistentClient(path=str(folder), settings=settings)
            self._batch = self._client.get_max_batch_size()
            self._collection = self._client.get_or_create_collection(
                COLLECTION, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
            )
        except (ChromaError, ValueError) as error:
            note = " ".join(str(error).split())
            raise IndexUnavailable(
                f"Chroma in {folder} cannot be opened ({note}); if the disk is not full, run: rag reindex"
            ) from error
        hnsw: dict[str, Any] = dict(self._collection.configuration.get("hnsw") or {})
        if hnsw.get("space") != "cosine":
            # An existing collection keeps its distance, whatever is asked for.
            raise IndexUnavailable(
                f"the Chroma collection in {folder} measures {hnsw.get('space')}, not cosine"
            )

    def upsert(self, rows: Sequence[tuple[Paper, Chunk, Sequence[float]]]) -> None:
        """Store chunks under their own ids, replacing those that are there."""
        for begin in range(0, len(rows), self._batch):
            part = rows[begin : begin + self._batch]
            with self._writing():
                self._collection.upsert(
                    ids=[chunk.chunk_id for _, chunk, _ in part],
                    embeddings=np.array([vector for _, _, vector in part], dtype=np.float32),
                    documents=[paper.text[chunk.start : chunk.end] for paper, chunk, _ in part],
                    metadatas=[_metadata(paper, chunk) for paper, chunk, _ in part],
                )

    def delete(self, chunk_ids: Sequence[str]) -> None:
        """Remove chunks; ids that are not there are no error."""
        for begin in range(0, len(chunk_ids), _READ_PAGE):
            with self._writing():
                self._collection.delete(ids=list(chunk_ids[begin : begin + _READ_PAGE]))

    def vectors(self, chunk_ids: Iterable[str]) -> dict[str, Vectors]:
        """Return the vectors of the chunks that are there, by id."""
        found: dict[str, Vectors] = {}
        wanted = list(chunk_ids)
        for begin in range(0, len(wanted), _READ_PAGE):
            rows = self._collection.get(ids=wanted[begin : begin + _READ_PAGE], include=["embeddings"])
            embeddings = rows["embeddings"]
            if embeddings is not None:
                found.update(zip(rows["ids"], np.asarray(embeddings, dtype=np.float32), strict=True))
        return found

    def all_ids(self) -> Iterator[str]:
        """Return the ids of all chunks."""
        offset = 0
        while page := self._collection.get(include=[], limit=_READ_PAGE, offset=offset)["ids"]:
            yield from page
            offset += len(page)

    def count(self) -> int:
        """Return the number of chunks."""
        return self._collection.count()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except ChromaError as error:
            note = " ".join(str(error).split())
            raise IndexUnavailable(
                f"Chroma in {self._folder} cannot be written ({note}); check that the disk is not full;"
                " what was finished is kept, run the same command again to go on"
            ) from error


def _metadata(paper: Paper, chunk: Chunk) -> dict[str, str | int]:
    """Return what other tools may want to filter by; Chroma takes plain values only."""
    values: dict[str, str | int] = {
        "paper_id": paper.paper_id,
        "title": paper.label,
        "start": chunk.start,
        "end": chunk.end,
        "text_kind": paper.text_kind,
    }
    optional = {"year": paper.year, "venue": paper.venue, "url": paper.url}
    return values | {name: value for name, value in optional.items() if value}
