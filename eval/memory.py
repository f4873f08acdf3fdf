"""Models that remember, on disk and by content, so that only what changed is asked again.

A cross-encoder reads thirty pairs a question and takes most of a run's time, and a language model
costs money. What they once said to the same texts is not asked for again, in another run or command
either. The time it took is kept and counted, so that latencies are those of a first time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from pydantic import PrivateAttr

from eval.cache import Cache, content_key
from eval.environment import code_fingerprint
from rag.models.language_model import Message, Reply
from rag.models.llm_endpoint import OpenAIEndpoint
from rag.models.loading import Models
from rag.models.onnx_file import RERANKER_MODEL
from rag.models.reranker import OnnxCrossEncoder
from rag.settings import Settings

# The code that stands between a text and what the model is given.
_PAIR_CODE = ("rag/models/reranker.py", "rag/models/onnx_file.py", "rag/sentences.py")
_AT_LIMIT = "at its limit"
_FOLDER = "evals"


class Memory:
    """What models said, by content. `saved_ms` is the time that what was remembered once took."""

    def __init__(self, folder: Path, name: str) -> None:
        self._cache = Cache(folder / f"{name}.jsonl")
        self.saved_ms = 0.0

    def get(self, key: str) -> Any | None:
        """Return what is remembered, or None."""
        stored = self._cache.get(key)
        if stored is None:
            return None
        self.saved_ms += stored["ms"]
        return stored["value"]

    def put(self, key: str, value: Any, ms: float) -> None:
        """Remember `value`, which took `ms` milliseconds."""
        self._cache.put(key, {"value": value, "ms": round(ms, 2)})


class RememberingCrossEncoder(OnnxCrossEncoder):
    """The cross-encoder; a pair that it has read before is not read again."""

    _memory: Memory = PrivateAttr()

    def __init__(self, threads: int, memory: Memory) -> None:
        super().__init__(threads)
        self._memory = memory

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        """Return the logit of each passage, in order."""
        keys = [content_key(_pair_version(), question, passage) for passage in passages]
        found: dict[str, Any] = {key: self._memory.get(key) for key in keys}
        unread = {key: text for key, text in zip(keys, passages, strict=True) if found[key] is None}
        started = time.perf_counter()
        logits = super().score(question, list(unread.values()))
        ms = 1000 * (time.perf_counter() - started) / max(1, len(unread))
        for key, logit in zip(unread, logits, strict=True):
            found[key] = logit
            self._memory.put(key, logit, ms)
        return [found[key] for key in keys]


class RememberingEndpoint(OpenAIEndpoint):
    """A language model at an endpoint; a whole reply to the same messages is not asked for again.

    A reply is read to its end before it is handed on: half a reply is not worth remembering.
    """

    def __init__(self, memory: Memory, base_url: str, model: str, api_key: str, timeout: float) -> None:
        super().__init__(base_url, model, api_key, timeout)
        self._memory = memory
        self._where = base_url

    def stream(self, messages: Sequence[Message], max_tokens: int, **options: Any) -> Reply:
        """Return the reply; see `LanguageModel`."""
        asked = {name: value for name, value in options.items() if name != "timeout"}
        key = content_key("reply", self._where, self.model, list(messages), max_tokens, asked)
        ask = partial(super().stream, messages, max_tokens, **options)
        return Reply(lambda reply: self._remembered(reply, key, ask))

    def _remembered(self, reply: Reply, key: str, ask: Callable[[], Reply]) -> Generator[str, None, None]:
        stored = self._memory.get(key)
        if stored is None:
            started = time.perf_counter()
            fresh = ask()
            stored = {"text": "".join(fresh), "cut": fresh.cut, "usage": fresh.usage}
            if not fresh.cut or _AT_LIMIT in fresh.cut:
                # What broke off may be whole the next time.
                self._memory.put(key, stored, 1000 * (time.perf_counter() - started))
        reply.cut = stored["cut"]
        reply.usage.update(stored["usage"])
        yield stored["text"]


def replies_memory(settings: Settings) -> Memory:
    """Return the memory of language models, which all commands share."""
    return Memory(settings.cache / _FOLDER, "replies")


class MeasuredModels(Models):
    """Models that remember, in the folder of the settings' cache."""

    @cached_property
    def pairs(self) -> Memory:
        """The cross-encoder's memory."""
        return Memory(self.settings.cache / _FOLDER, f"pairs-{_pair_version()[:12]}")

    @cached_property
    def replies(self) -> Memory:
        """The language model's memory."""
        return replies_memory(self.settings)

    @property
    def saved_ms(self) -> float:
        """The time that what was remembered once took."""
        return self.pairs.saved_ms + self.replies.saved_ms

    @cached_property
    def _reranker(self) -> OnnxCrossEncoder:
        return RememberingCrossEncoder(self.threads, self.pairs)

    @cached_property
    def _language_model(self) -> OpenAIEndpoint:
        own = self.settings
        key = own.llm_api_key.get_secret_value()
        return RememberingEndpoint(self.replies, own.llm_base_url, own.llm_model, key, own.llm_timeout)


@cache
def _pair_version() -> str:
    return f"{code_fingerprint(_PAIR_CODE)}-{RERANKER_MODEL.sha256[:16]}"
