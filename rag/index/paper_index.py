"""One index: its records, Chroma and snapshots, kept in step."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rag.chunking import Chunk, chunk_id
from rag.errors import IndexUnavailable
from rag.index.lock import write_lock
from rag.index.manifest import Manifest, read_manifest
from rag.index.records import PaperRecords
from rag.index.snapshot import Snapshot, SnapshotDamaged, build_snapshot, load_snapshot, newest_revision
from rag.models.index_embedding import Embedded
from rag.models.token_states import NO_STATES, TokenStates
from rag.paper import Paper

if TYPE_CHECKING:
    from rag.index.vectors import ChunkVectors

RECORDS = "papers.sqlite3"
_SNAPSHOT_WAIT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class EmbeddedPaper:
    """A paper, its chunks, and what was embedded for each. `replaces` are ids it had before."""

    paper: Paper
    chunks: Sequence[Chunk]
    embedded: Sequence[Embedded]
    replaces: tuple[str, ...] = ()


class PaperIndex:
    """The papers of one folder. Open it with `rag.index.opening`.

    The data stand in a folder of their generation, so that a rebuilt index can take the place of
    the old one at once.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self._data = manifest.data_folder(folder)
        self.records = PaperRecords(self._data / RECORDS)
        self._vectors: ChunkVectors | None = None
        self._snapshot: Snapshot | None = None
        self._writer: int | None = None

    def close(self) -> None:
        """Close the files."""
        self.records.close()

    @property
    def has_states(self) -> bool:
        """Whether the states of tokens are kept; not every embedder gives them."""
        return self.manifest.embedding.token_dimension > 0

    def is_current(self) -> bool:
        """Whether the folder still holds this index, and not a rebuilt one."""
        return read_manifest(self.folder) == self.manifest

    @property
    def vectors(self) -> ChunkVectors:
        """The chunks in Chroma; opened at first use, since searches do not need it."""
        if self._vectors is None:
            # Chroma takes a second to import.
            from rag.index.vectors import ChunkVectors

            self._vectors = ChunkVectors(self._data / "chroma")
        return self._vectors

    def snapshot(self) -> Snapshot:
        """Return the newest searchable state; another process's writes are seen at once.

        After an interrupted run it is brought up to the finished records, unless a writer is at
        work, who will do that.
        """
        if not self._data.is_dir():
            # Rebuilt by another process while a search was under way.
            if self._snapshot is None:
                raise IndexUnavailable(f"the index {self.folder} was rebuilt just now; ask again")
            return self._snapshot
        newest = newest_revision(self.snapshots)
        if newest is None or newest < self.records.revision:
            try:
                with self.writing():
                    return self._refresh()
            except IndexUnavailable:
                if newest is None:
                    raise
        try:
            self._snapshot = self._load_newest()
        except SnapshotDamaged:
            # After an upgrade several processes may find it in the old format at once; one builds it.
            with self.writing(_SNAPSHOT_WAIT_SECONDS):
                try:
                    self._snapshot = self._load_newest()
                except SnapshotDamaged:
                    self._snapshot = self._build(before=None)
        return self._snapshot

    @contextmanager
    def writing(self, wait_seconds: float = 0) -> Iterator[None]:
        """Hold the write lock; wait for it at most `wait_seconds`. A thread that holds it goes on.

        Raises:
            IndexUnavailable: another process is writing, or the folder is read-only.
        """
        if self._writer == threading.get_ident():
            yield
            return
        with write_lock(self.folder, wait_seconds):
            self._writer = threading.get_ident()
            try:
                yield
            finally:
                self._writer = None

    def write(self, batch: Sequence[EmbeddedPaper]) -> None:
        """Store papers; when it returns they are safe. Call it, then `refresh`, while `writing`.

        Chroma goes first and the records last: a paper with a record is complete, and one without
        is written again by the next run.
        """
        replaced = [paper_id for e in batch for paper_id in e.replaces]
        outdated = [chunk for e in batch for chunk in self._surplus_chunks(e)]
        self.vectors.upsert(
            [(e.paper, c, v.vector) for e in batch for c, v in zip(e.chunks, e.embedded, strict=True)]
        )
        states = {e.paper.paper_id: [v.tokens for v in e.embedded] for e in batch} if self.has_states else {}
        spans = [(e.paper, [(c.start, c.end) for c in e.chunks]) for e in batch]
        self.records.write(spans, replaced, states)
        self.vectors.delete(outdated)

    def remove(self, paper_ids: Sequence[str]) -> int:
        """Remove papers and return how many were there. Call it, then `refresh`, while `writing`."""
        known = (self.records.get(paper_id) for paper_id in paper_ids)
        found = {stored.paper.paper_id: stored for stored in known if stored is not None}
        if found:
            self.records.write([], found)
            self.vectors.delete([chunk_id for stored in found.values() for chunk_id in stored.chunk_ids])
        return len(found)

    def refresh(self) -> None:
        """Make what was written searchable."""
        if newest_revision(self.snapshots) != self.records.revision:
            self._refresh()

    def rebuild_snapshot(self) -> None:
        """Make the snapshot again from the records and Chroma alone. Call it while `writing`."""
        self._snapshot = self._build(before=None)

    def paper(self, paper_id: str) -> Paper | None:
        """Return a paper by its id."""
        stored = self.records.get(paper_id)
        return stored.paper if stored else None

    def token_states(self, snapshot: Snapshot, rows: Sequence[int]) -> list[TokenStates]:
        """Return the states of all tokens of the papers at `rows`; none where none are kept."""
        ids = [_chunk_ids(snapshot, row) for row in rows]
        found = self.records.token_states([chunk for of_paper in ids for chunk in of_paper])
        return [np.concatenate([NO_STATES, *(found.get(c, NO_STATES) for c in of_paper)]) for of_paper in ids]

    @property
    def snapshots(self) -> Path:
        """The folder of the snapshots."""
        return self._data / "snapshots"

    def _refresh(self) -> Snapshot:
        try:
            before = self._load_newest() if newest_revision(self.snapshots) is not None else None
        except SnapshotDamaged:
            before = None
        self._snapshot = self._build(before)
        return self._snapshot

    def _build(self, before: Snapshot | None) -> Snapshot:
        dimension = self.manifest.embedding.dimension
        return build_snapshot(self.snapshots, self.records, self.vectors, dimension, before)

    def _load_newest(self) -> Snapshot:
        before = None
        while (newest := newest_revision(self.snapshots)) is not None:
            if self._snapshot is not None and self._snapshot.revision == newest:
                return self._snapshot
            try:
                return load_snapshot(self.snapshots, newest)
            except FileNotFoundError as error:
                # A writer has just put a newer one in its place; if not, a part of it is lost.
                if newest == before:
                    raise SnapshotDamaged(str(error.filename)) from error
                before = newest
        raise IndexUnavailable(
            f"the index {self.folder} has no readable snapshot; ingest something to rebuild it"
        )

    def _surplus_chunks(self, embedded: EmbeddedPaper) -> list[str]:
        """Return the ids of chunks that the paper has now and will not have any more."""
        old = self.records.get(embedded.paper.paper_id)
        surplus = old.chunk_ids[len(embedded.chunks) :] if old else []
        for paper_id in embedded.replaces:
            replaced = self.records.get(paper_id)
            surplus += replaced.chunk_ids if replaced else []
        return surplus


def _chunk_ids(snapshot: Snapshot, row: int) -> list[str]:
    return [chunk_id(snapshot.paper_ids[row], position) for position in range(len(snapshot.chunks_of(row)))]
