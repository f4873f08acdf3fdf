"""Counts what the calls of one answer cost: tokens, and money where prices are known."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rag.models.language_model import LanguageModel, Message, Reply
from rag.models.tokens import count_tokens

_PER = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, read and written, in whatever currency the user has."""

    read: float
    written: float


@dataclass(slots=True)
class Meter:
    """The tokens of the calls so far, and their cost (None as long as no price is known for one).

    `usage` holds `prompt_tokens` and `completion_tokens`, and of other jobs the same with the job's
    name before it. Tokens are the endpoint's own count, else counted here.
    """

    usage: dict[str, int] = field(default_factory=dict)
    cost: float | None = None
    _unpriced: bool = False

    def add(self, read: int, written: int, prices: Prices | None, job: str = "") -> None:
        """Add a call."""
        for name, count in (("prompt_tokens", read), ("completion_tokens", written)):
            key = f"{job}_{name}" if job else name
            self.usage[key] = self.usage.get(key, 0) + count
        if prices is None:
            self._unpriced, self.cost = True, None
        elif not self._unpriced:
            spent = (read * prices.read + written * prices.written) / _PER
            self.cost = (self.cost or 0.0) + spent


class MeteredModel:
    """A language model whose calls go on a meter."""

    def __init__(
        self, model: LanguageModel, meter: Meter, prices: Prices | None = None, job: str = ""
    ) -> None:
        self.model = model.model
        self._inner = model
        self._meter = meter
        self._prices = prices
        self._job = job

    def stream(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        *,
        schema: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> Reply:
        """Return the reply; see `LanguageModel`."""
        inner = self._inner.stream(messages, max_tokens, schema=schema, timeout=timeout)
        return Reply(lambda reply: self._counted(reply, inner, messages))

    def _counted(self, reply: Reply, inner: Reply, messages: Sequence[Message]) -> Generator[str, None, None]:
        said: list[str] = []
        try:
            for piece in inner:
                said.append(piece)
                yield piece
        finally:
            inner.close()
            # Who reads the reply may have cut it.
            reply.cut = reply.cut or inner.cut
            reply.usage = inner.usage
            if said or inner.usage:
                read = sum(count_tokens(message["content"], self.model) for message in messages)
                self._meter.add(
                    inner.usage.get("prompt_tokens", read),
                    inner.usage.get("completion_tokens", count_tokens("".join(said), self.model)),
                    self._prices,
                    self._job,
                )
