"""Builds a report from results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from eval.report import svg
from eval.report.blocks import Block, Details, Heading, Plot, Text, Verbatim
from eval.report.html import to_html
from eval.report.markdown import to_markdown
from eval.report.tables import DASH, INCOMPLETE, kind_table, system_table
from eval.results import ALL, PROJECT, Results, Row, write_results

_WORST = 20
_LONGEST_VALUE = 600


def write_report(results: Results, out: Path) -> None:
    """Write results.json, report.md and report.html into `out`."""
    write_results(results, out)
    blocks = report_blocks(results)
    (out / "report.md").write_text(to_markdown(blocks), encoding="utf-8")
    (out / "report.html").write_text(to_html(_title(results), blocks), encoding="utf-8")


def report_blocks(results: Results) -> list[Block]:
    """Return the whole report."""
    scored = {cell.metric for cell in results.cells if cell.value is not None}
    metrics = [metric for metric in results.metrics if metric in scored]
    idle = [metric for metric in results.metrics if metric not in scored]
    bad = worst(results)
    counts = ", ".join(f"{name}: {n}" for name, n in results.counts.items())
    blocks: list[Block] = [
        Heading(_title(results), 1),
        Text(f"{results.created}, {results.seconds} seconds. {counts}."),
        *(Text(f"Note: {note}") for note in results.notes),
        Heading("Systems"),
        system_table(results, metrics),
        Heading("By kind"),
        kind_table(results, metrics),
        Text(
            "Means with 95% bootstrap intervals. n= is the number of rows to which a metric applies, where"
            f" that is not all; {DASH} means to none. {INCOMPLETE} some gold is incomplete: a paper that is"
            " not in it may still be right, so for those questions only recall of papers is scored."
        ),
        *([Text(f"Not applicable to any row: {', '.join(idle)}.")] if idle else []),
        *_plots(results),
        Heading(f"Worst {len(bad)} by {results.worst_by}" if bad else f"No row lacks {results.worst_by}"),
        *(_why(row, results.worst_by) for row in bad),
        Heading("What was measured"),
        Verbatim(json.dumps(results.environment, indent=1, ensure_ascii=False)),
    ]
    return blocks


def worst(results: Results, most: int = _WORST) -> list[Row]:
    """Return the project's rows that score worst and are not perfect; of equal ones the first."""
    rows = [
        (value, row)
        for row in results.rows
        if row.system == PROJECT and (value := _badness(row, results.worst_by)) is not None and value < 1
    ]
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])[:most]]


def _badness(row: Row, metric: str) -> float | None:
    """Return the score a row is sorted by; where its metric does not apply, its mean of shares."""
    if row.scores.get(metric) is not None:
        return row.scores[metric]
    shares = [v for v in row.scores.values() if v is not None and 0 <= v <= 1]
    return sum(shares) / len(shares) if shares else None


def _title(results: Results) -> str:
    return f"AskPapers evals: {results.command}"


def _plots(results: Results) -> list[Block]:
    plots: list[Block] = []
    main = results.worst_by
    cells = [c for c in results.cells if c.metric == main and c.system == PROJECT]
    found = [
        svg.Bar(f"{c.kind} (n={c.n})", c.value, c.low, c.high)
        for c in cells
        if c.value is not None and c.low is not None and c.high is not None
    ]
    if found:
        plots.append(Plot(svg.bars(f"{main} by kind", found), f"{main} by kind, with 95% intervals"))
    systems = [results.cell(main, ALL, s) for s in dict.fromkeys(row.system for row in results.rows)]
    compared = [
        svg.Bar(c.system, c.value, c.low, c.high)
        for c in systems
        if c and c.value is not None and c.low is not None and c.high is not None
    ]
    if len(compared) > 1:
        plots.append(Plot(svg.bars(f"{main} by system", compared), f"{main} by system"))
    if results.calibration:
        curve = [(point.score, point.share_true) for point in results.calibration]
        caption = "Calibration: share of true claims over the support score; the diagonal is perfect"
        plots.append(Plot(svg.calibration_curve("Calibration", curve), caption))
    plots += _histograms(results.rows)
    return [Heading("Plots"), *plots] if plots else []


def _histograms(rows: Sequence[Row]) -> list[Block]:
    own = [row for row in rows if row.system == PROJECT]
    times = [row.ms for row in own if row.ms is not None]
    supports = [float(s) for row in own for s in row.detail.get("supports", [])]
    found: list[Block] = []
    if supports:
        found.append(
            Plot(svg.histogram("Support", supports, "", (0.0, 1.0)), "Sentences or claims by support")
        )
    if times:
        found.append(Plot(svg.histogram("Latency", times, "ms"), "Latency of the project, milliseconds"))
    return found


def _why(row: Row, metric: str) -> Details:
    value = row.scores.get(metric)
    shown = f"{metric} {value:.3f}" if value is not None else f"{metric} {DASH}"
    lines = [", ".join(f"{name} {score:.3f}" for name, score in row.scores.items() if score is not None)]
    lines += [f"mark: {mark}" for mark in row.marks]
    for name, detail in row.detail.items():
        items = detail if isinstance(detail, list) else [detail]
        lines += [f"{name}: {_short(item)}" for item in items]
    return Details(f"{row.id} ({row.kind}, {shown}): {row.question}", lines)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + " …"
