"""The chunks and their vectors in an embedded Chroma."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import chromadb
import numpy as np
import numpy.typing as npt
from chromadb.api import ClientAPI
from chromadb.config import Settings as ChromaSettings
from chromadb.errors import ChromaError

from rag.chunking import Chunk
from rag.errors import ChromaUnreadable, IndexUnavailable
from rag.index.chroma_files import damage
from rag.paper import Paper
from rag.text import shorten

COLLECTION = "papers"
# SQLite takes a limited number of variables in one statement.
_READ_PAGE = 1000
# Some of what Chroma says about a damaged file comes as another kind of error.
_TROUBLE = (ChromaError, ValueError, LookupError, OSError, EOFError, RuntimeError, UnpicklingError)

Vectors = npt.NDArray[np.float32]


class ChunkVectors:
    """The Chroma collection of an index. One process at a time may write to it."""

    def __init__(self, folder: Path) -> None:
        settings = ChromaSettings(anonymized_telemetry=False)
        self._folder = folder
        if note := damage(folder):
            raise self._unreadable(note)
        with self._reading():
            self._client: ClientAPI = chromadb.PersistentClient(path=str(folder), settings=settings)
            self._batch = self._client.get_max_batch_size()
            self._collection = self._client.get_or_create_collection(
                COLLECTION, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
            )
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
            with self._reading():
                rows = self._collection.get(ids=wanted[begin : begin + _READ_PAGE], include=["embeddings"])
            embeddings = rows["embeddings"]
            if embeddings is not None:
                found.update(zip(rows["ids"], np.asarray(embeddings, dtype=np.float32), strict=True))
        return found

    def embedded(self, rows: Sequence[tuple[Paper, Chunk]]) -> dict[str, Sequence[float]]:
        """Return the vectors of chunks by the text that was embedded for them.

        A chunk that is not there, or was stored for another text or title, is left out.
        """
        found: dict[str, Sequence[float]] = {}
        for begin in range(0, len(rows), _READ_PAGE):
            part = {chunk.chunk_id: (paper, chunk) for paper, chunk in rows[begin : begin + _READ_PAGE]}
            with self._reading():
                page = self._collection.get(ids=list(part), include=["embeddings", "documents", "metadatas"])
            vectors = np.asarray(page["embeddings"], dtype=np.float32)
            rest = zip(page["ids"], page["documents"] or (), page["metadatas"] or (), strict=True)
            for vector, (chunk_id, document, values) in zip(vectors, rest, strict=True):
                paper, chunk = part[chunk_id]
                if document == paper.text[chunk.start : chunk.end] and values["title"] == paper.label:
                    found[chunk.embedded_text] = vector.tolist()
        return found

    def all_texts(self) -> Iterator[tuple[str, str]]:
        """Return the id and the stored text of every chunk."""
        offset = 0
        with self._reading():
            while True:
                page = self._collection.get(include=["documents"], limit=_READ_PAGE, offset=offset)
                if not page["ids"]:
                    return
                yield from zip(page["ids"], page["documents"] or (), strict=True)
                offset += len(page["ids"])

    def count(self) -> int:
        """Return the number of chunks."""
        with self._reading():
            return self._collection.count()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except _TROUBLE as error:
            raise self._unreadable(shorten(" ".join(str(error).split()))) from error

    def _unreadable(self, note: str) -> ChromaUnreadable:
        return ChromaUnreadable(
            f"Chroma in {self._folder} cannot be read ({note}); if the disk is not full, it is damaged:"
            " build it again from the stored papers with: rag doctor"
        )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except _TROUBLE as error:
            note = shorten(" ".join(str(error).split()))
            raise IndexUnavailable(
                f"Chroma in {self._folder} cannot be written ({note}); check that the disk is not full;"
                " what was finished is kept, run the same command again to go on, or, if that does not help,"
                " rag doctor"
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
