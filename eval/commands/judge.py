"""`python -m eval judge`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval.claim_set import load_claims
from eval.commands.options import add_claims, add_index, add_out, command, finish
from eval.judge import Judge, judge_config
from eval.memory import replies_memory
from eval.results import read_results
from eval.runs.judged import ANSWER_METRICS, CLAIM_FIGURES, CLAIM_METRICS, judge_answers, judge_claims
from eval.runs.run import new_run
from eval.target import open_target
from rag.errors import UsageError

NAME = "judge"


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Let a language model judge claims, or the answers of a run")
    add_claims(parser, "claims to test the judge itself with")
    parser.add_argument(
        "--answers", type=Path, metavar="DIR", help="judge the answers of this run of `answers` instead"
    )
    parser.add_argument("--judge-url", default="", help="OpenAI-compatible endpoint (EVAL_JUDGE_URL)")
    parser.add_argument("--judge-model", default="", help="its model (EVAL_JUDGE_MODEL)")
    add_index(parser)
    add_out(parser, NAME)


def _run(options: argparse.Namespace) -> int:
    target = open_target(options.index, is_sample=options.index is None)
    with target.library:
        config = judge_config(target.library.settings, options.judge_url, options.judge_model)
        run = new_run(NAME, options.out)
        judge = Judge.of(config, replies_memory(target.library.settings))
        environment = target.environment() | {"judge": {"url": config.url, "model": config.model}}
        if options.answers is None:
            results = judge_claims(run, load_claims(options.claims), judge, environment)
            return finish(results, options.out, [*CLAIM_METRICS, *CLAIM_FIGURES])
        answers = read_results(options.answers)
        if answers.command != "answers":
            raise UsageError(f"{options.answers} holds results of {answers.command}, not of answers")
        results = judge_answers(run, answers, target.papers, judge, environment)
        return finish(results, options.out, ANSWER_METRICS)
