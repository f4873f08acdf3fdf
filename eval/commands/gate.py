"""`python -m eval gate`: fails when something got worse; raises the thresholds when told to."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval.claim_set import SAMPLE_CLAIMS
from eval.commands import all as everything
from eval.commands.options import add_index, add_limit, add_out, add_questions, command, opened
from eval.gate import THRESHOLDS, check, gate_table, raised, read_thresholds, write_thresholds
from eval.report.build import write_report
from eval.report.markdown import markdown_table
from eval.results import Results, read_results
from rag.errors import UsageError

NAME = "gate"


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Fail if results are below the committed thresholds")
    add_questions(parser)
    add_index(parser)
    add_out(parser, NAME)
    add_limit(parser, everything.DEFAULT_LIMIT, "answer")
    parser.add_argument(
        "--results", type=Path, nargs="+", metavar="DIR", help="judge these results and run nothing"
    )
    parser.add_argument("--thresholds", type=Path, metavar="FILE", default=THRESHOLDS)
    parser.add_argument(
        "--raise", dest="up", action="store_true", help="raise the thresholds to what was measured"
    )
    parser.add_argument(
        "--lower", metavar="REASON", default="", help="set them anew, lower too, and keep why"
    )


def _run(options: argparse.Namespace) -> int:
    results = [read_results(place) for place in options.results] if options.results else _measured(options)
    thresholds = read_thresholds(options.thresholds)
    if options.up or options.lower:
        thresholds = raised(thresholds, results, options.lower)
        write_thresholds(options.thresholds, thresholds)
    checks = check(thresholds, results)
    if not checks:
        raise UsageError(f"{options.thresholds} holds no thresholds for these results; set them with --raise")
    print(markdown_table(gate_table(checks)))
    failed = [c for c in checks if not c.passed]
    print(f"\n{len(checks) - len(failed)} of {len(checks)} thresholds reached")
    return 1 if failed else 0


def _measured(options: argparse.Namespace) -> list[Results]:
    target, questions = opened(options)
    with target.library:
        results = everything.measure(
            target, questions, [SAMPLE_CLAIMS], options.out, options.limit, with_baselines=False
        )
    for result in results:
        write_report(result, options.out / result.command)
    return results
