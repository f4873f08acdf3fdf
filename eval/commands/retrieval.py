"""`python -m eval retrieval`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval.commands.options import (
    add_baselines,
    add_index,
    add_limit,
    add_out,
    add_questions,
    command,
    finish,
    opened,
)
from eval.question_set import QuestionSet, limited
from eval.results import Results
from eval.runs.retrieval import run_retrieval
from eval.runs.run import new_run
from eval.systems import System, baselines, project
from eval.target import Target

NAME = "retrieval"
SHOWN = ["hit@1", "recall@10", "MRR@10", "nDCG@10"]


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Rank papers for every question, beside three baselines")
    add_questions(parser)
    add_index(parser)
    add_out(parser, NAME)
    add_limit(parser, 0, "rank papers for")
    add_baselines(parser)
    parser.add_argument(
        "--no-rerank", dest="rerank", action="store_false", help="search without the cross-encoder"
    )


def measure(
    target: Target,
    questions: QuestionSet,
    out: Path,
    rivals: Sequence[System] = (),
    rerank: bool = True,
    notes: Sequence[str] = (),
) -> Results:
    """Run the command without its shell, for the project and its `rivals`."""
    run = new_run(NAME, out)
    run.notes += notes
    return run_retrieval(run, target, questions, [project(target.library, rerank), *rivals])


def _run(options: argparse.Namespace) -> int:
    target, questions = opened(options)
    with target.library:
        notes: list[str] = []
        rivals = baselines(target.library, notes) if options.baselines else []
        chosen = limited(questions, options.limit)
        results = measure(target, chosen, options.out, rivals, options.rerank, notes)
        return finish(results, options.out, SHOWN)
