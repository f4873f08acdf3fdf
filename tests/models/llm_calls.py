"""Calls of the scripted endpoint."""

from __future__ import annotations

import pytest
from llm_server import LlmServer

from rag.errors import ServiceError
from rag.models.language_model import Message
from rag.models.llm_endpoint import OpenAIEndpoint

KEY = "sk-very-secret-key"
ASK: list[Message] = [
    {"role": "system", "content": "Obey."},
    {"role": "user", "content": "Hello"},
    {"role": "user", "content": "there"},
]


def endpoint(llm_server: LlmServer, timeout: float = 10.0, key: str = KEY) -> OpenAIEndpoint:
    return OpenAIEndpoint(llm_server.url, "tiny", key, timeout)


def failure(llm_server: LlmServer, timeout: float = 10.0) -> str:
    """The message of a call that fails: one line, naming the address and not the key."""
    with pytest.raises(ServiceError) as error:
        list(endpoint(llm_server, timeout).stream(ASK, 50))
    message = str(error.value)
    assert "\n" not in message
    assert f"{llm_server.url}/v1" in message
    assert KEY not in message
    return message
