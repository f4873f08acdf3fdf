"""The gate: committed thresholds that results must reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from eval.report.blocks import Table
from eval.results import Results
from rag.errors import UsageError

THRESHOLDS = Path(__file__).parent / "thresholds.json"
# What the same code may lose on another machine, where models round differently: this, or so
# many questions.
MARGIN = 0.01
QUESTIONS = 2
_DIGITS = 1000

# The metrics that are gated, by command; True where more is better.
GATED: Mapping[str, Mapping[str, bool]] = {
    "retrieval": {"hit@1": True, "recall@10": True, "MRR@10": True, "nDCG@10": True},
    "answers": {
        "success": True,
        "citations valid": True,
        "quotes exact": True,
        "links exact": True,
        "citation recall": True,
        "citation precision": True,
        "facts of all": True,
        "gold cited": True,
        "refusal recall": True,
        "false refusals": False,
    },
    "grounding": {"right": True, "AUROC": True, "balanced accuracy": True},
}


class Thresholds(BaseModel):
    """What thresholds.json holds: by command and metric the value that must be reached.

    `questions` says by command what it was measured on. `lowered` keeps why a threshold was ever
    lowered.
    """

    model_config = ConfigDict(extra="forbid")

    schema_version: int = 1
    values: dict[str, dict[str, float]] = Field(default_factory=dict)
    questions: dict[str, str] = Field(default_factory=dict)
    lowered: list[str] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Check:
    """A threshold and what was measured; without a measurement it is not passed."""

    command: str
    metric: str
    threshold: float
    measured: float | None
    more_is_better: bool

    @property
    def passed(self) -> bool:
        """Whether the measurement reaches the threshold."""
        if self.measured is None:
            return False
        if self.more_is_better:
            return self.measured >= self.threshold
        return self.measured <= self.threshold


def read_thresholds(path: Path) -> Thresholds:
    """Read the thresholds; none where there is no file.

    Raises:
        UsageError: the file holds something else.
    """
    try:
        return Thresholds.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Thresholds()
    except (OSError, ValidationError) as error:
        raise UsageError(f"{path} cannot be used; write it with: python -m eval gate --raise") from error


def write_thresholds(path: Path, thresholds: Thresholds) -> None:
    """Write the thresholds."""
    path.write_text(thresholds.model_dump_json(indent=1) + "\n", encoding="utf-8")


def check(thresholds: Thresholds, results: Sequence[Results]) -> list[Check]:
    """Compare results with the thresholds of their commands.

    Raises:
        UsageError: they were measured on other questions than the thresholds.
    """
    checks = []
    for result in results:
        measured_on = questions_key(result)
        if thresholds.questions.get(result.command, measured_on) != measured_on:
            raise UsageError(
                f"the thresholds of {result.command} were set on other questions or another number of them;"
                " set them anew with: python -m eval gate --lower REASON"
            )
        for metric, threshold in thresholds.values.get(result.command, {}).items():
            cell = result.cell(metric)
            better = GATED.get(result.command, {}).get(metric, True)
            checks.append(Check(result.command, metric, threshold, cell.value if cell else None, better))
    return checks


def raised(thresholds: Thresholds, results: Sequence[Results], lower_because: str = "") -> Thresholds:
    """Return thresholds just below what was measured, where that is stricter than now.

    With `lower_because` they are also lowered, and the reason is kept.
    """
    values = {command: dict(metrics) for command, metrics in thresholds.values.items()}
    for result in results:
        own = values.setdefault(result.command, {})
        for metric, better in GATED.get(result.command, {}).items():
            cell = result.cell(metric)
            if cell is None or cell.value is None:
                continue
            new = _with_margin(cell.value, cell.n, better)
            old = own.get(metric, new)
            own[metric] = new if lower_because else (max(old, new) if better else min(old, new))
    return Thresholds(
        values=values,
        questions=thresholds.questions | {r.command: questions_key(r) for r in results},
        lowered=thresholds.lowered + ([lower_because] if lower_because else []),
    )


def gate_table(checks: Sequence[Check]) -> Table:
    """Return the checks as a table."""
    return Table(
        ["metric", "threshold", "measured", "verdict"],
        [
            [
                f"{c.command} {c.metric}",
                f"{'at least' if c.more_is_better else 'at most'} {c.threshold:.3f}",
                "not measured" if c.measured is None else f"{c.measured:.4f}",
                "ok" if c.passed else "FAILED",
            ]
            for c in checks
        ],
    )


def questions_key(result: Results) -> str:
    """Return what tells one measured set from another: the file and which of its rows."""
    described = result.environment.get("questions") or result.environment.get("claims") or {}
    return f"{str(described.get('sha256', ''))[:16]}:{len({row.id for row in result.rows})}"


def _with_margin(value: float, questions: int, more_is_better: bool) -> float:
    margin = max(MARGIN, QUESTIONS / questions)
    if more_is_better:
        # Where nothing short of all is right (valid citations, exact quotations) nothing is given away.
        return 1.0 if value == 1 else max(0.0, floor((value - margin) * _DIGITS) / _DIGITS)
    return min(1.0, ceil((value + margin) * _DIGITS) / _DIGITS)
