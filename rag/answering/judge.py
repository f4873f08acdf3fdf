"""A language model that may object to a sentence which the support check has let through."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from rag.answering.prompt import framed, harmless
from rag.answering.prompt_file import prompt_messages
from rag.answering.stream import without_thoughts
from rag.errors import ServiceError
from rag.models.language_model import LanguageModel
from rag.paper import Paper

_PROMPT = "judge"
# Models that think first need room for that.
_MAX_TOKENS = 400
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)
_VERDICTS = {"supported": True, "unsupported": False, "not supported": False, "yes": True, "no": False}


class SupportJudge:
    """Asks a language model for its verdict. It is never the only check: it can only object."""

    def __init__(self, model: Callable[[], LanguageModel]) -> None:
        """Prepare it; the model is called for the first verdict."""
        self._model = model

    def supports(self, sentence: str, papers: Sequence[Paper]) -> bool | None:
        """Return whether `papers` support `sentence`, in its view; None if there is no clear view."""
        texts = "\n\n".join(framed(n, paper) for n, paper in enumerate(papers, start=1))
        messages = prompt_messages(_PROMPT, {"texts": texts, "claim": harmless(sentence)})
        try:
            return read_verdict("".join(self._model().stream(messages, _MAX_TOKENS)))
        except ServiceError:
            return None


def read_verdict(reply: str) -> bool | None:
    """Return the verdict of a reply, or None: it must be one bare word, or JSON with a "verdict"."""
    value = json_of(reply)
    if isinstance(value, dict):
        value = value.get("verdict")
    if value is None:
        value = without_thoughts(reply)
    return _VERDICTS.get(value.strip().strip(".\"'*").lower()) if isinstance(value, str) else None


def json_of(reply: str) -> Any | None:
    """Return the JSON value that a reply is, or holds between code fences; None if there is none."""
    text = without_thoughts(reply).strip()
    fenced = _FENCE.search(text)
    try:
        return json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None
