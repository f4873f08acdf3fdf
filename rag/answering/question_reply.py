"""Has a language model reply with one question, which is then data like any other of its texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rag.answering.citations import markers, without_foreign
from rag.answering.stream import without_thoughts
from rag.errors import ServiceError
from rag.models.language_model import LanguageModel, Message

_MAX_TOKENS = 120
_MOST_CHARS = 300
_LABEL = re.compile(
    r"^(?:the )?(?:standalone |rewritten |follow-up |translated |english )*question"
    r"(?:, understandable alone|, in english)?\s*:\s*",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_MARKUP = re.compile(r"[<>`{}|\\]|\*\*|\]\(|[\x00-\x1f]")


def question_reply(model: Callable[[], LanguageModel], messages: Sequence[Message], timeout: float) -> str:
    """Return the question that `model` replies with, inside `timeout` seconds.

    It is empty if the model fails, or if its reply is no single short line of plain text: links,
    markup, citation markers and control characters are never part of a question.
    """
    try:
        reply = "".join(model().stream(messages, _MAX_TOKENS, timeout=timeout))
    except ServiceError:
        return ""
    question = _without_label(reply)
    if len(question) > _MOST_CHARS or _MARKUP.search(question):
        return ""
    return question if without_foreign(question) == question and not markers(question) else ""


def _without_label(reply: str) -> str:
    """Return the only line of a reply without thoughts, label and quotation marks around it."""
    lines = [line for line in without_thoughts(reply).splitlines() if line.strip()]
    if len(lines) != 1:
        return ""
    return _LABEL.sub("", lines[0].strip()).strip().strip("\"“”'").strip()
