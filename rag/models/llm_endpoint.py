"""Any OpenAI-compatible endpoint as a language model."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from typing import Any

import openai

from rag.errors import ServiceError
from rag.models.language_model import Message, Reply, SchemaRefusedError
from rag.models.llm_errors import FAILURES, EndpointErrors
from rag.models.llm_messages import folded, merged
from rag.models.llm_refusals import refused_part
from rag.models.llm_stream import UnusableStreamError, Watchdog, read_stream
from rag.models.llm_url import endpoint_of
from rag.settings import Settings

# Local servers want none, but the client refuses to start without one.
_PLACEHOLDER_KEY = "no-key-needed"
_TRANSIENT = frozenset([408, 409, 425, 429, 500, 502, 503, 504, 529])
_PAUSE = 0.5
_PROBE_SECONDS = 3.0
_MODELS_NAMED = 5


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
        self._refused: set[str] = set()
        endpoint = endpoint_of(base_url)
        self._errors = EndpointErrors(endpoint.shown, api_key, model)
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
            said = self._errors.quoted(str(error))
            raise ServiceError(
                f"the language model at {endpoint.shown} cannot be called ({said});"
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

    @classmethod
    def judge_of(cls, settings: Settings) -> OpenAIEndpoint:
        """Return the endpoint of the model that judges: one of its own, or that of the answers.

        Raises:
            ServiceError: as the constructor does.
        """
        # A key goes to the endpoint it was given for, and to no other.
        url, key = settings.judge_base_url, settings.judge_api_key
        if not url:
            url, key = settings.llm_base_url, settings.llm_api_key
        return cls(url, settings.judge_model, key.get_secret_value(), settings.llm_timeout)

    def probe(self) -> tuple[bool, str]:
        """Return whether the model can be asked, and in one line what was found; within seconds."""
        shown = f"{self.model} at {self._errors.shown}"
        try:
            listed = self._client.with_options(timeout=_PROBE_SECONDS).models.list()
            names = [name for entry in listed.data or [] if isinstance(name := getattr(entry, "id", 0), str)]
        except openai.APIStatusError as error:
            if error.status_code in (401, 403):
                return False, str(self._errors.told(error, _PROBE_SECONDS, is_late=False))
            return True, f"{shown}: answers, but does not list its models"
        except (openai.APITimeoutError, TimeoutError):
            return False, (
                f"{shown}: no answer within {_PROBE_SECONDS:g} s; quoted answers work (--mode quoted)"
            )
        except FAILURES as error:
            return False, str(self._errors.told(error, _PROBE_SECONDS, is_late=False))
        except (AttributeError, TypeError):
            return False, f"{shown}: does not answer in the OpenAI form; check RAG_LLM_BASE_URL"
        if not names:
            return True, f"{shown}: answers, but does not list its models"
        if self.model in names or f"{self.model}:latest" in names:
            return True, f"{shown}: answers"
        some = self._errors.quoted(", ".join(names[:_MODELS_NAMED]))
        return False, f"{shown}: answers, but lists no such model (it has {some}); check RAG_LLM_MODEL"

    def stream(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        *,
        schema: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> Reply:
        """Return the reply; see `LanguageModel`."""
        seconds = self._timeout if timeout is None else min(timeout, self._timeout)
        return Reply(lambda reply: self._pieces(reply, messages, max_tokens, schema, seconds))

    def _pieces(
        self,
        reply: Reply,
        messages: Sequence[Message],
        max_tokens: int,
        schema: Mapping[str, Any] | None,
        seconds: float,
    ) -> Generator[str, None, None]:
        deadline = time.monotonic() + seconds
        got_text = False
        finished = ""
        try:
            chunks = self._open(messages, max_tokens, schema, deadline)
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
        except FAILURES as error:
            if not finished:
                failure = self._errors.told(error, seconds, is_late=time.monotonic() >= deadline)
                if not got_text:
                    raise failure from error
                reply.cut = str(failure)
        if finished == "length":
            reply.cut = f"the language model stopped at its limit of {max_tokens} tokens (RAG_LLM_MAX_TOKENS)"
        elif finished == "content_filter":
            reply.cut = f"the language model at {self._errors.shown} broke off: its content filter stopped it"

    def _open(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        schema: Mapping[str, Any] | None,
        deadline: float,
    ) -> openai.Stream[Any]:
        """Return the opened stream, after a retry where one helps and without what was refused."""
        retried = False
        while True:
            if schema is not None and "response_format" in self._refused:
                raise SchemaRefusedError(f"the language model at {self._errors.shown} takes no JSON schema")
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            options = self._options(max_tokens, schema)
            try:
                return self._call(messages, options, left)
            except openai.APIStatusError as error:
                system = set() if "system" in self._refused else {"system"}
                refused = refused_part(error, {*options, *system})
                if refused:
                    self._refused.add(refused)
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

    def _options(self, max_tokens: int, schema: Mapping[str, Any] | None) -> dict[str, Any]:
        options: dict[str, Any] = {
            "temperature": 0,
            "max_tokens": max_tokens,
            "stream_options": {"include_usage": True},
        }
        if "max_tokens" in self._refused:
            # Reasoning models take this name instead.
            options["max_completion_tokens"] = max_tokens
        if schema is not None:
            # llama.cpp makes a grammar of it, others restrict their sampling likewise.
            form = {"name": "answer", "strict": True, "schema": schema}
            options["response_format"] = {"type": "json_schema", "json_schema": form}
        return {name: value for name, value in options.items() if name not in self._refused}

    def _call(
        self, messages: Sequence[Message], options: Mapping[str, Any], left: float
    ) -> openai.Stream[Any]:
        turns: Any = folded(messages) if "system" in self._refused else merged(messages)
        opened: openai.Stream[Any] = self._client.chat.completions.create(
            model=self.model, messages=turns, stream=True, timeout=left, **options
        )
        return opened
