"""Options that several commands share, and what they all do with a result."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from eval.claim_set import SAMPLE_CLAIMS
from eval.question_set import SAMPLE_QUESTIONS, QuestionSet, check_gold, load_questions
from eval.report.build import write_report
from eval.report.markdown import markdown_table
from eval.report.tables import kind_table, system_table
from eval.results import PROJECT, Results
from eval.target import Target, open_target

DEFAULT_OUT = Path("eval-out")


def command(commands: Any, name: str, run: Callable[..., int], summary: str) -> argparse.ArgumentParser:
    """Add a command."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=f"{summary}.")
    parser.set_defaults(run=run)
    return parser


def add_index(parser: argparse.ArgumentParser) -> None:
    """Add --index."""
    parser.add_argument(
        "--index", type=Path, metavar="DIR", help="folder of the index (RAG_INDEX); else the sample library"
    )


def add_out(parser: argparse.ArgumentParser, name: str) -> None:
    """Add --out."""
    place = DEFAULT_OUT / name
    parser.add_argument(
        "--out", type=Path, metavar="DIR", default=place, help=f"folder of the report ({place})"
    )


def add_questions(parser: argparse.ArgumentParser) -> None:
    """Add --questions and what to do about gold that is not there."""
    parser.add_argument(
        "--questions", type=Path, metavar="FILE", help="JSONL of questions; else those for the sample library"
    )
    parser.add_argument(
        "--missing-gold",
        choices=["error", "miss"],
        default="error",
        help="gold papers the index lacks are an error, or count as not found",
    )


def add_limit(parser: argparse.ArgumentParser, default: int, what: str) -> None:
    """Add --limit."""
    parser.add_argument(
        "--limit",
        type=int,
        default=default,
        metavar="N",
        help=f"{what} at most N questions, evenly over the kinds ({default or 'all'}; 0 means all)",
    )


def add_baselines(parser: argparse.ArgumentParser) -> None:
    """Add --no-baselines."""
    parser.add_argument("--no-baselines", dest="baselines", action="store_false", help="the project alone")


def add_claims(parser: argparse.ArgumentParser, purpose: str) -> None:
    """Add --claims, which is also called --questions as with the other commands."""
    parser.add_argument(
        "--claims",
        "--questions",
        dest="claims",
        type=Path,
        nargs="+",
        metavar="FILE",
        default=[SAMPLE_CLAIMS],
        help=f"{purpose}: JSONL of claim, evidence, label; or of answer, contexts, answerable",
    )


def opened(options: argparse.Namespace) -> tuple[Target, QuestionSet]:
    """Return the library and the questions, checked against each other.

    Without an index and without questions it is the sample library with its own questions.

    Raises:
        RagError: one of them cannot be used, or gold papers are missing.
    """
    questions = load_questions(options.questions or SAMPLE_QUESTIONS)
    target = open_target(options.index, is_sample=options.index is None and options.questions is None)
    if options.missing_gold == "error":
        check_gold(questions.path, questions.questions, target.gold)
    return target, questions


def finish(results: Results, out: Path, shown: Sequence[str]) -> int:
    """Write the report and print its tables."""
    write_report(results, out)
    print(markdown_table(kind_table(results, shown)))
    if len({row.system for row in results.rows}) > 1:
        print("\n" + markdown_table(system_table(results, shown)))
    elif any(latency.system == PROJECT for latency in results.latencies):
        own = next(latency for latency in results.latencies if latency.system == PROJECT)
        print(f"\nlatency: p50 {own.p50} ms, p95 {own.p95} ms over {own.n} questions")
    for note in results.notes:
        print(f"note: {note}")
    counts = ", ".join(f"{n} {name}" for name, n in results.counts.items())
    print(f"\n{counts}; {results.seconds} s; report: {out}")
    return 0
