"""Opens, makes and rebuilds the index of a folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from rag.errors import IndexUnavailable
from rag.index.lock import write_lock
from rag.index.manifest import (
    GENERATION,
    MANIFEST,
    Manifest,
    new_manifest,
    read_manifest,
    write_manifest,
)
from rag.index.paper_index import RECORDS, PaperIndex
from rag.models.index_embedding import EmbeddingSpec
from rag.paper import Paper

_RUNS_KEPT = 100


def open_index(folder: Path, spec: EmbeddingSpec) -> PaperIndex | None:
    """Open the index in `folder`, or return None where there is none.

    Raises:
        IndexUnavailable: it was built by something else than `spec` and this software.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        return None
    manifest.check(folder, spec)
    return _opened(folder, manifest)


def open_existing_index(folder: Path, spec: EmbeddingSpec) -> PaperIndex:
    """Open the index in `folder`.

    Raises:
        IndexUnavailable: there is none, or it was built by something else than `spec` and this software.
    """
    index = open_index(folder, spec)
    if index is None:
        raise _no_index(folder)
    return index


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
        strangers = [p.name for p in folder.iterdir() if not _is_own(p.name)]
        if strangers:
            raise IndexUnavailable(
                f"{folder} is no index but holds other files (such as {min(strangers)});"
                " name a new or empty folder with --index"
            )
        if any(folder.glob(f"{GENERATION}*/{RECORDS}")) and read_manifest(folder) is None:
            # What built these papers is not known, and another embedder's vectors must not be added.
            raise IndexUnavailable(
                f"the index {folder} has lost its {MANIFEST}; put it back from a copy, or name a new folder"
                " with --index and ingest the papers into it"
            )
        manifest = new_manifest(spec, generation=1)
        manifest.data_folder(folder).mkdir(exist_ok=True)
        write_manifest(folder, manifest)
    except OSError as error:
        raise IndexUnavailable(
            f"the index folder {folder} cannot be written: {error.strerror or error}"
        ) from error
    return _opened(folder, manifest)


def rebuild_index(
    folder: Path, spec: EmbeddingSpec, fill: Callable[[PaperIndex, Iterator[Paper]], None]
) -> PaperIndex:
    """Build the index in `folder` again for `spec`, beside the old one, and put it in its place.

    `fill` writes the papers into the new index. If it fails, the old index stays as it was.

    Raises:
        IndexUnavailable: there is no index, or its records cannot be read.
    """
    before = read_manifest(folder)
    if before is None:
        raise _no_index(folder)
    with write_lock(folder):
        _remove_generations(folder, keep=before)
        after = new_manifest(spec, before.generation + 1)
        old = _opened(folder, before)
        after.data_folder(folder).mkdir(exist_ok=True)
        new = _opened(folder, after)
        fill(new, (stored.paper for stored in old.records.all()))
        for finished, report in reversed(old.records.last_runs(_RUNS_KEPT)):
            new.records.add_run(report, finished)
        write_manifest(folder, after)
        old.close()
        _remove_generations(folder, keep=after)
    return new


def _no_index(folder: Path) -> IndexUnavailable:
    return IndexUnavailable(
        f"there is no index at {folder}, nothing has been ingested into it yet;"
        f" run: rag ingest PATH --index {folder}"
    )


def _opened(folder: Path, manifest: Manifest) -> PaperIndex:
    data = manifest.data_folder(folder)
    records = data / RECORDS
    try:
        # A kill may come before there are records, but nothing else is written before them.
        begun = data.is_dir() and not (data / "chroma").exists() and not (data / "snapshots").exists()
        if not begun and not (records.is_file() and records.stat().st_size):
            raise IndexUnavailable(
                f"the paper records {records} are missing or empty; put back a copy of the index folder,"
                " or ingest the papers into another folder with --index"
            )
        return PaperIndex(folder, manifest)
    except OSError as error:
        raise IndexUnavailable(f"the index {folder} cannot be opened: {error}") from error


def _remove_generations(folder: Path, keep: Manifest) -> None:
    """Remove what an interrupted or a finished rebuild has left."""
    for path in folder.glob(f"{GENERATION}*"):
        if path != keep.data_folder(folder):
            shutil.rmtree(path, ignore_errors=True)


def _is_own(name: str) -> bool:
    return name in (f"{MANIFEST}.partial", "write.lock", "writer.pid") or name.startswith(GENERATION)
