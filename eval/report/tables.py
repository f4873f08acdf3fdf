"""The tables of a report, from results. A dash stands for what was not scored."""

from __future__ import annotations

from collections.abc import Sequence

from eval.report.blocks import Table
from eval.results import ALL, PROJECT, Cell, Results

DASH = "–"
# Marks kinds of which some questions have incomplete gold.
INCOMPLETE = "†"
# Metrics that are no shares.
PLAIN = frozenset(["words", "sources"])


def kind_table(results: Results, metrics: Sequence[str], system: str = PROJECT) -> Table:
    """Return the metrics of a system by kind of question."""
    rows = [row for row in results.rows if row.system == system]
    kinds = sorted({row.kind for row in rows} | {c.kind for c in results.cells if c.system == system} - {ALL})
    lines = []
    for kind in [*kinds, ALL]:
        # A cell may be that of a group of kinds, as of all claims of a file.
        members = [row for row in rows if kind in (ALL, row.kind) or row.kind.startswith(f"{kind}/")]
        mark = f" {INCOMPLETE}" if any("incomplete" in m for row in members for m in row.marks) else ""
        cells = [figure(results.cell(m, kind, system), len(members)) for m in metrics]
        lines.append([kind + mark, str(len(members)), *cells])
    return Table(["kind", "n", *metrics], lines)


def system_table(results: Results, metrics: Sequence[str]) -> Table:
    """Return the metrics and latency of every system over all questions."""
    times = {latency.system: latency for latency in results.latencies}
    lines = []
    for system in dict.fromkeys(row.system for row in results.rows):
        n = sum(row.system == system for row in results.rows)
        cells = [figure(results.cell(m, ALL, system), n) for m in metrics]
        latency = times.get(system)
        speed = [f"{latency.p50:.1f}", f"{latency.p95:.1f}"] if latency else [DASH, DASH]
        lines.append([system, str(n), *cells, *speed])
    return Table(["system", "n", *metrics, "p50 ms", "p95 ms"], lines)


def figure(cell: Cell | None, n: int) -> str:
    """Return a mean with its interval; its own number of rows stands there when it is not `n`."""
    if cell is None or cell.value is None or cell.low is None or cell.high is None:
        return DASH
    digits = 1 if cell.metric in PLAIN else 3
    text = f"{cell.value:.{digits}f} ({cell.low:.{digits}f}-{cell.high:.{digits}f})"
    return text if cell.n == n else f"{text} n={cell.n}"
