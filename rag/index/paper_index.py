"""An index folder: manifest, records, Chroma and snapshots, kept in step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rag.chunking import Chunk
from rag.errors import IndexUnavailable
from rag.index.lock import write_lock
from rag.index.manifest import Manifest, read_manifest, write_manifest
from rag.index.records import PaperRecords, StoredPaper
from rag.index.snapshot import Snapshot, build_snapshot, load_snapshot, newest_revision
from rag.index.vectors import ChunkVectors
from rag.models.embedding import EmbeddingSpec
from rag.paper import Paper


@dataclass(frozen=True, slots=True)
class EmbeddedPaper:
    """A paper, its chunks, and a vector for each. `replaces` are ids it had before."""

    paper: Paper
    chunks: Sequence[Chunk]
    vectors: Sequence[Sequence[float]]
    replaces: tuple[str, ...] = ()


class PaperIndex:
    """The papers of one folder. Open it with `open_index` or `create_index`."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.records = PaperRecords(folder / "papers.sqlite3")
        self._vectors: ChunkVectors | None = None
        self._snapshot: Snapshot | None = None

    def close(self) -> None:
        """Close the files."""
        self.records.close()

    @property
    def vectors(self) -> ChunkVectors:
        """The chunks in Chroma; opened at first use, since searches do not need it."""
        if self._vectors is None:
            self._vectors = ChunkVectors(self.folder / "chroma")
        return self._vectors

    def snapshot(self) -> Snapshot:
        """Return the newest searchable state; another process's writes are seen at once.

        After an interrupted run it is brought up to the finished records, unless a writer is at
        work, who will do that.
        """
        newest = newest_revision(self._snapshots)
        if newest is None or newest < self.records.revision:
            try:
                with self.writing():
                    return self._refresh()
            except IndexUnavailable:
                if newest is None:
                    raise
        if self._snapshot is None or self._snapshot.revision != newest:
            self._snapshot = self._load_newest()
        return self._snapshot

    @contextmanager
    def writing(self, wait_seconds: float = 0) -> Iterator[None]:
        """Hold the write lock; wait for it at most `wait_seconds`.

        Raises:
            IndexUnavailable: another process is writing, or the folder is read-only.
        """
        with write_lock(self.folder, wait_seconds):
            yield

    def write(self, batch: Sequence[EmbeddedPaper]) -> None:
        """Store papers; when it returns they are safe. Call it, then `refresh`, while `writing`.

        Chroma goes first and the records last: a paper with a record is complete, and one without
        is written again by the next run.
        """
        replaced = [paper_id for e in batch for paper_id in e.replaces]
        outdated = [chunk for e in batch for chunk in self._surplus_chunks(e)]
        self.vectors.upsert(
            [(e.paper, c, v) for e in batch for c, v in zip(e.chunks, e.vectors, strict=True)]
        )
        self.records.write([(e.paper, [(c.start, c.end) for c in e.chunks]) for e in batch], replaced)
        self.vectors.delete(outdated)

    def refresh(self) -> None:
        """Make what was written searchable."""
        if newest_revision(self._snapshots) != self.records.revision:
            self._refresh()

    def paper(self, paper_id: str) -> Paper | None:
        """Return a paper by its id."""
        stored = self.records.get(paper_id)
        return stored.paper if stored else None

    @property
    def _snapshots(self) -> Path:
        return self.folder / "snapshots"

    def _refresh(self) -> Snapshot:
        newest = newest_revision(self._snapshots)
        before = self._load_newest() if newest is not None else None
        self._snapshot = build_snapshot(
            self._snapshots, self.records, self.vectors, self.manifest.embedding.dimension, before
        )
        return self._snapshot

    def _load_newest(self) -> Snapshot:
        for _ in range(3):
            newest = newest_revision(self._snapshots)
            if newest is None:
                break
            if self._snapshot is not None and self._snapshot.revision == newest:
                return self._snapshot
            try:
                return load_snapshot(self._snapshots, newest)
            except FileNotFoundError:
                # A writer has just put a newer one in its place.
                continue
        raise IndexUnavailable(
            f"the index {self.folder} has no readable snapshot; ingest something to rebuild it"
        )

    def _surplus_chunks(self, embedded: EmbeddedPaper) -> list[str]:
        """Return the ids of chunks that the paper has now and will not have any more."""
        old = self.records.get(embedded.paper.paper_id)
        surplus = _chunk_ids(old)[len(embedded.chunks) :] if old else []
        for paper_id in embedded.replaces:
            replaced = self.records.get(paper_id)
            surplus += _chunk_ids(replaced) if replaced else []
        return surplus


def _chunk_ids(stored: StoredPaper) -> list[str]:
    return [f"{stored.paper.paper_id}#{position}" for position in range(len(stored.chunks))]


def open_index(folder: Path, spec: EmbeddingSpec) -> PaperIndex | None:
    """Open the index in `folder`, or return None where there is none.

    Raises:
        IndexUnavailable: it was built by something else than `spec` and this software.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        return None
    manifest.check(folder, spec)
    return PaperIndex(folder, manifest)


def create_index(folder: Path, spec: EmbeddingSpec) -> PaperIndex:
    """Make an index in `folder`, or open the one that is there.

    Raises:
        IndexUnavailable: the folder cannot be written, or holds other things.
    """
    existing = open_index(folder, spec)
    if existing is not None:
        return existing
    try:
        folder.mkdir(parents=True, exist_ok=True)
        strangers = [p.name for p in folder.iterdir() if p.name not in _OWN_FILES]
        if strangers:
            raise IndexUnavailable(
                f"{folder} is no index but holds other files (such as {sorted(strangers)[0]});"
                " name a new or empty folder with --index"
            )
        return PaperIndex(folder, write_manifest(folder, spec))
    except OSError as error:
        raise IndexUnavailable(
            f"the index folder {folder} cannot be written: {error.strerror or error}"
        ) from error


_OWN_FILES = frozenset(
    [
        "manifest.json.partial",
        "papers.sqlite3",
        "papers.sqlite3-wal",
        "papers.sqlite3-shm",
        "chroma",
        "snapshots",
        "write.lock",
        "writer.pid",
    ]
)
