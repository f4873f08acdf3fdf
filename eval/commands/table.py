"""`python -m eval table`: the short tables of the README, from results."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval.commands import answers, retrieval
from eval.commands.options import command
from eval.report.blocks import Table
from eval.report.markdown import markdown_table
from eval.report.tables import DASH, figure, system_table
from eval.results import Results, read_results
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
        metrics = _ANSWERS if results.command == answers.NAME else results.metrics
        cells = [(metric, results.cell(metric)) for metric in metrics]
        shown = [[m, str(c.n), figure(c, c.n)] for m, c in cells if c is not None and c.value is not None]
        table = Table(["metric", "n", "mean (95%)"], shown or [[DASH, "0", DASH]])
    return f"{title}\n\n{markdown_table(table)}"


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
