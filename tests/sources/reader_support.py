"""Helpers for the tests of the readers. All texts in these tests are invented."""

from __future__ import annotations

import json
from pathlib import Path

from rag.paper import Paper
from rag.sources import Record, Skipped, Warned, read

A = (
    "We measure how river gauges drift in winter. A small model, ICEGAUGE, corrects the drift from air "
    "temperature alone. On nine gauges the error falls by 31%."
)
B = (
    "Sorting letters by hand is slow. We present POSTFERN, a sorter that learns from corrections. After 200 "
    "corrections it makes fewer mistakes than the rule it replaces."
)
C = (
    "Tide tables are printed once a year. EBBNOTE updates them every hour with three harbour sensors. It is "
    "within 4 cm of the measured level on most days."
)


def write(folder: Path, name: str, content: str | bytes | object) -> Path:
    """Write text, bytes or a JSON value to a file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(content, str | bytes):
        content = json.dumps(content)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def records(folder: Path, content: str | bytes | object, name: str = "f.txt") -> list[Record]:
    return list(read(write(folder, name, content)))


def papers(found: list[Record]) -> list[Paper]:
    return [r for r in found if isinstance(r, Paper)]


def texts(found: list[Record]) -> list[str]:
    return [p.text for p in papers(found)]


def skips(found: list[Record]) -> dict[str, str]:
    """Return the reasons by place; the folder is left out of the place."""
    return {r.where.rpartition("/")[2]: r.reason for r in found if isinstance(r, Skipped)}


def warnings(found: list[Record]) -> dict[str, str]:
    return {r.where.rpartition("/")[2]: r.message for r in found if isinstance(r, Warned)}
