"""`python -m eval table`: the short tables of the README, from results."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval.commands import answers, retrieval
from eval.commands.options import command
from eval.report.blocks import Table
from eval.report.markdown import markdown_table
from eval.report.tables import DASH, figure, system_table
from eval.results import ALL, Results, read_results
from rag.errors import UsageError

NAME = "table"
BEGIN, END = "<!-- eval table: begin -->", "<!-- eval table: end -->"
_ANSWERS = [*answers.SHOWN, *answers.REFUSALS]


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Print the short tables of results, or put them into a file")
    parser.add_argument("results", type=Path, nargs="+", metavar="DIR", help="folders of results")
    parser.add_argument(
        "--into", type=Path, metavar="FILE", help=f"replace what stands between {BEGIN} and {END}"
    )


def short_table(results: Results) -> str:
    """Return one table of results: by system for retrieval, by metric for the others."""
    index = results.environment["index"]
    where = "the sample library" if index["sample"] else f"{index['papers']:,} papers"
    rows = len({row.id for row in results.rows})
    title = f"{results.command.capitalize()}, {rows} rows, {where}, {results.created[:10]}:"
    if results.command == retrieval.NAME:
        table = system_table(results, retrieval.SHOWN)
    else:
        table = metric_table(results, _ANSWERS if results.command == answers.NAME else results.metrics)
    return f"{title}\n\n{markdown_table(table)}"


def metric_table(results: Results, metrics: Sequence[str]) -> Table:
    """Return the metrics that were scored, one a line, with a column for each system."""
    systems = {row.system: 0 for row in results.rows}
    for row in results.rows:
        systems[row.system] += 1
    lines = []
    for metric in metrics:
        cells = [results.cell(metric, ALL, system) for system in systems]
        if any(cell is not None and cell.value is not None for cell in cells):
            lines.append([metric, *(figure(c, n) for c, n in zip(cells, systems.values(), strict=True))])
    return Table(["metric", *systems], lines or [[DASH, *[DASH] * len(systems)]])


def _run(options: argparse.Namespace) -> int:
    text = "\n\n".join(short_table(read_results(place)) for place in options.results)
    if options.into is None:
        print(text)
        return 0
    page = options.into.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise UsageError(f"{options.into} lacks the lines {BEGIN} and {END}; add them where the tables go")
    options.into.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")
    print(f"tables of {len(options.results)} results put into {options.into}")
    return 0
