"""Calls of an OpenAI-compatible endpoint, and when they fail."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from llm_calls import ASK, KEY, endpoint, failure
from llm_server import Handler, LlmServer, well

from rag.errors import ServiceError
from rag.models.llm_endpoint import OpenAIEndpoint
from rag.settings import load_settings


def test_a_whole_reply_with_its_usage(llm_server: LlmServer) -> None:
    reply = endpoint(llm_server).stream(ASK, 50)
    assert list(reply) == ["Kites ", "fly."]
    assert reply.cut == ""
    assert reply.usage == {"prompt_tokens": 12, "completion_tokens": 3}
    sent = llm_server.requests[0]
    assert sent["model"] == "tiny"
    assert sent["stream"] is True
    assert sent["max_tokens"] == 50
    assert sent["temperature"] == 0
    assert sent["messages"] == [ASK[0], {"role": "user", "content": "Hello\n\nthere"}]
    assert llm_server.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_nothing_is_sent_before_the_first_piece_is_taken(llm_server: LlmServer) -> None:
    endpoint(llm_server).stream(ASK, 50).close()
    assert llm_server.requests == []


def test_a_local_server_needs_no_key(llm_server: LlmServer) -> None:
    assert list(endpoint(llm_server, key="").stream(ASK, 50)) == ["Kites ", "fly."]


def test_the_settings_make_an_endpoint(llm_server: LlmServer) -> None:
    settings = load_settings(llm_base_url=llm_server.url, llm_model="tiny", llm_api_key=KEY, llm_timeout=5)
    assert list(OpenAIEndpoint.of(settings).stream(ASK, 50)) == ["Kites ", "fly."]


def test_a_server_that_is_not_there_is_told_in_one_line() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(ServiceError, match="cannot be reached; start it") as error:
        list(OpenAIEndpoint(url, "tiny", KEY).stream(ASK, 50))
    assert url in str(error.value)


@pytest.mark.parametrize(
    ("status", "message", "told"),
    [
        (401, f"Incorrect API key provided: {KEY}", "RAG_LLM_API_KEY"),
        (403, "no", "RAG_LLM_API_KEY"),
        (404, "model 'tiny' not found", "RAG_LLM_MODEL"),
        (429, "slow down", "429"),
        (
            400,
            "This model's maximum context length is 512 tokens; max_tokens is too large",
            "RAG_LLM_CONTEXT_WINDOW",
        ),
        (418, f"teapot with {KEY}\nand lines <b>x</b>", "418"),
        (500, "boom", "500"),
    ],
)
def test_a_refusal_says_what_to_do(llm_server: LlmServer, status: int, message: str, told: str) -> None:
    llm_server.behave = lambda handler, body: handler.refuse(message, status)
    assert told in failure(llm_server)
    assert len(llm_server.requests) == (2 if status in (429, 500) else 1)


def test_a_passing_failure_is_retried_once(llm_server: LlmServer) -> None:
    def recovers(handler: Handler, body: dict[str, Any]) -> None:
        if len(llm_server.requests) == 1:
            handler.refuse("loading model", 503)
        else:
            well(handler, body)

    llm_server.behave = recovers
    assert list(endpoint(llm_server).stream(ASK, 50)) == ["Kites ", "fly."]
