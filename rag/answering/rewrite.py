"""Follow-up questions, rewritten by a language model and checked by rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rag.answering.citations import markers, without_foreign
from rag.answering.followups import (
    Exchange,
    has_subject_added,
    leans_on_history,
    standalone_question,
    with_titles,
)
from rag.answering.prompt import BEGIN, END, fill, harmless, sections
from rag.answering.stream import without_thoughts
from rag.errors import ServiceError
from rag.index.tokenizer import question_terms
from rag.models.language_model import LanguageModel, Message
from rag.retrieval.names import method_names

_PROMPT = "follow_up"
_MAX_TOKENS = 120
_MOST_EXCHANGES = 3
_MOST_OF_ANSWER = 600
_MOST_CHARS = 300
# Of the telling words of the follow-up itself, so many must come back.
_KEPT = 0.5
_LABEL = re.compile(
    r"^(?:the )?(?:standalone |rewritten |follow-up )*question(?:, understandable alone)?\s*:\s*", re.I
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# A capital inside a sentence; a first word has one anyway.
_PROPER = re.compile(r"(?<=[\w,;:] )[A-Z]\w+")
_MARKUP = re.compile(r"[<>`{}|\\]|\*\*|\]\(|[\x00-\x1f]")


class QuestionRewriter:
    """Makes a follow-up understandable alone. What the model makes of it must pass the rules."""

    def __init__(self, model: Callable[[], LanguageModel], timeout: float) -> None:
        """Prepare it; the model is called with the first follow-up, for at most `timeout` seconds."""
        self._model = model
        self._timeout = timeout

    def standalone(self, question: str, history: Sequence[Exchange]) -> str:
        """Return `question` so that it can be understood without `history`; else as rules alone do it."""
        by_rules = standalone_question(question, history)
        named = with_titles(question, history)
        if not has_subject_added(by_rules) and (named == question or not leans_on_history(named)):
            return by_rules
        try:
            model = self._model()
            reply = "".join(model.stream(_messages(named, history), _MAX_TOKENS, timeout=self._timeout))
        except ServiceError:
            return by_rules
        rewritten = _cleaned(reply)
        return rewritten if is_faithful(rewritten, named, history) else by_rules


def is_faithful(rewritten: str, question: str, history: Sequence[Exchange]) -> bool:
    """Whether a rewritten question is one: a line of plain text that keeps what was asked.

    It must bring something from the conversation, and all its names and numbers must come from there or from
    the question.
    """
    if not rewritten or len(rewritten) > _MOST_CHARS or _MARKUP.search(rewritten):
        return False
    if without_foreign(rewritten) != rewritten or markers(rewritten):
        return False
    known = f"{question} {_told(history)}".casefold()
    telling = [*method_names(rewritten), *_NUMBER.findall(rewritten), *_PROPER.findall(rewritten)]
    if any(not re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", known) for word in telling):
        return False
    own, told = set(question_terms(question)), set(question_terms(rewritten))
    # A rewrite that brings nothing from the conversation is none.
    return len(own & told) >= _KEPT * len(own) and told > own & told


def _messages(question: str, history: Sequence[Exchange]) -> list[Message]:
    told = f"{BEGIN}\n{_told(history, for_prompt=True)}\n{END}"
    system, user = sections(_PROMPT)
    values = {"history": told, "question": harmless(question)}
    return [
        {"role": "system", "content": fill(system, values)},
        {"role": "user", "content": fill(user, values)},
    ]


def _told(history: Sequence[Exchange], *, for_prompt: bool = False) -> str:
    """Return the last exchanges as lines of text, each harmless."""
    lines = []
    for exchange in history[-_MOST_EXCHANGES:]:
        answer = exchange.answer
        titles = "; ".join(source.paper.label for source in answer.sources)
        rows = [("Asked", answer.asked or exchange.question), ("Answered", answer.answer), ("Papers", titles)]
        for name, text in rows:
            shown = text[:_MOST_OF_ANSWER] if for_prompt else text
            lines.append(f"{name} - {harmless(shown)}")
    return "\n".join(lines)


def _cleaned(reply: str) -> str:
    """Return the first line of a reply without thoughts, label and quotation marks around it."""
    lines = [line for line in without_thoughts(reply).splitlines() if line.strip()]
    if len(lines) != 1:
        return ""
    return _LABEL.sub("", lines[0].strip()).strip().strip("\"“”'").strip()
