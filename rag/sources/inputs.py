"""What there is to read: files, folders, standard input, and what is inside .gz and .zip files.

An archive is not trusted: the number of members, what comes out of each, and how much more that
is than went in are limited, and archives inside archives are not opened.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from typing import IO, BinaryIO, cast

from rag.errors import UsageError
from rag.sources.records import Skipped

MAX_MEMBERS = 2000
MAX_BYTES = 4 << 30
MAX_RATIO = 200
_RATIO_FROM = 32 << 20
_MAX_STDIN = 1 << 30
# Gzip makes room for all that is asked for.
_PIECE = 1 << 20
_GZIP, _ZIP = b"\x1f\x8b", (b"PK\x03\x04", b"PK\x05\x06")


class TooLargeError(ValueError):
    """More came out of an archive or a pipe than is allowed."""


@dataclass(frozen=True, slots=True)
class Input:
    """One thing to read, which can be opened as often as needed. `where` is its name in reports."""

    where: str
    open: Callable[[], BinaryIO]

    @property
    def name(self) -> str:
        """The file name without folders and without .gz."""
        return PurePath(self.where).name.removesuffix(".gz") if self.where != "-" else "standard input"

    def head(self, size: int) -> bytes:
        """Return the first bytes."""
        with self.open() as file:
            return file.read(size)

    def read(self, most: int) -> bytes:
        """Return the content, or more than `most` bytes of it if there are more."""
        pieces: list[bytes] = []
        with self.open() as file:
            while most >= 0 and (piece := file.read(_PIECE)):
                pieces.append(piece)
                most -= len(piece)
        return b"".join(pieces)


def find(path: Path | str) -> Iterator[Input | Skipped]:
    """Yield what there is at `path`: a file, a folder's files by name, or standard input for "-".

    Raises:
        UsageError: there is nothing at `path`, or it cannot be read.
    """
    if str(path) == "-":
        if sys.stdin is None:
            raise UsageError("nothing can be read from standard input, it is closed; give a file or a folder")
        yield from _open_archives(_buffered("-", sys.stdin.buffer))
        return
    place = Path(path)
    try:
        if place.is_dir():
            files = _files_of(place)
            next(place.iterdir(), None)  # rglob passes over what it may not read
        elif place.is_file():
            place.open("rb").close()
            files = [place]
        elif place.exists():
            with place.open("rb") as pipe:
                yield from _open_archives(_buffered(_shown(path), pipe))
            return
        else:
            raise UsageError(f"no such file or folder: {path}")
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {_reason(error)}") from error
    if not files:
        found = f"no abstracts found in {_shown(place.name or path)}: the folder has no files"
        yield Skipped(_shown(path), found, unread=True)
    for file in files:
        yield from _open_archives(Input(_shown(file), partial(_open_file, file)))


def digest(paths: Iterable[Path | str]) -> str:
    """Return a digest of the names and contents of files and folders.

    It is empty if there is something else among them, or something that cannot be read.
    """
    content = hashlib.sha256()
    try:
        for path in paths:
            place = Path(path)
            if str(path) == "-" or not (place.is_dir() or place.is_file()):
                return ""
            for file in _files_of(place) if place.is_dir() else [place]:
                with file.open("rb") as opened:
                    inner = hashlib.file_digest(opened, "sha256").hexdigest()
                content.update(f"{len(str(file))} {file} {inner}\n".encode("utf-8", "surrogateescape"))
    except (OSError, ValueError):
        return ""
    return content.hexdigest()


def _files_of(folder: Path) -> list[Path]:
    return sorted(f for f in folder.rglob("*") if f.is_file() and not _is_hidden(f.relative_to(folder)))


def _shown(path: Path | str) -> str:
    """Return a name as reports have it: on one line, and with bytes that are no text spelt out."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(path))


def _open_file(path: Path) -> BinaryIO:
    return path.open("rb")


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in path.parts)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else "") or str(error) or type(error).__name__


def _buffered(where: str, stream: IO[bytes]) -> Input:
    data = stream.read(_MAX_STDIN + 1)
    if len(data) > _MAX_STDIN:
        raise UsageError(f"{where}: more than {_MAX_STDIN >> 20} MiB from a pipe; save it to a file first")
    return Input(where, partial(io.BytesIO, data))


def _open_archives(item: Input) -> Iterator[Input | Skipped]:
    try:
        head = item.head(4)
        if head.startswith(_ZIP):
            yield from _members(item)
        elif head.startswith(_GZIP):
            yield Input(item.where, partial(_open_gzip, item))
        else:
            yield item
    except OSError as error:
        yield Skipped(item.where, f"cannot be read: {_reason(error)}", unread=True)


def _open_gzip(item: Input) -> BinaryIO:
    with item.open() as file:
        packed = file.seek(0, io.SEEK_END)
    # GzipFile does not close a file object that it was given; the wrapper does.
    file = item.open()
    return _bounded(cast(IO[bytes], gzip.GzipFile(fileobj=file)), packed, file)


def _members(item: Input) -> Iterator[Input | Skipped]:
    try:
        with item.open() as file, zipfile.ZipFile(file) as archive:
            members = [m for m in archive.infolist() if not m.is_dir() and not _is_hidden(Path(m.filename))]
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
        yield Skipped(item.where, f"damaged zip file: {error}", unread=True)
        return
    if any(m.filename == "[Content_Types].xml" or m.filename == "mimetype" for m in members):
        yield Skipped(item.where, "not a text file (Office document or e-book)")
        return
    if len(members) > MAX_MEMBERS:
        yield Skipped(item.where, f"the zip file has {len(members)} members, more than {MAX_MEMBERS}")
        return
    for member in sorted(members, key=lambda m: m.filename):
        where = f"{item.where}/{_shown(member.filename)}"
        if member.flag_bits & 1:
            yield Skipped(where, "encrypted", unread=True)
        else:
            yield Input(where, partial(_open_member, item, member))
    if not members:
        found = f"no abstracts found in {item.name}: the zip file is empty"
        yield Skipped(item.where, found, unread=True)


def _open_member(item: Input, member: zipfile.ZipInfo) -> BinaryIO:
    file = item.open()
    try:
        return _bounded(zipfile.ZipFile(file).open(member), member.compress_size, file)
    except BaseException:
        file.close()
        raise


def _bounded(stream: IO[bytes], packed: int, file: BinaryIO) -> BinaryIO:
    return io.BufferedReader(_Bounded(stream, packed, file), 1 << 16)


class _Bounded(io.RawIOBase):
    """Reads from `stream`, refuses to give more than the limits, and closes `file` with itself."""

    def __init__(self, stream: IO[bytes], packed: int, file: BinaryIO) -> None:
        self._stream, self._packed, self._file, self._given = stream, packed, file, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._stream.read(min(len(buffer), _PIECE))
        self._given += len(data)
        if self._given > MAX_BYTES:
            raise TooLargeError(f"more than {MAX_BYTES >> 30} GiB unpacked")
        if self._given > _RATIO_FROM and self._given > MAX_RATIO * max(self._packed, 1):
            raise TooLargeError(f"unpacks to more than {MAX_RATIO} times its size")
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
            self._file.close()
        super().close()
