"""`python -m eval retrieval`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eval.commands.options import add_index, add_limit, add_out, add_questions, command, finish, opened
from eval.question_set import QuestionSet, limited
from eval.results import Results
from eval.runs.retrieval import run_retrieval
from eval.runs.run import Run, new_run
from eval.systems import System, bm25_alone, dense_alone, project, stock_llama_index
from eval.target import Target
from rag.errors import UsageError
from rag.library import Library

NAME = "retrieval"
SHOWN = ["hit@1", "recall@10", "MRR@10", "nDCG@10"]
_BASELINES: tuple[Callable[[Library], System], ...] = (bm25_alone, dense_alone, stock_llama_index)


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Rank papers for every question, beside three baselines")
    add_questions(parser)
    add_index(parser)
    add_out(parser, NAME)
    add_limit(parser, 0, "rank papers for")
    parser.add_argument("--no-baselines", action="store_true", help="the project alone")
    parser.add_argument("--no-rerank", action="store_true", help="search without the cross-encoder")


def measure(
    target: Target, questions: QuestionSet, out: Path, with_baselines: bool = True, rerank: bool = True
) -> Results:
    """Run the command without its shell."""
    run = new_run(NAME, out)
    systems = [project(target.library, rerank)]
    if with_baselines:
        systems += _baselines(target.library, run)
    return run_retrieval(run, target, questions, systems)


def _run(options: argparse.Namespace) -> int:
    target, questions = opened(options)
    with target.library:
        chosen = limited(questions, options.limit)
        results = measure(target, chosen, options.out, not options.no_baselines, not options.no_rerank)
        return finish(results, options.out, SHOWN)


def _baselines(library: Library, run: Run) -> list[System]:
    """Return the baselines; one that cannot run is noted in the report."""
    found = []
    for make in _BASELINES:
        try:
            found.append(make(library))
        except UsageError as error:
            run.notes.append(str(error))
    return found
