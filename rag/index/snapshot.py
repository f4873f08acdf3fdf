"""What searches read: all vectors and the BM25 index at one revision, in one folder.

Chroma's embedded client keeps old vectors when another process writes, and its approximate
search loses neighbours under filters. A snapshot is exact, the same for every process, and is
replaced as a whole.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rag.index.acronyms import Acronyms, defined_acronyms
from rag.index.facets import Facets
from rag.index.lexical import LexicalIndex
from rag.index.records import PaperRecords, StoredPaper

if TYPE_CHECKING:
    from rag.index.vectors import ChunkVectors

_PREFIX = "revision-"
# A snapshot with another content than this code writes is built again.
_FORMAT = 2
_DAMAGED = (ValueError, LookupError, TypeError, EOFError, zipfile.BadZipFile, zlib.error, NotADirectoryError)


class SnapshotDamaged(Exception):
    """A snapshot cannot be read."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The searchable state. Papers stand in the order of their ids, chunks in that of papers.

    `chunk_paper` [chunks] is the paper's row of each chunk, `chunk_span` [chunks, 2] its start and
    end in the paper's text, `vectors` [chunks, dimension] its vector of length 1.
    """

    revision: int
    paper_ids: list[str]
    facets: Facets
    chunk_paper: npt.NDArray[np.int32]
    chunk_span: npt.NDArray[np.int32]
    vectors: npt.NDArray[np.float32]
    lexical: LexicalIndex
    acronyms: Acronyms

    def chunks_of(self, row: int) -> range:
        """Return the rows of a paper's chunks."""
        first, last = np.searchsorted(self.chunk_paper, [row, row + 1])
        return range(int(first), int(last))


def newest_revision(folder: Path) -> int | None:
    """Return the revision of the newest snapshot in `folder`, or None."""
    if not folder.is_dir():
        return None
    return max((int(p.name.removeprefix(_PREFIX)) for p in folder.glob(_PREFIX + "*")), default=None)


def load_snapshot(folder: Path, revision: int) -> Snapshot:
    """Read the snapshot of a revision; it is held in memory whole.

    Raises:
        FileNotFoundError: another process has put a newer one in its place.
        SnapshotDamaged: it cannot be read; it can be built again.
    """
    place = folder / f"{_PREFIX}{revision}"
    try:
        return _load(place, revision)
    except _DAMAGED as error:
        raise SnapshotDamaged(str(place)) from error


def _load(place: Path, revision: int) -> Snapshot:
    papers = json.loads((place / "papers.json").read_text(encoding="utf-8"))
    if papers["format"] != _FORMAT:
        raise ValueError(papers["format"])
    with np.load(place / "chunks.npz") as chunks:
        return Snapshot(
            revision=revision,
            paper_ids=papers["ids"],
            facets=Facets.from_dict(papers),
            chunk_paper=chunks["paper"],
            chunk_span=chunks["span"],
            vectors=chunks["vectors"],
            lexical=LexicalIndex.load(place / "bm25", len(papers["ids"])),
            acronyms=papers["acronyms"],
        )


def build_snapshot(
    folder: Path, records: PaperRecords, stored_vectors: ChunkVectors, dimension: int, before: Snapshot | None
) -> Snapshot:
    """Write and return the snapshot of the present records, and remove older ones.

    Vectors of papers that have not changed are taken from `before`, the others read from Chroma.
    A paper of which Chroma lacks a vector is found by its words only, until a repair embeds it again.
    """
    revision = records.revision
    papers = list(records.all())
    chunk_paper = [row for row, stored in enumerate(papers) for _ in stored.chunks]
    spans = [span for stored in papers for span in stored.chunks]
    snapshot = Snapshot(
        revision=revision,
        paper_ids=[stored.paper.paper_id for stored in papers],
        facets=Facets.of([stored.paper for stored in papers]),
        chunk_paper=np.array(chunk_paper, dtype=np.int32),
        chunk_span=np.array(spans, dtype=np.int32).reshape(-1, 2),
        vectors=_collect_vectors(papers, stored_vectors, dimension, before),
        lexical=LexicalIndex.build(stored.paper for stored in papers),
        acronyms=defined_acronyms(f"{stored.paper.title}. {stored.paper.text}" for stored in papers),
    )
    _save(folder, snapshot)
    return snapshot


def _collect_vectors(
    papers: list[StoredPaper], stored_vectors: ChunkVectors, dimension: int, before: Snapshot | None
) -> npt.NDArray[np.float32]:
    old_rows = {} if before is None else {paper_id: row for row, paper_id in enumerate(before.paper_ids)}
    kept: dict[int, range] = {}
    wanted: list[str] = []
    for index, stored in enumerate(papers):
        paper_id = stored.paper.paper_id
        if before is not None and stored.revision <= before.revision and paper_id in old_rows:
            kept[index] = before.chunks_of(old_rows[paper_id])
        else:
            wanted += stored.chunk_ids
    read = stored_vectors.vectors(wanted)
    blank = np.zeros(dimension, dtype=np.float32)
    rows: list[npt.NDArray[np.float32]] = []
    for index, stored in enumerate(papers):
        if before is not None and index in kept:
            rows += [before.vectors[row] for row in kept[index]]
        else:
            rows += [read.get(chunk_id, blank) for chunk_id in stored.chunk_ids]
    return np.stack(rows) if rows else np.zeros((0, dimension), dtype=np.float32)


def _save(folder: Path, snapshot: Snapshot) -> None:
    folder.mkdir(exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix="partial-", dir=folder))
    papers = snapshot.facets.to_dict() | {
        "format": _FORMAT,
        "ids": snapshot.paper_ids,
        "acronyms": snapshot.acronyms,
    }
    (partial / "papers.json").write_text(json.dumps(papers, ensure_ascii=False), encoding="utf-8")
    np.savez(
        partial / "chunks.npz", paper=snapshot.chunk_paper, span=snapshot.chunk_span, vectors=snapshot.vectors
    )
    snapshot.lexical.save(partial / "bm25")
    final = folder / f"{_PREFIX}{snapshot.revision}"
    if final.exists():
        shutil.rmtree(final)
    partial.replace(final)
    for other in folder.iterdir():
        if other != final:
            # A reader that opens it at this moment tries again with the newest.
            shutil.rmtree(other, ignore_errors=True)
