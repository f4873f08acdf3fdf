from __future__ import annotations

import pytest

from rag.answering.answer import Answer
from rag.errors import UsageError
from rag.ui.turn import Turn, run_turn, stop_turn


class Fake:
    def __init__(self, *steps) -> None:
        self.steps = steps
        self.closed = False

    def ask_stream(self, question, *, history, allowed, reading):
        self.allowed, self.reading = allowed, reading
        self.history = history
        try:
            for step in self.steps:
                if isinstance(step, Exception):
                    raise step
                yield step
        finally:
            self.closed = True


PART = Answer("q", "part", "quoted", complete=False)
WHOLE = Answer("q", "whole", "quoted")


def test_a_turn_grows_and_ends():
    turns = list(run_turn(Fake(PART, WHOLE), "q", ()))
    assert [(t.answer, t.state) for t in turns] == [
        (None, "running"),
        (PART, "running"),
        (WHOLE, "running"),
        (WHOLE, "done"),
    ]


def test_closing_it_closes_the_answer():
    library = Fake(PART, WHOLE)
    running = run_turn(library, "q", ())
    next(running)
    next(running)
    running.close()
    assert library.closed


def test_an_error_is_told_and_what_was_answered_is_kept():
    *_, last = run_turn(Fake(PART, UsageError("the question is too long")), "q", ())
    assert last == Turn("q", PART, "the question is too long", "done")


def test_an_unexpected_error_is_logged_and_not_shown(caplog: pytest.LogCaptureFixture):
    *_, last = run_turn(Fake(RuntimeError("secret detail")), "q", ())
    assert last.state == "done"
    assert "secret" not in last.problem
    assert "secret detail" in caplog.text


def test_stopping_marks_only_what_runs():
    assert stop_turn(()) == ()
    assert stop_turn((Turn("q", WHOLE, state="done"),)) == (Turn("q", WHOLE, state="done"),)
    assert stop_turn((Turn("q", PART),)) == (Turn("q", PART, state="stopped"),)


def test_the_earlier_answers_are_the_history():
    library = Fake(WHOLE)
    before = (Turn("first?", WHOLE, state="done"), Turn("failed?", problem="no"))
    list(run_turn(library, "and its limits?", before))
    assert [(e.question, e.answer) for e in library.history] == [("first?", WHOLE)]
