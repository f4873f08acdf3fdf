"""Recognises an input that was ingested before, so that nothing in it has to be read again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import rag
from rag.ingestion.report import IngestReport
from rag.sample import sample_version
from rag.sources.inputs import digest
from rag.sources.records import Skipped, Warned

# What decides which papers come out of a file.
_CODE = ("sources/*.py", "paper.py", "text.py", "ingestion/*.py")


def input_key(paths: Sequence[str], catalog: Sequence[str]) -> str:
    """Return a digest of the contents of `paths` and `catalog`, and of the code that reads them.

    It is empty if one of them can be read only once.
    """
    parts = [digest(paths), digest(catalog)]
    if not all(parts):
        return ""
    return hashlib.sha256("\n".join([*parts, _code(), sample_version()]).encode()).hexdigest()


def outcome_of(report: IngestReport) -> dict[str, Any]:
    """Return, as JSON values, what the same input gives while the index stays as it is."""
    return {
        "unchanged": report.added + report.updated + report.unchanged,
        "linked": report.linked,
        "unlinked": report.unlinked,
        "skipped": [asdict(s) for s in report.skipped],
        "warnings": [asdict(w) for w in report.warnings if w not in report.comparisons],
        "papers": report.papers,
        "met": sorted(report.met),
    }


def repeated_report(outcome: dict[str, Any]) -> IngestReport:
    """Return the report of a run over an input of which `outcome` is known."""
    lists = {
        "skipped": [Skipped(**s) for s in outcome["skipped"]],
        "warnings": [Warned(**w) for w in outcome["warnings"]],
        "met": frozenset(outcome["met"]),
    }
    return IngestReport(**outcome | lists)


@cache
def _code() -> str:
    package = Path(rag.__file__).parent
    content = hashlib.sha256()
    for pattern in _CODE:
        for file in sorted(package.glob(pattern)):
            content.update(file.read_bytes())
    return content.hexdigest()
