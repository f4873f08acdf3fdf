"""One turn of the conversation: a question and what became of it."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from rag.answering.answer import Answer
from rag.answering.followups.standalone import Exchange
from rag.errors import RagError
from rag.retrieval.filters import PaperFilter
from rag.retrieval.reading import Reading

_log = logging.getLogger(__name__)
_UNEXPECTED = "Something went wrong here; the log of the server says what. Asking again may help."
EVERYTHING = PaperFilter()


@dataclass(frozen=True, slots=True)
class Turn:
    """A question, the answer as far as it stands, and what went wrong, if anything did.

    `allowed` are the filters that were set, `ignored` the phrases that the question was to be
    read without.
    """

    question: str
    answer: Answer | None = None
    problem: str = ""
    state: Literal["running", "done", "stopped"] = "running"
    allowed: PaperFilter = EVERYTHING
    ignored: tuple[str, ...] = ()


class Asks(Protocol):
    """Whatever answers questions, as `Library` does."""

    def ask_stream(
        self, question: str, *, history: Sequence[Exchange], allowed: PaperFilter, reading: Reading
    ) -> Iterator[Answer]:
        """Yield the answer as it grows."""
        ...


def run_turn(
    library: Asks,
    question: str,
    before: Sequence[Turn],
    allowed: PaperFilter = EVERYTHING,
    ignored: tuple[str, ...] = (),
) -> Generator[Turn, None, None]:
    """Ask `question` and yield the turn as the answer grows; the last one no longer runs.

    `before` are the earlier turns, from which a question such as "and its limitations?" is
    understood.

    Closing this iterator closes the answer's, so that nothing works on for nobody.
    """
    turn = Turn(question, allowed=allowed, ignored=ignored)
    yield turn
    answers: Iterator[Answer] = iter(())
    try:
        history = [Exchange(t.question, t.answer) for t in before if t.answer is not None]
        answers = library.ask_stream(
            question, history=history, allowed=allowed, reading=Reading(ignored=ignored)
        )
        for answer in answers:
            turn = replace(turn, answer=answer)
            yield turn
        yield replace(turn, state="done")
    except RagError as error:
        yield replace(turn, problem=str(error), state="done")
    except Exception:  # noqa: BLE001 - logged, and the page goes on
        _log.exception("a question could not be answered")
        yield replace(turn, problem=_UNEXPECTED, state="done")
    finally:
        close = getattr(answers, "close", None)
        if close is not None:
            close()


def stop_turn(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return the turns with the last one marked as stopped, if it was still running."""
    if not turns or turns[-1].state != "running":
        return turns
    return (*turns[:-1], replace(turns[-1], state="stopped"))
