"""Follow-up questions, rewritten by a language model and checked by rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rag.answering.followups.standalone import (
    Exchange,
    has_subject_added,
    leans_on_history,
    standalone_question,
    with_titles,
)
from rag.answering.prompt import BEGIN, END, harmless
from rag.answering.prompt_file import prompt_messages
from rag.answering.question_reply import NUMBER, question_reply
from rag.index.tokenizer import question_terms
from rag.models.language_model import LanguageModel, Message
from rag.retrieval.names import method_names

_PROMPT = "follow_up"
_MOST_EXCHANGES = 3
_MOST_OF_ANSWER = 600
# Of the telling words of the follow-up itself, so many must come back.
_KEPT = 0.5
# A capital inside a sentence; a first word has one anyway.
_PROPER = re.compile(r"(?<=[\w,;:] )[A-Z]\w+")


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
        rewritten = question_reply(self._model, _messages(named, history), self._timeout)
        return rewritten if is_faithful(rewritten, named, history) else by_rules


def is_faithful(rewritten: str, question: str, history: Sequence[Exchange]) -> bool:
    """Whether a rewritten question, if there is one, keeps what was asked.

    It must bring something from the conversation, and all its names and numbers must come from there or from
    the question.
    """
    if not rewritten:
        return False
    known = f"{question} {_told(history)}".casefold()
    telling = [*method_names(rewritten), *NUMBER.findall(rewritten), *_PROPER.findall(rewritten)]
    if any(not re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", known) for word in telling):
        return False
    own, told = set(question_terms(question)), set(question_terms(rewritten))
    # A rewrite that brings nothing from the conversation is none.
    return len(own & told) >= _KEPT * len(own) and told > own & told


def _messages(question: str, history: Sequence[Exchange]) -> list[Message]:
    told = f"{BEGIN}\n{_told(history, for_prompt=True)}\n{END}"
    return prompt_messages(_PROMPT, {"history": told, "question": harmless(question)})


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
