"""Endpoints that speak the OpenAI protocol well and badly."""

from __future__ import annotations

import json
import socket
import threading
import time
from typing import Any

import pytest
from llm_server import Handler, LlmServer, well

from rag.errors import ServiceError
from rag.models.llm import Message, OpenAIEndpoint, SchemaRefusedError
from rag.models.llm_url import endpoint_of
from rag.settings import load_settings

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


def test_the_settings_make_an_endpoint(llm_server: LlmServer) -> None:
    settings = load_settings(llm_base_url=llm_server.url, llm_model="tiny", llm_api_key=KEY, llm_timeout=5)
    assert list(OpenAIEndpoint.of(settings).stream(ASK, 50)) == ["Kites ", "fly."]


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


@pytest.mark.parametrize("parameter", ["max_tokens", "temperature", "stream_options"])
def test_a_refused_parameter_is_left_out_and_remembered(llm_server: LlmServer, parameter: str) -> None:
    def picky(handler: Handler, body: dict[str, Any]) -> None:
        if parameter in body:
            handler.refuse(
                f"Unsupported parameter: '{parameter}' is not supported with this model.", param=parameter
            )
        else:
            well(handler, body)

    llm_server.behave = picky
    model = endpoint(llm_server)
    assert list(model.stream(ASK, 50)) == ["Kites ", "fly."]
    assert list(model.stream(ASK, 50)) == ["Kites ", "fly."]
    assert [parameter in body for body in llm_server.requests] == [True, False, False]
    if parameter == "max_tokens":
        assert llm_server.requests[-1]["max_completion_tokens"] == 50


def test_all_parameters_refused_one_by_one(llm_server: LlmServer) -> None:
    def strict(handler: Handler, body: dict[str, Any]) -> None:
        for name in ("temperature", "max_tokens", "max_completion_tokens", "stream_options"):
            if name in body:
                return handler.refuse(f"Unrecognized request argument: {name}", 422)
        return well(handler, body)

    llm_server.behave = strict
    assert list(endpoint(llm_server).stream(ASK, 50)) == ["Kites ", "fly."]


@pytest.mark.parametrize("status", [400, 500])
def test_a_template_without_system_role_gets_it_from_the_user(llm_server: LlmServer, status: int) -> None:
    def no_system(handler: Handler, body: dict[str, Any]) -> None:
        if any(m["role"] == "system" for m in body["messages"]):
            handler.refuse("Conversation roles must alternate user/assistant/user/assistant/...", status)
        else:
            well(handler, body)

    llm_server.behave = no_system
    model = endpoint(llm_server)
    assert list(model.stream(ASK, 50)) == ["Kites ", "fly."]
    assert llm_server.requests[-1]["messages"] == [{"role": "user", "content": "Obey.\n\nHello\n\nthere"}]
    list(model.stream(ASK, 50))
    assert len(llm_server.requests) == 3


