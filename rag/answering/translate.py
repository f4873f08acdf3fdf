"""Questions in other languages, put into English by a language model and checked by rules."""

from __future__ import annotations

import re
from collections.abc import Callable

from rag.answering.prompt import harmless
from rag.answering.prompt_file import prompt_messages
from rag.answering.question_language import is_foreign
from rag.answering.question_reply import NUMBER, question_reply
from rag.index.tokenizer import question_terms
from rag.models.language_model import LanguageModel

_PROMPT = "translate"
# A Latin run with a capital or a digit after its first letter, also where it touches another script:
# LoRA, DPO, GPT4. Two letters are left alone: "KI" is "AI".
_NAME = re.compile(r"[A-Za-z]+[A-Z0-9][A-Za-z0-9]*")
_SHORTEST_NAME = 3


class QuestionTranslator:
    """Translates questions. What the model makes of one must pass the rules."""

    def __init__(self, model: Callable[[], LanguageModel], timeout: float) -> None:
        """Prepare it; the model is called with the first foreign question, for at most `timeout` seconds."""
        self._model = model
        self._timeout = timeout

    def in_english(self, question: str) -> str:
        """Return `question` in English; as it is if it is English, or if no translation passes the rules."""
        if not is_foreign(question):
            return question
        messages = prompt_messages(_PROMPT, {"question": harmless(question)})
        translated = question_reply(self._model, messages, self._timeout)
        return translated if is_translation(translated, question) else question


def is_translation(translated: str, question: str) -> bool:
    """Whether `translated` is English and has the same numbers and method names as `question`.

    Whether it says the same cannot be told by rules: it is shown to the user as the question that was asked.
    """
    if not question_terms(translated) or is_foreign(translated):
        return False
    return _numbers(translated) == _numbers(question) and _names(translated) == _names(question)


def _numbers(question: str) -> list[str]:
    """Return the digits of each number: languages differ in points, commas and word order."""
    return sorted(re.sub(r"\D", "", number) for number in NUMBER.findall(question))


def _names(question: str) -> set[str]:
    return {name.casefold() for name in _NAME.findall(question) if len(name) >= _SHORTEST_NAME}
