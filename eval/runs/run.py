"""What every run shares: where it writes, its cache, its clock."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from eval.cache import Cache
from eval.results import Point, Results, Row, latencies, mean_cells
from rag.errors import UsageError


@dataclass(slots=True)
class Run:
    """A run of one command that writes into `out`; it notes what a reader of the report must know."""

    command: str
    out: Path
    started: float = field(default_factory=time.perf_counter)
    notes: list[str] = field(default_factory=list)

    def cache(self) -> Cache:
        """Return what an earlier, perhaps killed, run of the same command has finished."""
        return Cache(self.out / f"{self.command}-cache.jsonl")

    def results(
        self,
        rows: Sequence[Row],
        metrics: Sequence[str],
        worst_by: str,
        environment: dict[str, Any],
        counts: dict[str, int],
        calibration: Sequence[Point] = (),
    ) -> Results:
        """Return the results of `rows`."""
        return Results(
            command=self.command,
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            seconds=round(time.perf_counter() - self.started, 2),
            environment=environment,
            metrics=list(metrics),
            worst_by=worst_by,
            rows=list(rows),
            cells=mean_cells(rows, metrics),
            latencies=latencies(rows),
            calibration=list(calibration),
            counts=counts,
            notes=self.notes,
        )


def new_run(command: str, out: Path) -> Run:
    """Start a run; its folder is made.

    Raises:
        UsageError: the folder cannot be made.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"the folder {out} cannot be made: {error.strerror}") from error
    return Run(command, out)