def test_odd_chunks_are_passed_over(llm_server: LlmServer) -> None:
    def odd(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        handler.event({"choices": [], "prompt_filter_results": []})
        handler.event({"choices": [{"index": 0, "delta": {"role": "assistant"}}]})
        handler.event({"choices": [{"index": 0, "delta": {"content": None, "reasoning_content": "hm [2]"}}]})
        handler.event({"choices": [{"index": 0, "delta": None}]})
        handler.event({"choices": None})
        handler.event({"object": "ping"})
        handler.wfile.write(b": a comment\n\n")
        handler.text("Kites fly.")
        handler.stop()

    llm_server.behave = odd
    reply = endpoint(llm_server).stream(ASK, 50)
    assert list(reply) == ["Kites fly."]
    assert reply.cut == ""


@pytest.mark.parametrize(("reason", "told"), [("length", "50 tokens"), ("content_filter", "content filter")])
def test_why_a_model_stopped_early_is_told(llm_server: LlmServer, reason: str, told: str) -> None:
    def stops(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        handler.text("Kites")
        handler.stop(reason)

    llm_server.behave = stops
    reply = endpoint(llm_server).stream(ASK, 50)
    assert list(reply) == ["Kites"]
    assert told in reply.cut
    assert reply.usage["completion_tokens"] == 3


def test_a_server_that_does_not_stream_is_understood(llm_server: LlmServer) -> None:
    def at_once(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin("application/json")
        value = {"choices": [{"message": {"content": "Kites fly."}, "finish_reason": "stop"}]}
        handler.wfile.write(
            json.dumps(value | {"usage": {"prompt_tokens": 5, "completion_tokens": 4}}).encode()
        )

    llm_server.behave = at_once
    reply = endpoint(llm_server).stream(ASK, 50)
    assert list(reply) == ["Kites fly."]
    assert reply.usage == {"prompt_tokens": 5, "completion_tokens": 4}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html", "<html><body>Please log in</body></html>"),
        ("text/plain", "hello"),
        ("application/json", '"hello"'),
        ("application/json", "{broken"),
        ("application/json", '{"error": {"message": "no model loaded"}}'),
        ("text/event-stream", "data: {broken\n\n"),
        ("text/event-stream", 'data: "hello"\n\n'),
        ("text/event-stream", ""),
    ],
)
def test_what_is_no_answer_in_the_openai_form_is_told(llm_server: LlmServer, kind: str, body: str) -> None:
    def other(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin(kind)
        handler.wfile.write(body.encode())

    llm_server.behave = other
    message = failure(llm_server)
    assert "OpenAI form" in message or "no model loaded" in message


def test_an_error_chunk_before_and_after_text(llm_server: LlmServer) -> None:
    def breaks(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        if len(llm_server.requests) > 1:
            handler.text("Kites fly.")
        handler.event({"error": {"message": f"out of memory, key {KEY}", "code": 500}})

    llm_server.behave = breaks
    assert "out of memory" in failure(llm_server)
    reply = endpoint(llm_server).stream(ASK, 50)
    assert list(reply) == ["Kites fly."]
    assert "out of memory" in reply.cut
    assert KEY not in reply.cut


def test_a_dropped_connection_keeps_the_text_so_far(llm_server: LlmServer) -> None:
    def drops(handler: Handler, _: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        handler.text("Kites fly [")
        handler.connection.shutdown(socket.SHUT_RDWR)

    llm_server.behave = drops
    reply = endpoint(llm_server).stream(ASK, 50)
    assert list(reply) == ["Kites fly ["]
    assert "dropped" in reply.cut
    assert llm_server.url in reply.cut


def test_a_stream_that_just_ends_is_marked_cut(llm_server: LlmServer) -> None:
    def ends(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        handler.text("Kites fly.")

    llm_server.behave = ends
    reply = endpoint(llm_server).stream(ASK, 50)
    assert list(reply) == ["Kites fly."]
    assert "middle" in reply.cut


def test_a_stalled_stream_ends_at_the_deadline(llm_server: LlmServer) -> None:
    release = threading.Event()

    def stalls(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        handler.text("Kites fly.")
        release.wait(8)

    llm_server.behave = stalls
    started = time.monotonic()
    reply = endpoint(llm_server, timeout=0.7).stream(ASK, 50)
    assert list(reply) == ["Kites fly."]
    assert time.monotonic() - started < 3
    assert "0.7 s" in reply.cut
    release.set()


def test_a_dripping_stream_ends_at_the_deadline_too(llm_server: LlmServer) -> None:
    def drips(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        for _ in range(80):
            handler.wfile.write(b": still here\n\n")
            handler.wfile.flush()
            time.sleep(0.1)

    llm_server.behave = drips
    started = time.monotonic()
    assert "RAG_LLM_TIMEOUT" in failure(llm_server, timeout=0.7)
    assert time.monotonic() - started < 3


def test_a_server_that_never_answers_ends_at_the_deadline(llm_server: LlmServer) -> None:
    llm_server.behave = lambda handler, body: time.sleep(4)
    started = time.monotonic()
    assert "0.6 s" in failure(llm_server, timeout=0.6)
    assert time.monotonic() - started < 2.5
    assert len(llm_server.requests) == 1


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


def test_closing_the_reply_ends_the_call(llm_server: LlmServer) -> None:
    def endless(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        for _ in range(2000):
            handler.text("word " * 200)
            time.sleep(0.002)

    llm_server.behave = endless
    reply = endpoint(llm_server).stream(ASK, 50)
    assert next(reply).startswith("word")
    reply.close()
    assert llm_server.gone.wait(5)
    assert list(reply) == []


SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}}


def test_a_schema_is_sent_only_where_one_is_wanted(llm_server: LlmServer) -> None:
    model = endpoint(llm_server)
    list(model.stream(ASK, 50))
    list(model.stream(ASK, 50, schema=SCHEMA))
    assert "response_format" not in llm_server.requests[0]
    form = llm_server.requests[1]["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["schema"] == SCHEMA


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "Unknown parameter: 'response_format'."),
        (400, "This response_format type is unavailable now"),
        (400, "bad request"),
        (422, "extra inputs are not permitted"),
        (500, "failed to parse grammar"),
    ],
)
def test_a_refused_schema_is_told_and_remembered(llm_server: LlmServer, status: int, message: str) -> None:
    def plain(handler: Handler, body: dict[str, Any]) -> None:
        if "response_format" in body:
            handler.refuse(message, status)
        else:
            well(handler, body)

    llm_server.behave = plain
    model = endpoint(llm_server)
    for _ in range(2):
        with pytest.raises(SchemaRefusedError):
            list(model.stream(ASK, 50, schema=SCHEMA))
    assert len(llm_server.requests) == 1
    assert list(model.stream(ASK, 50)) == ["Kites ", "fly."]


def test_another_refusal_is_not_laid_to_the_schema(llm_server: LlmServer) -> None:
    def picky(handler: Handler, body: dict[str, Any]) -> None:
        if "temperature" in body:
            handler.refuse("temperature does not work with this model")
        else:
            well(handler, body)

    llm_server.behave = picky
    assert list(endpoint(llm_server).stream(ASK, 50, schema=SCHEMA)) == ["Kites ", "fly."]
    llm_server.behave = lambda handler, _: handler.refuse("the context is too long")
    with pytest.raises(ServiceError, match="RAG_LLM_CONTEXT_WINDOW"):
        list(endpoint(llm_server).stream(ASK, 50, schema=SCHEMA))


def test_a_reply_may_have_less_time_than_usual(llm_server: LlmServer) -> None:
    llm_server.behave = lambda handler, body: time.sleep(4)
    with pytest.raises(ServiceError, match=r"0\.5 s"):
        list(endpoint(llm_server).stream(ASK, 50, timeout=0.5))


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
