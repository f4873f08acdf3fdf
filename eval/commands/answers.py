"""`python -m eval answers`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval.answer_systems import extractive, project_answers
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
from eval.report.markdown import markdown_table
from eval.report.tables import kind_table
from eval.results import Results
from eval.runs.answers import run_answers
from eval.runs.run import new_run
from eval.stock_answers import citation_engine
from eval.support import project_check
from eval.systems import STOCK, System, baselines
from eval.target import Target
from rag.answering.answer import Mode

NAME = "answers"
SHOWN = [
    "citations valid",
    "quotes exact",
    "citation recall",
    "citation precision",
    "fact recall",
    "gold cited",
]
REFUSALS = [
    "success",
    "facts of all",
    "count right",
    "refusal recall",
    "refusal precision",
    "false refusals",
    "words",
    "sources",
]


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Ask every question and score the answers")
    add_questions(parser)
    add_index(parser)
    add_out(parser, NAME)
    add_limit(parser, 0, "answer")
    add_baselines(parser)
    parser.add_argument(
        "--mode", choices=["quoted", "written"], help="how answers are made (the settings' way)"
    )


def measure(
    target: Target,
    questions: QuestionSet,
    out: Path,
    mode: Mode | None = None,
    rivals: Sequence[System] = (),
    notes: Sequence[str] = (),
) -> Results:
    """Run the command without its shell.

    Beside the project, each of `rivals` answers with sentences of the papers that it ranks first; in
    written mode llama-index answers with its own query engine and the same language model.
    """
    how = mode or target.library.mode
    run = new_run(NAME, out)
    run.notes += notes
    systems = [project_answers(target, how)]
    for rival in rivals:
        is_stock = how == "written" and rival.name == STOCK
        systems.append(citation_engine(target) if is_stock else extractive(rival, target.papers))
    return run_answers(run, target, questions, systems, how, project_check(target.library))


def _run(options: argparse.Namespace) -> int:
    target, questions = opened(options)
    with target.library:
        notes: list[str] = []
        rivals = baselines(target.library, notes) if options.baselines else []
        chosen = limited(questions, options.limit)
        results = measure(target, chosen, options.out, options.mode, rivals, notes)
        print(markdown_table(kind_table(results, REFUSALS)), end="\n\n")
        return finish(results, options.out, SHOWN)
