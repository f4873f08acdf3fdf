"""`python -m eval compare A B`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval.commands.options import command
from eval.compare import compare, comparison_blocks
from eval.report.html import to_html
from eval.report.markdown import to_markdown
from eval.results import PROJECT, read_results
from rag.errors import UsageError

NAME = "compare"


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Say what changed between two results, question by question")
    parser.add_argument("before", type=Path, metavar="A", help="folder of the results before")
    parser.add_argument("after", type=Path, metavar="B", help="folder of the results after")
    parser.add_argument("--system", default=PROJECT, help=f"the system to compare ({PROJECT})")
    parser.add_argument("--out", type=Path, metavar="DIR", help="also write compare.md and compare.html here")


def _run(options: argparse.Namespace) -> int:
    comparison = compare(read_results(options.before), read_results(options.after), options.system)
    if not comparison.common:
        raise UsageError(
            f"{options.before} and {options.after} have no question of {options.system} in common"
        )
    blocks = comparison_blocks(comparison)
    print(to_markdown(blocks), end="")
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "compare.md").write_text(to_markdown(blocks), encoding="utf-8")
        page = to_html("AskPapers evals: what changed", blocks)
        (options.out / "compare.html").write_text(page, encoding="utf-8")
    return 0
