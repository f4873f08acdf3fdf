"""`python -m eval answers`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval.commands.options import add_index, add_limit, add_out, add_questions, command, finish, opened
from eval.question_set import QuestionSet, limited
from eval.report.markdown import markdown_table
from eval.report.tables import kind_table
from eval.results import Results
from eval.runs.answers import run_answers
from eval.runs.run import new_run
from eval.support import project_check
from eval.target import Target
from rag.answering.answer import Mode
from rag.answering.followups import Exchange
from rag.library import Library

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
    parser.add_argument(
        "--mode", choices=["quoted", "written"], help="how answers are made (the settings' way)"
    )


def measure(target: Target, questions: QuestionSet, out: Path, mode: Mode | None = None) -> Results:
    """Run the command without its shell."""
    library = target.library
    how = mode or library.mode
    return run_answers(
        new_run(NAME, out),
        target,
        questions,
        ask=lambda question, earlier: _converse(library, question, earlier, how),
        mode=how,
        check=project_check(library),
    )


def _converse(library: Library, question: str, earlier: Sequence[str], mode: Mode) -> dict[str, Any]:
    """Ask the earlier questions, then this one, in one conversation."""
    history: list[Exchange] = []
    for before in earlier:
        history.append(Exchange(before, library.ask(before, mode, history)))
    return library.ask(question, mode, history).to_dict()


def _run(options: argparse.Namespace) -> int:
    target, questions = opened(options)
    with target.library:
        results = measure(target, limited(questions, options.limit), options.out, options.mode)
        print(markdown_table(kind_table(results, REFUSALS)), end="\n\n")
        return finish(results, options.out, SHOWN)
