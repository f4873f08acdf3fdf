"""Looks into Chroma's files before Chroma does: damaged ones make it end the whole process."""

from __future__ import annotations

import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import numpy as np

# What hnswlib writes: a version, then offset, most and present number of elements, size of an element,
# offsets of its label and its vector, top level, entry point, M of the upper levels and of level 0.
_HEADER = struct.Struct("<iQQQQQQiIQQ")
_LABEL_BYTES = 8
_COUNT_BYTES = 4


def damage(folder: Path) -> str:
    """Return what is wrong with the Chroma files in `folder`, or an empty string."""
    database = folder / "chroma.sqlite3"
    if not database.is_file():
        return ""
    if note := _sqlite_damage(database):
        return note
    return next((note for file in folder.glob("*/data_level0.bin") if (note := _graph_damage(file))), "")


def _sqlite_damage(file: Path) -> str:
    try:
        with closing(sqlite3.connect(file)) as database:
            [(note,)] = database.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.OperationalError as error:
        # Busy, or in a folder that cannot be written: Chroma will say so itself.
        return "" if "malformed" not in str(error) else str(error)
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if note == "ok" else " ".join(str(note).split())


def _graph_damage(file: Path) -> str:
    """Return what is wrong with the search graph whose elements are in `file`."""
    header = file.with_name("header.bin")
    if not header.is_file() or header.stat().st_size < _HEADER.size:
        return f"{header} is cut off"
    _, _, most, count, size, label, vector, _, entry, _, links = _HEADER.unpack(
        header.read_bytes()[: _HEADER.size]
    )
    fits = vector == _COUNT_BYTES * (links + 1) and size == label + _LABEL_BYTES and vector < label
    if not fits or count > most or (count and entry >= count):
        return f"{header} is damaged"
    if not count:
        return ""
    if file.stat().st_size < count * size:
        return f"{file} is cut off"
    elements = np.memmap(file, dtype=np.uint8, mode="r", shape=(count, size))
    neighbours = elements[:, :_COUNT_BYTES].copy().view("<u2")[:, 0]
    if neighbours.max() > links:
        return f"{file} is damaged"
    linked = elements[:, _COUNT_BYTES:vector].copy().view("<u4")
    used = np.arange(links) < neighbours[:, None]
    lengths = np.linalg.norm(elements[:, vector:label].copy().view("<f4"), axis=1)
    if (linked[used] >= count).any() or not np.allclose(lengths, 1, atol=1e-3):
        return f"{file} is damaged"
    return ""
