"""One writer at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rag.errors import IndexBusy, IndexUnavailable


@contextmanager
def write_lock(folder: Path, wait_seconds: float = 0) -> Iterator[None]:
    """Hold the index for writing. The system frees the lock when the process ends.

    Raises:
        IndexBusy: another process holds it.
        IndexUnavailable: the folder cannot be written.
    """
    owner = folder / "writer.pid"
    lock = FileLock(folder / "write.lock")
    try:
        lock.acquire(timeout=wait_seconds)
        owner.write_text(str(os.getpid()), encoding="ascii")
    except Timeout as error:
        raise IndexBusy(
            f"another process{_named(owner)} is writing to the index {folder};"
            " run this again when it has ended"
        ) from error
    except OSError as error:
        lock.release()
        raise IndexUnavailable(f"the index {folder} cannot be written: {error.strerror or error}") from error
    try:
        yield
    finally:
        owner.unlink(missing_ok=True)
        lock.release()


def _named(owner: Path) -> str:
    try:
        return f" ({int(owner.read_text(encoding='ascii'))})"
    except (OSError, ValueError):
        return ""
