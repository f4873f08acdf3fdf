"""What changed between two results, paired question by question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eval.metrics.intervals import Interval, paired_bootstrap
from eval.report.blocks import Block, Details, Heading, Table, Text
from eval.results import PROJECT, Results, Row

_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Change:
    """A metric's mean before and after over the questions of both, and the difference."""

    metric: str
    before: float
    after: float
    difference: Interval

    @property
    def verdict(self) -> str:
        """What the interval of the difference says; whether more is better is for the reader."""
        if self.difference.low > 0:
            return "higher"
        return "lower" if self.difference.high < 0 else "within chance"


@dataclass(frozen=True, slots=True)
class QuestionChange:
    """A question whose scores differ: the metrics with their values before and after."""

    row: Row
    scores: dict[str, tuple[float | None, float | None]]
    answers: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two results side by side. `notes` say what makes the comparison less than clean."""

    changes: list[Change]
    questions: list[QuestionChange]
    common: int
    notes: list[str]


def compare(before: Results, after: Results, system: str = PROJECT) -> Comparison:
    """Compare the rows of `system` that both have."""
    old, new = ({row.id: row for row in r.rows if row.system == system} for r in (before, after))
    common = [row_id for row_id in old if row_id in new]
    metrics = [metric for metric in before.metrics if metric in after.metrics]
    changes = []
    for metric in metrics:
        pairs = [
            (a, b)
            for row_id in common
            if (a := old[row_id].scores.get(metric)) is not None
            and (b := new[row_id].scores.get(metric)) is not None
        ]
        if pairs:
            firsts, seconds = [a for a, _ in pairs], [b for _, b in pairs]
            difference = paired_bootstrap(firsts, seconds)
            changes.append(Change(metric, sum(firsts) / len(pairs), sum(seconds) / len(pairs), difference))
    return Comparison(
        changes,
        list(_changed(common, old, new, metrics)),
        len(common),
        _notes(before, after, len(old) - len(common), len(new) - len(common)),
    )


def comparison_blocks(comparison: Comparison) -> list[Block]:
    """Return the report."""
    rows = [
        [
            c.metric,
            str(c.difference.n),
            f"{c.before:.3f}",
            f"{c.after:.3f}",
            f"{c.difference.mean:+.3f} ({c.difference.low:+.3f} to {c.difference.high:+.3f})",
            c.verdict,
        ]
        for c in comparison.changes
    ]
    blocks: list[Block] = [
        Heading("AskPapers evals: what changed", 1),
        *(Text(f"Note: {note}") for note in comparison.notes),
        Table(["metric", "n", "before", "after", "difference (95%)", "verdict"], rows),
        Text(
            f"{len(comparison.questions)} of {comparison.common} questions changed. Intervals are paired"
            " bootstrap intervals over questions; a metric counts where both runs have it."
        ),
    ]
    if comparison.questions:
        blocks.append(Heading("Question by question"))
    for change in comparison.questions[:_SHOWN]:
        scores = [f"{m}: {_shown(a)} -> {_shown(b)}" for m, (a, b) in change.scores.items()]
        texts = [
            f"{when}: {text}" for when, text in zip(("before", "after"), change.answers, strict=True) if text
        ]
        blocks.append(Details(f"{change.row.id} ({change.row.kind}): {change.row.question}", scores + texts))
    if len(comparison.questions) > _SHOWN:
        blocks.append(Text(f"{len(comparison.questions) - _SHOWN} more changed; see both results.json."))
    return blocks


def _changed(
    common: Iterable[str], old: dict[str, Row], new: dict[str, Row], metrics: list[str]
) -> Iterable[QuestionChange]:
    for row_id in common:
        a, b = old[row_id], new[row_id]
        scores = {
            m: (a.scores.get(m), b.scores.get(m)) for m in metrics if a.scores.get(m) != b.scores.get(m)
        }
        if scores:
            yield QuestionChange(b, scores, (_said(a), _said(b)))


def _said(row: Row) -> str:
    if "answer" in row.detail:
        return str(row.detail["answer"])
    returned = row.detail.get("returned", [])
    return "; ".join(f"{'*' if paper['gold'] else ''}{paper['title']}" for paper in returned[:5])


def _notes(before: Results, after: Results, only_before: int, only_after: int) -> list[str]:
    notes = []
    if before.command != after.command:
        notes.append(f"the first are results of {before.command}, the second of {after.command}")
    for part, what in (("index", "fingerprint"), ("questions", "sha256"), ("claims", "sha256")):
        values = [(r.environment.get(part) or {}).get(what) for r in (before, after)]
        if values[0] != values[1]:
            notes.append(f"the {part} differ: {values[0]} and {values[1]}")
    settings = [r.environment.get("settings") or {} for r in (before, after)]
    differing = sorted(
        k for k in settings[0].keys() | settings[1].keys() if settings[0].get(k) != settings[1].get(k)
    )
    if differing:
        notes.append(
            "settings that differ: "
            + ", ".join(f"{k} {settings[0].get(k)} -> {settings[1].get(k)}" for k in differing)
        )
    if only_before or only_after:
        notes.append(f"{only_before} questions are only in the first, {only_after} only in the second")
    return notes


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
