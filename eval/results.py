"""What a run finds, as results.json holds it: rows of scores, and the figures computed from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, Field, ValidationError

from eval.metrics.intervals import Interval, bootstrap, percentile
from rag.errors import UsageError

SCHEMA_VERSION = 1
RESULTS = "results.json"
PROJECT = "askpapers"
ALL = "all"


class Row(BaseModel):
    """One question (or claim) and one system. A score that does not apply is None, never NaN.

    `marks` say what sets the row apart: incomplete gold, abstained, missing gold and so on.
    `detail` is everything needed to see why the scores are what they are.
    """

    id: str
    question: str
    kind: str
    system: str = PROJECT
    scores: dict[str, float | None]
    marks: list[str] = Field(default_factory=list)
    ms: float | None = None
    detail: dict[str, Any] = Field(default_factory=dict)


class Cell(BaseModel):
    """The mean of a metric over the `n` rows to which it applies, with its 95% interval."""

    system: str
    kind: str
    metric: str
    n: int
    value: float | None = None
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, system: str, kind: str, metric: str, found: Interval) -> Self:
        """Return the cell of a mean with its interval."""
        return cls(
            system=system,
            kind=kind,
            metric=metric,
            n=found.n,
            value=found.mean,
            low=found.low,
            high=found.high,
        )


class Latency(BaseModel):
    """Milliseconds a question."""

    system: str
    n: int
    p50: float
    p95: float


class Point(BaseModel):
    """A bin of a calibration curve."""

    n: int
    score: float
    share_true: float


class Results(BaseModel):
    """The results of one run. `worst_by` is the metric by which its worst rows are shown."""

    schema_version: int = SCHEMA_VERSION
    command: str
    created: str
    seconds: float
    environment: dict[str, Any]
    metrics: list[str]
    worst_by: str
    rows: list[Row]
    cells: list[Cell]
    latencies: list[Latency] = Field(default_factory=list)
    calibration: list[Point] = Field(default_factory=list)
    counts: dict[str, int] = Field(default_factory=dict)
    notes: list[str] = Field(default_factory=list)

    def cell(self, metric: str, kind: str = ALL, system: str = PROJECT) -> Cell | None:
        """Return a cell, or None where nothing was measured."""
        wanted = (system, kind, metric)
        return next((c for c in self.cells if (c.system, c.kind, c.metric) == wanted), None)


def mean_cells(rows: Sequence[Row], metrics: Sequence[str]) -> list[Cell]:
    """Return the means by system, for all rows and for each kind."""
    cells: list[Cell] = []
    for system in _in_order(row.system for row in rows):
        own = [row for row in rows if row.system == system]
        for kind in [ALL, *sorted({row.kind for row in own})]:
            members = [row for row in own if kind in (ALL, row.kind)]
            cells += [_mean_cell(system, kind, metric, members) for metric in metrics]
    return cells


def latencies(rows: Sequence[Row]) -> list[Latency]:
    """Return the latency of every system that was timed."""
    found = []
    for system in _in_order(row.system for row in rows):
        times = [row.ms for row in rows if row.system == system and row.ms is not None]
        if times:
            p50, p95 = (round(percentile(times, p), 2) for p in (50, 95))
            found.append(Latency(system=system, n=len(times), p50=p50, p95=p95))
    return found


def write_results(results: Results, out: Path) -> None:
    """Write results.json into `out`."""
    text = results.model_dump_json(indent=1)
    (out / RESULTS).write_text(text + "\n", encoding="utf-8")


def read_results(path: Path) -> Results:
    """Read results.json, given as the file or its folder.

    Raises:
        UsageError: it is not there or of another schema.
    """
    file = path / RESULTS if path.is_dir() else path
    try:
        results = Results.model_validate_json(file.read_bytes())
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror}); run: python -m eval") from error
    except ValidationError as error:
        raise UsageError(f"{file} is no results.json of this version: {error.errors()[0]['msg']}") from error
    if results.schema_version != SCHEMA_VERSION:
        raise UsageError(
            f"{file} has schema {results.schema_version}, this version reads {SCHEMA_VERSION}; run it again"
        )
    return results


def _mean_cell(system: str, kind: str, metric: str, rows: Sequence[Row]) -> Cell:
    values = [value for row in rows if (value := row.scores.get(metric)) is not None]
    if not values:
        return Cell(system=system, kind=kind, metric=metric, n=0)
    return Cell.of(system, kind, metric, bootstrap(values))


def _in_order(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
