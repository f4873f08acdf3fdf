"""Reads a chat stream that may hold anything, and ends it in time."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, NamedTuple, Self

import httpx


class UnusableStreamError(Exception):
    """The endpoint sent something that is not an answer in the OpenAI form."""


class Piece(NamedTuple):
    """What one chunk brought: text, and why the model stopped if it did."""

    text: str
    finish_reason: str


class Watchdog:
    """Breaks a response off at a deadline, also while a read is waiting for it.

    A read timeout alone would start anew with every byte a slow server sends.
    """

    def __init__(self, response: httpx.Response, deadline: float) -> None:
        self._response = response
        self._timer = threading.Timer(max(0.0, deadline - time.monotonic()), self._break_off)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def _break_off(self) -> None:
        stream = self._response.extensions.get("network_stream")
        connection = stream.get_extra_info("socket") if stream is not None else None
        if isinstance(connection, socket.socket):
            # Closing would not wake a thread that reads; shutting down does.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def read_stream(chunks: Iterator[Any], response: httpx.Response, usage: dict[str, int]) -> Iterator[Piece]:
    """Yield what the chunks of a stream bring, and put the counted tokens into `usage`.

    A server that does not stream and sends its whole answer as JSON is understood too.

    Raises:
        UnusableStreamError: the answer is not in the OpenAI form, as a login page.
    """
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "text/html":
        raise UnusableStreamError("it did not answer in the OpenAI form but with a web page")
    if kind == "application/json":
        response.read()
        yield from _whole(response, usage)
        return
    seen = False
    for chunk in chunks:
        choices = _get(chunk, "choices")
        _count(_get(chunk, "usage"), usage)
        if not isinstance(choices, list):
            continue
        seen = True
        if choices:
            reason = _get(choices[0], "finish_reason")
            text = _get(_get(choices[0], "delta"), "content")
            yield Piece(text if isinstance(text, str) else "", reason if isinstance(reason, str) else "")
    if not seen:
        raise UnusableStreamError("it did not answer in the OpenAI form")


def _whole(response: httpx.Response, usage: dict[str, int]) -> Iterator[Piece]:
    try:
        value = response.json()
    except ValueError as error:
        raise UnusableStreamError("it did not answer in the OpenAI form but with broken JSON") from error
    _count(_get(value, "usage"), usage)
    problem = _get(value, "error")
    if problem:
        raise UnusableStreamError(str(_get(problem, "message") or problem))
    choices = _get(value, "choices")
    text = _get(_get(choices[0], "message"), "content") if isinstance(choices, list) and choices else None
    if not isinstance(text, str):
        raise UnusableStreamError("it did not answer in the OpenAI form")
    reason = _get(choices[0], "finish_reason")
    yield Piece(text, reason if isinstance(reason, str) else "stop")


def _count(counted: Any, usage: dict[str, int]) -> None:
    for name in ("prompt_tokens", "completion_tokens"):
        number = _get(counted, name)
        if isinstance(number, int):
            usage[name] = number


def _get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)
