"""A language model as a judge, through any OpenAI-compatible endpoint; its replies are remembered."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.memory import Memory, RememberingEndpoint
from rag.answering.judge import json_of, read_verdict
from rag.errors import ServiceError
from rag.models.language_model import LanguageModel, Message
from rag.settings import Settings

_PROMPTS = Path(__file__).parent / "prompts"
_VERDICT_TOKENS = 400
_STATEMENT_TOKENS = 1200
_TIMEOUT = 120.0


@dataclass(frozen=True, slots=True)
class JudgeConfig:
    """Which model judges, and where it is."""

    url: str
    model: str
    key: str


def judge_config(settings: Settings, url: str = "", model: str = "") -> JudgeConfig:
    """Return the judge: what is given, else EVAL_JUDGE_URL, _MODEL and _KEY, else the answers' model.

    Raises:
        ServiceError: no model is named anywhere.
    """
    name = model or os.environ.get("EVAL_JUDGE_MODEL", "") or settings.llm_model
    if not name:
        raise ServiceError(
            "no judge is configured; give --judge-model and --judge-url,"
            " or EVAL_JUDGE_MODEL and EVAL_JUDGE_URL"
        )
    place = url or os.environ.get("EVAL_JUDGE_URL", "") or settings.llm_base_url
    key = os.environ.get("EVAL_JUDGE_KEY", "")
    if not key and place == settings.llm_base_url:
        # The answers' key goes to the answers' endpoint only.
        key = settings.llm_api_key.get_secret_value()
    return JudgeConfig(place, name, key)


class Judge:
    """Gives verdicts. A reply that cannot be read is None: a failure, which the caller counts."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @classmethod
    def of(cls, config: JudgeConfig, memory: Memory) -> Judge:
        """Return a judge at an endpoint; nothing is sent yet."""
        return cls(RememberingEndpoint(memory, config.url, config.model, config.key, _TIMEOUT))

    def supports(self, evidence: str, claim: str) -> bool | None:
        """Return whether `evidence` supports `claim`, in the judge's view."""
        return read_verdict(self._reply(_prompt("claim", evidence=evidence, claim=claim), _VERDICT_TOKENS))

    def statements(self, question: str, answer: str) -> list[str] | None:
        """Return the single statements that `answer` makes."""
        prompt = _prompt("statements", question=question, answer=answer)
        return read_statements(self._reply(prompt, _STATEMENT_TOKENS))

    def _reply(self, prompt: str, max_tokens: int) -> str:
        messages: Sequence[Message] = [{"role": "user", "content": prompt}]
        return "".join(self._model.stream(messages, max_tokens))


def read_statements(reply: str) -> list[str] | None:
    """Return the statements of a reply, or None if it is no array of strings with something in it."""
    value = json_of(reply)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return None
    return [item.strip() for item in value if item.strip()] or None


def _prompt(name: str, **slots: str) -> str:
    return (_PROMPTS / f"{name}.md").read_text(encoding="utf-8").format(**slots)
