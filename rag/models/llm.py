"""Language models: the one method the answers need, and any OpenAI-compatible endpoint behind it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, Protocol

import httpx
import openai

from rag.errors import ServiceError
from rag.models.llm_messages import Message, folded, merged
from rag.models.llm_stream import UnusableStreamError, Watchdog, read_stream
from rag.models.llm_url import endpoint_of
from rag.settings import Settings

__all__ = ["LanguageModel", "Message", "OpenAIEndpoint", "Reply"]

# Local servers want none, but the client refuses to start without one.
_PLACEHOLDER_KEY = "no-key-needed"
_TRANSIENT = frozenset([408, 409, 425, 429, 500, 502, 503, 504, 529])
_PAUSE = 0.5
_REFUSALS = {
    "max_tokens": re.compile(r"max_tokens", re.IGNORECASE),
    "max_completion_tokens": re.compile(r"max_completion_tokens", re.IGNORECASE),
    "temperature": re.compile(r"temperature", re.IGNORECASE),
    "stream_options": re.compile(r"stream_options|include_usage", re.IGNORECASE),
    "system": re.compile(
        r"system (?:role|message|prompt)|roles? must|role.{0,60}(?:system|alternat)", re.IGNORECASE
    ),
}
# Such a refusal names max_tokens too, but it is not the parameter that is refused.
_TOO_LONG = re.compile(r"context|too (?:long|large|many tokens)|maximum.{0,20}tokens", re.IGNORECASE)
_FAILURES = (openai.OpenAIError, httpx.HTTPError, httpx.StreamError, UnusableStreamError, OSError, ValueError)


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

    def stream(self, messages: Sequence[Message], max_tokens: int) -> Reply:
        """Return the reply; its pieces are fetched as they are taken.

        Taking a piece raises ServiceError when nothing at all could be had. What breaks off after
        the first piece is kept, and `cut` says why.
        """
        ...


class OpenAIEndpoint:
    """Any server that speaks the OpenAI chat protocol: OpenAI, vLLM, Ollama, llama.cpp and others.

    A parameter or a system role that the server refuses is left out from then on.
    """

    def __init__(self, base_url: str, model: str, api_key: str = "", timeout: float = 60.0) -> None:
        """Prepare the calls; nothing is sent yet.

        Args:
            base_url: the address in whatever shape users have it; empty means OpenAI's own.
            model: the name the server knows the model by.
            api_key: the key; empty for servers that need none.
            timeout: seconds a whole reply may take, retries included.

        Raises:
            ServiceError: the address or the proxy settings of this machine cannot be used.
        """
        self.model = model
        self._timeout = timeout
        self._key = api_key
        self._refused: set[str] = set()
        endpoint = endpoint_of(base_url)
        self._shown = endpoint.shown
        try:
            self._client = openai.OpenAI(
                base_url=endpoint.url,
                api_key=api_key or _PLACEHOLDER_KEY,
                default_query=endpoint.query,
                timeout=timeout,
                # Retries are made here, because the client's own know no total deadline.
                max_retries=0,
                # Proxies named in the environment would catch a server on this machine too.
                http_client=openai.DefaultHttpxClient(trust_env=not endpoint.is_local),
            )
        except (ImportError, ValueError, openai.OpenAIError) as error:
            raise ServiceError(
                f"the language model at {self._shown} cannot be called ({self._quote(str(error))});"
                " check RAG_LLM_BASE_URL and the proxy variables HTTPS_PROXY, ALL_PROXY and NO_PROXY"
            ) from error

    @classmethod
    def of(cls, settings: Settings) -> OpenAIEndpoint:
        """Return the endpoint the settings describe.

        Raises:
            ServiceError: as the constructor does.
        """
        key = settings.llm_api_key.get_secret_value()
        return cls(settings.llm_base_url, settings.llm_model, key, settings.llm_timeout)

    def stream(self, messages: Sequence[Message], max_tokens: int) -> Reply:
        """Return the reply; see `LanguageModel`."""
        return Reply(lambda reply: self._pieces(reply, messages, max_tokens))

    def _pieces(
        self, reply: Reply, messages: Sequence[Message], max_tokens: int
    ) -> Generator[str, None, None]:
        deadline = time.monotonic() + self._timeout
        got_text = False
        finished = ""
        try:
            chunks = self._open(messages, max_tokens, deadline)
            with chunks, Watchdog(chunks.response, deadline):
                for text, finish_reason in read_stream(chunks, chunks.response, reply.usage):
                    if time.monotonic() >= deadline:
                        raise TimeoutError
                    if text and not finished:
                        got_text = True
                        yield text
                    # Reading goes on: the token counts come last.
                    finished = finished or finish_reason
            if not finished:
                raise UnusableStreamError("the connection ended in the middle of the answer")
        except _FAILURES as error:
            if not finished:
                failure = self._failure(error, is_late=time.monotonic() >= deadline)
                if not got_text:
                    raise failure from error
                reply.cut = str(failure)
        if finished == "length":
            reply.cut = f"the language model stopped at its limit of {max_tokens} tokens (RAG_LLM_MAX_TOKENS)"
        elif finished == "content_filter":
            reply.cut = f"the language model at {self._shown} broke off: its content filter stopped it"

    def _open(self, messages: Sequence[Message], max_tokens: int, deadline: float) -> openai.Stream[Any]:
        """Return the opened stream, after a retry where one helps and without what was refused."""
        retried = False
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            try:
                return self._call(messages, max_tokens, left)
            except openai.APIStatusError as error:
                if self._learn(error):
                    continue
                if retried or error.status_code not in _TRANSIENT:
                    raise
            except openai.APITimeoutError:
                raise
            except openai.APIConnectionError:
                if retried:
                    raise
            retried = True
            time.sleep(min(_PAUSE, max(0.0, deadline - time.monotonic())))

    def _call(self, messages: Sequence[Message], max_tokens: int, left: float) -> openai.Stream[Any]:
        options: dict[str, Any] = {
            "temperature": 0,
            "max_tokens": max_tokens,
            "stream_options": {"include_usage": True},
        }
        if "max_tokens" in self._refused:
            # Reasoning models take this name instead.
            options["max_completion_tokens"] = max_tokens
        options = {name: value for name, value in options.items() if name not in self._refused}
        turns: Any = folded(messages) if "system" in self._refused else merged(messages)
        opened: openai.Stream[Any] = self._client.chat.completions.create(
            model=self.model, messages=turns, stream=True, timeout=left, **options
        )
        return opened

    def _learn(self, error: openai.APIStatusError) -> bool:
        """Remember what the server refused; return whether a call without it is worth trying."""
        # llama.cpp answers 500 when the model's template refuses the roles.
        if error.status_code not in (400, 422, 500) or _TOO_LONG.search(error.message):
            return False
        said = f"{getattr(error, 'param', '') or ''} {error.message}"
        for name, pattern in _REFUSALS.items():
            is_sent = name != "max_completion_tokens" or "max_tokens" in self._refused
            if is_sent and name not in self._refused and pattern.search(said):
                self._refused.add(name)
                return True
        return False

    def _failure(self, error: Exception, *, is_late: bool) -> ServiceError:
        where = f"the language model at {self._shown}"
        if is_late or isinstance(error, openai.APITimeoutError | httpx.TimeoutException | TimeoutError):
            return ServiceError(
                f"{where} took longer than {self._timeout:g} s; raise RAG_LLM_TIMEOUT or use a faster model"
            )
        if isinstance(error, openai.APIConnectionError):
            return ServiceError(f"{where} cannot be reached; start it, or correct RAG_LLM_BASE_URL")
        if isinstance(error, openai.APIStatusError):
            return ServiceError(f"{where} refused: {self._refusal(error)}")
        if isinstance(error, UnusableStreamError):
            return ServiceError(f"{where} failed: {self._quote(str(error))}; check RAG_LLM_BASE_URL")
        if isinstance(error, openai.APIError):
            return ServiceError(f"{where} broke off: {self._quote(error.message)}; ask again or see its log")
        if isinstance(error, ValueError) and not isinstance(error, OSError):
            return ServiceError(f"{where} did not answer in the OpenAI form; check RAG_LLM_BASE_URL")
        return ServiceError(f"{where} dropped the connection; ask again or see its log")

    def _refusal(self, error: openai.APIStatusError) -> str:
        match error.status_code:
            case 401 | 403:
                # The server's own words may repeat the key.
                return f"it does not accept the key (HTTP {error.status_code}); set RAG_LLM_API_KEY"
            case 404:
                return (
                    f"it does not know this address or the model {self.model!r} (HTTP 404);"
                    " check RAG_LLM_BASE_URL and RAG_LLM_MODEL"
                )
            case 429:
                return "too many requests or no credit left (HTTP 429); wait, or check your account"
        said = self._quote(error.message)
        is_too_long = _TOO_LONG.search(error.message)
        advice = "set RAG_LLM_CONTEXT_WINDOW to its real window" if is_too_long else "see its log"
        return f"HTTP {error.status_code}, {said}; {advice}"

    def _quote(self, said: str) -> str:
        """Return a server's words on one line, short, and without the key."""
        if self._key:
            said = said.replace(self._key, "***")
        said = " ".join(re.sub(r"<[^<>]*>", " ", said).split())
        said = re.sub(r"\bsk-[\w*-]+", "***", re.sub(r"//[^/@\s]+@", "//", said))
        return said if len(said) <= 160 else said[:160] + "..."
