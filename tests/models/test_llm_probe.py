"""The probe that says whether a language model answers."""

from __future__ import annotations

import socket
import time

import pytest
from llm_calls import KEY
from llm_server import Handler, LlmServer

from rag.models.llm_endpoint import OpenAIEndpoint


def probe(llm_server: LlmServer, model: str = "tiny") -> tuple[bool, str]:
    found, told = OpenAIEndpoint(llm_server.url, model, KEY).probe()
    assert "\n" not in told
    assert KEY not in told
    assert f"{llm_server.url}/v1" in told
    return found, told


def test_a_probe_says_whether_the_model_is_there(llm_server: LlmServer) -> None:
    assert probe(llm_server) == (True, f"tiny at {llm_server.url}/v1: answers")
    assert probe(llm_server, "other")[0]
    found, told = probe(llm_server, "missing")
    assert not found
    assert "no such model (it has tiny, other:latest)" in told
    assert llm_server.paths[0] == "/v1/models"
    assert llm_server.headers[0]["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("status", "body", "found", "told"),
    [
        (404, "{}", True, "does not list"),
        (401, f'{{"error": {{"message": "bad {KEY}"}}}}', False, "RAG_LLM_API_KEY"),
        (500, "oh", True, "does not list"),
        (200, '{"data": []}', True, "does not list"),
        (200, '{"data": null}', True, "does not list"),
        (200, '{"data": [{"x": 1}, "y", null]}', True, "does not list"),
        (200, '"hello"', False, "OpenAI form"),
        (200, "<html>log in</html>", False, "OpenAI form"),
    ],
)
def test_a_probe_bears_with_any_server(
    llm_server: LlmServer, status: int, body: str, found: bool, told: str
) -> None:
    def lists(handler: Handler) -> None:
        handler.begin("text/html" if "<" in body else "application/json", status)
        handler.wfile.write(body.encode())

    llm_server.listing = lists
    assert probe(llm_server)[0] is found
    assert told in probe(llm_server)[1]


def test_a_probe_of_a_server_that_is_not_there_or_silent_ends_soon(llm_server: LlmServer) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        found, told = OpenAIEndpoint(url, "tiny").probe()
        assert not found
        assert "--mode quoted" in told
    llm_server.listing = lambda handler: time.sleep(6)
    found, told = probe(llm_server)
    assert not found
    assert "no answer within 3 s" in told
