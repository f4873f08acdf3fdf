"""Addresses of endpoints, and proxies on the way to them."""

from __future__ import annotations

import pytest
from llm_calls import ASK, KEY, endpoint
from llm_server import LlmServer

from rag.errors import ServiceError
from rag.models.llm_endpoint import OpenAIEndpoint
from rag.models.llm_url import endpoint_of


@pytest.mark.parametrize(
    "shape", ["", "/", "/v1", "/v1/", "//v1//", "/v1/chat/completions", "/v1/chat/completions/", "/v1/models"]
)
def test_the_address_may_have_any_shape(llm_server: LlmServer, shape: str) -> None:
    assert list(OpenAIEndpoint(llm_server.url + shape, "tiny").stream(ASK, 50))
    assert llm_server.paths == ["/v1/chat/completions"]


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("", "https://api.openai.com/v1"),
        ("localhost:11434", "http://localhost:11434/v1"),
        ("127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("[::1]:8080", "http://[::1]:8080/v1"),
        ("llm.example/api", "https://llm.example/api/v1"),
        (" 'https://llm.example/v1' ", "https://llm.example/v1"),
        ("https://llm.example/v1beta/openai/", "https://llm.example/v1beta/openai"),
        (
            "https://llm.example/openai/deployments/x?api-version=1",
            "https://llm.example/openai/deployments/x",
        ),
    ],
)
def test_addresses_are_mended(given: str, url: str) -> None:
    assert endpoint_of(given).url == url


def test_secrets_of_an_address_are_not_shown() -> None:
    found = endpoint_of("https://me:pass@llm.example/v1?key=hidden")
    assert found.shown == "https://llm.example/v1"
    assert found.query == {"key": "hidden"}
    assert not found.is_local


@pytest.mark.parametrize("given", ["ftp://llm.example", "http://", "http://[::1", "http://llm.example:port/"])
def test_other_addresses_are_refused(given: str) -> None:
    with pytest.raises(ServiceError, match="RAG_LLM_BASE_URL"):
        endpoint_of(given)


def test_a_proxy_of_the_environment_does_not_catch_a_local_server(
    llm_server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "ALL_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert list(endpoint(llm_server).stream(ASK, 50)) == ["Kites ", "fly."]


def test_a_proxy_that_cannot_be_used_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "gopher://127.0.0.1:9")
    with pytest.raises(ServiceError, match="NO_PROXY"):
        OpenAIEndpoint("https://llm.example/v1", "tiny", KEY)
