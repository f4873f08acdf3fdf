"""`python -m eval all`: retrieval, answers and grounding in one go."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval.claim_set import SAMPLE_CLAIMS
from eval.commands import answers, grounding, retrieval
from eval.commands.options import add_index, add_limit, add_out, add_questions, command, finish, opened
from eval.question_set import QuestionSet, limited
from eval.results import Results
from eval.systems import baselines
from eval.target import Target

NAME = "all"
# Answering is slow on two cores: an even choice over the kinds keeps the whole under two minutes.
DEFAULT_LIMIT = 60


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Run retrieval, answers and grounding")
    add_questions(parser)
    add_index(parser)
    add_out(parser, NAME)
    add_limit(parser, DEFAULT_LIMIT, "answer")
    parser.add_argument("--claims", type=Path, nargs="+", metavar="FILE", default=[SAMPLE_CLAIMS])


def measure(
    target: Target, questions: QuestionSet, claims: list[Path], out: Path, limit: int, with_baselines: bool
) -> list[Results]:
    """Run all three; each writes into its own folder."""
    notes: list[str] = []
    rivals = baselines(target.library, notes) if with_baselines else []
    return [
        retrieval.measure(target, questions, out / retrieval.NAME, rivals, notes=notes),
        answers.measure(target, limited(questions, limit), out / answers.NAME, rivals=rivals, notes=notes),
        grounding.measure(target, claims, out / grounding.NAME),
    ]


def _run(options: argparse.Namespace) -> int:
    target, questions = opened(options)
    shown = {
        retrieval.NAME: retrieval.SHOWN,
        answers.NAME: [*answers.SHOWN, *answers.REFUSALS],
        grounding.NAME: grounding.SHOWN,
    }
    with target.library:
        for results in measure(target, questions, options.claims, options.out, options.limit, True):
            print(f"\n## {results.command}\n")
            finish(results, options.out / results.command, shown[results.command])
    return 0
