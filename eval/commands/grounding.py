"""`python -m eval grounding`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval.claim_set import load_claims
from eval.commands.options import add_claims, add_index, add_out, command, finish
from eval.results import Results
from eval.runs.grounding import FIGURES, METRICS, run_grounding
from eval.runs.run import new_run
from eval.support import project_check
from eval.target import Target, open_target

NAME = "grounding"
SHOWN = [*METRICS, *FIGURES]


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Test the support check against labelled claims")
    add_claims(parser, "claims and answers to check")
    add_index(parser)
    add_out(parser, NAME)


def measure(target: Target, paths: Sequence[Path], out: Path) -> Results:
    """Run the command without its shell."""
    check = project_check(target.library)
    return run_grounding(new_run(NAME, out), load_claims(paths), check, target.state, target.environment())


def _run(options: argparse.Namespace) -> int:
    target = open_target(options.index, is_sample=options.index is None)
    with target.library:
        return finish(measure(target, options.claims, options.out), options.out, SHOWN)
