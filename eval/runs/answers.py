"""Asks every question and scores the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eval.answer_record import AnswerRecord, answer_record
from eval.answer_systems import AnswerSystem
from eval.cache import Cache, content_key
from eval.metrics.refusal import refusal_figures
from eval.question_set import Question, QuestionSet
from eval.results import PROJECT, Results, Row
from eval.runs.answer_scores import ABSTAINED, METRICS, SUCCESS, score_answer
from eval.runs.run import Run
from eval.target import Target, standalone
from rag.answering.support import SupportChecker
from rag.errors import UsageError
from rag.progress import progress_bar


def run_answers(
    run: Run,
    target: Target,
    question_set: QuestionSet,
    systems: Sequence[AnswerSystem],
    mode: str,
    check: SupportChecker,
) -> Results:
    """Return the results of all systems over all questions, the unanswerable ones too."""
    cache = run.cache()
    rows: list[Row] = []
    total = len(question_set.questions) * len(systems)
    with progress_bar("Answers", "answers", total=total) as bar:
        for system in systems:
            for question in question_set.questions:
                answer = _answer(cache, target, question, system, mode)
                row = score_answer(question, answer, target.papers, target.gold, check)
                rows.append(row.model_copy(update={"system": system.name}))
                bar.update(1)
    if question_set.left_out:
        run.notes.append(f"{question_set.left_out} questions were left out by --limit, evenly over the kinds")
    return run.results(
        rows, METRICS, SUCCESS, _environment(target, question_set, mode), _counts(question_set, rows)
    )


def _answer(
    cache: Cache, target: Target, question: Question, system: AnswerSystem, mode: str
) -> AnswerRecord:
    text = standalone(question)
    key = content_key("answer", system.name, text, mode, target.state)
    stored = cache.get(key)
    if stored is None:
        try:
            stored = system.ask(question.question, question.history)
        except UsageError as error:
            # A question the project does not take is a question without an answer, not the end of the run.
            return AnswerRecord(question=text, answer="", reason=f"it was not asked: {error}")
        cache.put(key, stored)
    return answer_record(stored, f"the answer to {question.id}")


def _environment(target: Target, questions: QuestionSet, mode: str) -> dict[str, Any]:
    described = {"file": str(questions.path), "sha256": questions.sha256}
    return target.environment() | {"questions": described, "mode": mode}


def _counts(questions: QuestionSet, rows: list[Row]) -> dict[str, int]:
    own = [row for row in rows if row.system == PROJECT]
    figures = refusal_figures(
        [question.is_answerable for question in questions.questions],
        [ABSTAINED in row.marks for row in own],
    )
    return {
        "questions": len(own),
        "answerable": figures.answerable,
        "unanswerable": figures.unanswerable,
        "refused": figures.refused,
        "answered": len(own) - figures.refused,
    }
