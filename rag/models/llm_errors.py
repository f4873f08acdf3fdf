"""What goes wrong with an endpoint, told to the user in one line."""

from __future__ import annotations

import re
from dataclasses import dataclass

import httpx
import openai

from rag.errors import ServiceError
from rag.models.llm_stream import UnusableStreamError

FAILURES = (openai.OpenAIError, httpx.HTTPError, httpx.StreamError, UnusableStreamError, OSError, ValueError)

_TOO_LONG = re.compile(r"context|too (?:long|large|many tokens)|maximum.{0,20}tokens", re.IGNORECASE)
_MOST_SAID = 160


def is_too_long(error: openai.APIStatusError) -> bool:
    """Whether a server refused because the messages do not fit into its window."""
    return bool(_TOO_LONG.search(error.message))


@dataclass(frozen=True, slots=True)
class EndpointErrors:
    """Makes errors for the user: `shown` is the address to name, `key` what must not be shown."""

    shown: str
    key: str
    model: str

    def told(self, error: Exception, timeout: float, *, is_late: bool) -> ServiceError:
        """Return what `error` means; `is_late` says that the `timeout` seconds are over."""
        where = f"the language model at {self.shown}"
        if is_late or isinstance(error, openai.APITimeoutError | httpx.TimeoutException | TimeoutError):
            return ServiceError(
                f"{where} took longer than {timeout:g} s; raise RAG_LLM_TIMEOUT or use a faster model"
            )
        if isinstance(error, openai.APIConnectionError):
            return ServiceError(
                f"{where} cannot be reached; start it, correct RAG_LLM_BASE_URL,"
                " or have quoted answers (--mode quoted, RAG_MODE=quoted)"
            )
        if isinstance(error, openai.APIStatusError):
            return ServiceError(f"{where} refused: {self._refusal(error)}")
        if isinstance(error, UnusableStreamError):
            return ServiceError(f"{where} failed: {self.quoted(str(error))}; check RAG_LLM_BASE_URL")
        if isinstance(error, openai.APIError):
            return ServiceError(f"{where} broke off: {self.quoted(error.message)}; ask again or see its log")
        if isinstance(error, ValueError) and not isinstance(error, OSError):
            return ServiceError(f"{where} did not answer in the OpenAI form; check RAG_LLM_BASE_URL")
        return ServiceError(f"{where} dropped the connection; ask again or see its log")

    def quoted(self, said: str) -> str:
        """Return a server's words on one line, short, and without the key."""
        if self.key:
            said = said.replace(self.key, "***")
        said = " ".join(re.sub(r"<[^<>]*>", " ", said).split())
        said = re.sub(r"\bsk-[\w*-]+", "***", re.sub(r"//[^/@\s]+@", "//", said))
        return said if len(said) <= _MOST_SAID else said[:_MOST_SAID] + "..."

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
        said = self.quoted(error.message)
        advice = "set RAG_LLM_CONTEXT_WINDOW to its real window" if is_too_long(error) else "see its log"
        return f"HTTP {error.status_code}, {said}; {advice}"
