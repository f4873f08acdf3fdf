"""What answers need of a language model, whatever is behind it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypedDict

from rag.errors import ServiceError


class Message(TypedDict):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class SchemaRefusedError(ServiceError):
    """The model does not write by a JSON schema; the same may be asked as text."""


class Reply(Iterator[str]):
    """A reply as it arrives. `close` ends the call behind it.

    Once it is used up, `cut` says why its end is missing (empty when it is whole) and `usage`
    holds `prompt_tokens` and `completion_tokens` if the model counted them.
    """

    def __init__(self, start: Callable[[Reply], Generator[str, None, None]]) -> None:
        self.cut = ""
        self.usage: dict[str, int] = {}
        self._pieces = start(self)

    def __next__(self) -> str:
        return next(self._pieces)

    def close(self) -> None:
        """End the call; nothing more arrives."""
        self._pieces.close()


class LanguageModel(Protocol):
    """Writes a reply to messages. `model` is the name its tokens are counted by."""

    model: str

    def stream(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        *,
        schema: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> Reply:
        """Return the reply; its pieces are fetched as they are taken.

        With a JSON `schema`, the model is made to write a value of it. `timeout` are the seconds
        the reply may take, where that is less than usual.

        Taking a piece raises ServiceError when nothing at all could be had, and SchemaRefusedError
        when the endpoint knows no schemas. What breaks off after the first piece is kept, and `cut`
        says why.
        """
        ...
