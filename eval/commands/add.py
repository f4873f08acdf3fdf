"""`python -m eval add`: turns a question, or a bad answer, into a case of a question set."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from eval.answer_record import answer_record
from eval.cache import content_key
from eval.commands.options import add_index, command
from eval.question_set import Question, check_gold, load_questions
from eval.target import open_target
from rag.errors import UsageError

NAME = "add"


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, NAME, _run, "Add a question with its right papers to a question set")
    parser.add_argument(
        "--to", type=Path, required=True, metavar="FILE", help="the question set; made if new"
    )
    parser.add_argument("--question", metavar="TEXT", help="the question")
    parser.add_argument(
        "--answer", type=Path, metavar="FILE", help="a bad answer's JSON, as `rag ask --json`"
    )
    parser.add_argument(
        "--gold", nargs="*", default=[], metavar="PAPER", help="links or ids of the right papers"
    )
    parser.add_argument("--fact", nargs="*", default=[], metavar="TEXT", help="what a right answer holds")
    parser.add_argument("--kind", default="", help="the kind; regression for a bad answer, else topic")
    parser.add_argument("--unanswerable", metavar="REASON", help="no paper answers it, and why")
    parser.add_argument("--type", default="other", help="the kind of unanswerable")
    parser.add_argument("--incomplete", action="store_true", help="further papers may be right")
    parser.add_argument("--id", default="", help="its id; else one made from the question")
    add_index(parser)


def _run(options: argparse.Namespace) -> int:
    question = _question(options)
    if question.is_answerable:
        target = open_target(options.index, is_sample=options.index is None)
        with target.library:
            check_gold(options.to, [question], target.gold)
    if options.to.exists() and options.to.stat().st_size:
        for other in load_questions(options.to).questions:
            if question.id == other.id or (question.question, question.history) == (
                other.question,
                other.history,
            ):
                raise UsageError(
                    f"{options.to} has this question already, as {other.id}; give another --id or text"
                )
        if not options.to.read_bytes().endswith(b"\n"):
            raise UsageError(f"{options.to} does not end in a line break; add one first")
    options.to.parent.mkdir(parents=True, exist_ok=True)
    with options.to.open("a", encoding="utf-8") as file:
        file.write(json.dumps(question.model_dump(exclude_defaults=True), ensure_ascii=False) + "\n")
    print(f"{question.id} added to {options.to}")
    return 0


def _question(options: argparse.Namespace) -> Question:
    extra: dict[str, Any] = {}
    text = options.question
    if options.answer is not None:
        try:
            value = json.loads(options.answer.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
            raise UsageError(f"{options.answer} cannot be read: {error}") from error
        answer = answer_record(value, str(options.answer))
        text = text or answer.question
        extra["bad_answer"] = {
            "answer": answer.answer,
            "abstained": answer.abstained,
            "sources": [source.paper_id for source in answer.sources],
        }
    if not text:
        raise UsageError("give --question TEXT or --answer FILE")
    if bool(options.gold) == bool(options.unanswerable):
        raise UsageError("give either --gold with the right papers or --unanswerable with the reason")
    if options.unanswerable:
        extra |= {"negative_type": options.type, "reason": options.unanswerable}
    kind = (
        "negative" if options.unanswerable else options.kind or ("regression" if options.answer else "topic")
    )
    try:
        return Question(
            id=options.id or f"{kind}-{content_key(text)[:8]}",
            question=text,
            kind=kind,
            gold=options.gold,
            answer_facts=options.fact,
            complete=not options.incomplete,
            **extra,
        )
    except ValidationError as error:
        raise UsageError(f"the question cannot be used: {error.errors()[0]['msg']}") from error
