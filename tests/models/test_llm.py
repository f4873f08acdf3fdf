"""A server on this machine that speaks the OpenAI protocol, well and badly."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from rag.errors import ServiceError
from rag.models.llm import Message, OpenAIEndpoint
from rag.models.llm_url import endpoint_of
from rag.settings import load_settings

KEY = "sk-very-secret-key"
ASK: list[Message] = [
    {"role": "system", "content": "Obey."},
    {"role": "user", "content": "Hello"},
    {"role": "user", "content": "there"},
]

Behave = Callable[["Handler", dict[str, Any]], None]


class Handler(BaseHTTPRequestHandler):
    """Notes each request and lets the test answer it."""

    server: Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(body)
        self.server.paths.append(self.path)
        self.server.headers.append(dict(self.headers))
        try:
            self.server.behave(self, body)
        except OSError:
            self.server.gone.set()
        self.close_connection = True

    def begin(self, kind: str = "text/event-stream", status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        self.end_headers()

    def event(self, value: Any) -> None:
        text = value if isinstance(value, str) else json.dumps(value)
        self.wfile.write(f"data: {text}\n\n".encode())
        self.wfile.flush()

    def text(self, text: str) -> None:
        self.event({"choices": [{"index": 0, "delta": {"content": text}}]})

    def stop(self, reason: str = "stop") -> None:
        self.event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        self.event(
            {"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}}
        )
        self.event("[DONE]")

    def refuse(self, message: str, status: int = 400, **more: Any) -> None:
        self.begin("application/json", status)
        self.wfile.write(json.dumps({"error": {"message": message, **more}}).encode())

    def log_message(self, *_: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.gone = threading.Event()
        self.behave: Behave = well

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_: Any) -> None:
        pass


def well(handler: Handler, _: dict[str, Any]) -> None:
    handler.begin()
    handler.text("Kites ")
    handler.text("fly.")
    handler.stop()


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as made:
        threading.Thread(target=made.serve_forever, args=(0.05,), daemon=True).start()
        yield made
        made.shutdown()


def endpoint(server: Server, timeout: float = 10.0, key: str = KEY) -> OpenAIEndpoint:
    return OpenAIEndpoint(server.url, "tiny", key, timeout)


def failure(server: Server, timeout: float = 10.0) -> str:
    """The message of a call that fails: one line, naming the address and not the key."""
    with pytest.raises(ServiceError) as error:
        list(endpoint(server, timeout).stream(ASK, 50))
    message = str(error.value)
    assert "\n" not in message
    assert f"{server.url}/v1" in message
    assert KEY not in message
    return message


def test_a_whole_reply_with_its_usage(server: Server) -> None:
    reply = endpoint(server).stream(ASK, 50)
    assert list(reply) == ["Kites ", "fly."]
    assert reply.cut == ""
    assert reply.usage == {"prompt_tokens": 12, "completion_tokens": 3}
    sent = server.requests[0]
    assert sent["model"] == "tiny"
    assert sent["stream"] is True
    assert sent["max_tokens"] == 50
    assert sent["temperature"] == 0
    assert sent["messages"] == [ASK[0], {"role": "user", "content": "Hello\n\nthere"}]
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_nothing_is_sent_before_the_first_piece_is_taken(server: Server) -> None:
    endpoint(server).stream(ASK, 50).close()
    assert server.requests == []


def test_a_local_server_needs_no_key(server: Server) -> None:
    assert list(endpoint(server, key="").stream(ASK, 50)) == ["Kites ", "fly."]


@pytest.mark.parametrize(
    "shape", ["", "/", "/v1", "/v1/", "//v1//", "/v1/chat/completions", "/v1/chat/completions/", "/v1/models"]
)
def test_the_address_may_have_any_shape(server: Server, shape: str) -> None:
    assert list(OpenAIEndpoint(server.url + shape, "tiny").stream(ASK, 50))
    assert server.paths == ["/v1/chat/completions"]


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


def test_the_settings_make_an_endpoint(server: Server) -> None:
    settings = load_settings(llm_base_url=server.url, llm_model="tiny", llm_api_key=KEY, llm_timeout=5)
    assert list(OpenAIEndpoint.of(settings).stream(ASK, 50)) == ["Kites ", "fly."]


def test_a_proxy_of_the_environment_does_not_catch_a_local_server(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "ALL_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert list(endpoint(server).stream(ASK, 50)) == ["Kites ", "fly."]


def test_a_proxy_that_cannot_be_used_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "gopher://127.0.0.1:9")
    with pytest.raises(ServiceError, match="NO_PROXY"):
        OpenAIEndpoint("https://llm.example/v1", "tiny", KEY)


@pytest.mark.parametrize("parameter", ["max_tokens", "temperature", "stream_options"])
def test_a_refused_parameter_is_left_out_and_remembered(server: Server, parameter: str) -> None:
    def picky(handler: Handler, body: dict[str, Any]) -> None:
        if parameter in body:
            handler.refuse(
                f"Unsupported parameter: '{parameter}' is not supported with this model.", param=parameter
            )
        else:
            well(handler, body)

    server.behave = picky
    model = endpoint(server)
    assert list(model.stream(ASK, 50)) == ["Kites ", "fly."]
    assert list(model.stream(ASK, 50)) == ["Kites ", "fly."]
    assert [parameter in body for body in server.requests] == [True, False, False]
    if parameter == "max_tokens":
        assert server.requests[-1]["max_completion_tokens"] == 50


def test_all_parameters_refused_one_by_one(server: Server) -> None:
    def strict(handler: Handler, body: dict[str, Any]) -> None:
        for name in ("temperature", "max_tokens", "max_completion_tokens", "stream_options"):
            if name in body:
                return handler.refuse(f"Unrecognized request argument: {name}", 422)
        return well(handler, body)

    server.behave = strict
    assert list(endpoint(server).stream(ASK, 50)) == ["Kites ", "fly."]


@pytest.mark.parametrize("status", [400, 500])
def test_a_template_without_system_role_gets_it_from_the_user(server: Server, status: int) -> None:
    def no_system(handler: Handler, body: dict[str, Any]) -> None:
        if any(m["role"] == "system" for m in body["messages"]):
            handler.refuse("Conversation roles must alternate user/assistant/user/assistant/...", status)
        else:
            well(handler, body)

    server.behave = no_system
    model = endpoint(server)
    assert list(model.stream(ASK, 50)) == ["Kites ", "fly."]
    assert server.requests[-1]["messages"] == [{"role": "user", "content": "Obey.\n\nHello\n\nthere"}]
    list(model.stream(ASK, 50))
    assert len(server.requests) == 3


def test_odd_chunks_are_passed_over(server: Server) -> None:
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

    server.behave = odd
    reply = endpoint(server).stream(ASK, 50)
    assert list(reply) == ["Kites fly."]
    assert reply.cut == ""


@pytest.mark.parametrize(("reason", "told"), [("length", "50 tokens"), ("content_filter", "content filter")])
def test_why_a_model_stopped_early_is_told(server: Server, reason: str, told: str) -> None:
    def stops(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        handler.text("Kites")
        handler.stop(reason)

    server.behave = stops
    reply = endpoint(server).stream(ASK, 50)
    assert list(reply) == ["Kites"]
    assert told in reply.cut
    assert reply.usage["completion_tokens"] == 3


def test_a_server_that_does_not_stream_is_understood(server: Server) -> None:
    def at_once(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin("application/json")
        value = {"choices": [{"message": {"content": "Kites fly."}, "finish_reason": "stop"}]}
        handler.wfile.write(
            json.dumps(value | {"usage": {"prompt_tokens": 5, "completion_tokens": 4}}).encode()
        )

    server.behave = at_once
    reply = endpoint(server).stream(ASK, 50)
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
def test_what_is_no_answer_in_the_openai_form_is_told(server: Server, kind: str, body: str) -> None:
    def other(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin(kind)
        handler.wfile.write(body.encode())

    server.behave = other
    message = failure(server)
    assert "OpenAI form" in message or "no model loaded" in message


def test_an_error_chunk_before_and_after_text(server: Server) -> None:
    def breaks(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        if len(server.requests) > 1:
            handler.text("Kites fly.")
        handler.event({"error": {"message": f"out of memory, key {KEY}", "code": 500}})

    server.behave = breaks
    assert "out of memory" in failure(server)
    reply = endpoint(server).stream(ASK, 50)
    assert list(reply) == ["Kites fly."]
    assert "out of memory" in reply.cut
    assert KEY not in reply.cut


def test_a_dropped_connection_keeps_the_text_so_far(server: Server) -> None:
    def drops(handler: Handler, _: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        handler.text("Kites fly [")
        handler.connection.shutdown(socket.SHUT_RDWR)

    server.behave = drops
    reply = endpoint(server).stream(ASK, 50)
    assert list(reply) == ["Kites fly ["]
    assert "dropped" in reply.cut
    assert server.url in reply.cut


def test_a_stream_that_just_ends_is_marked_cut(server: Server) -> None:
    def ends(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        handler.text("Kites fly.")

    server.behave = ends
    reply = endpoint(server).stream(ASK, 50)
    assert list(reply) == ["Kites fly."]
    assert "middle" in reply.cut


def test_a_stalled_stream_ends_at_the_deadline(server: Server) -> None:
    release = threading.Event()

    def stalls(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        handler.text("Kites fly.")
        release.wait(8)

    server.behave = stalls
    started = time.monotonic()
    reply = endpoint(server, timeout=0.7).stream(ASK, 50)
    assert list(reply) == ["Kites fly."]
    assert time.monotonic() - started < 3
    assert "0.7 s" in reply.cut
    release.set()


def test_a_dripping_stream_ends_at_the_deadline_too(server: Server) -> None:
    def drips(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        for _ in range(80):
            handler.wfile.write(b": still here\n\n")
            handler.wfile.flush()
            time.sleep(0.1)

    server.behave = drips
    started = time.monotonic()
    assert "RAG_LLM_TIMEOUT" in failure(server, timeout=0.7)
    assert time.monotonic() - started < 3


def test_a_server_that_never_answers_ends_at_the_deadline(server: Server) -> None:
    server.behave = lambda handler, body: time.sleep(4)
    started = time.monotonic()
    assert "0.6 s" in failure(server, timeout=0.6)
    assert time.monotonic() - started < 2.5
    assert len(server.requests) == 1


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
def test_a_refusal_says_what_to_do(server: Server, status: int, message: str, told: str) -> None:
    server.behave = lambda handler, body: handler.refuse(message, status)
    assert told in failure(server)
    assert len(server.requests) == (2 if status in (429, 500) else 1)


def test_a_passing_failure_is_retried_once(server: Server) -> None:
    def recovers(handler: Handler, body: dict[str, Any]) -> None:
        if len(server.requests) == 1:
            handler.refuse("loading model", 503)
        else:
            well(handler, body)

    server.behave = recovers
    assert list(endpoint(server).stream(ASK, 50)) == ["Kites ", "fly."]


def test_closing_the_reply_ends_the_call(server: Server) -> None:
    def endless(handler: Handler, _: dict[str, Any]) -> None:
        handler.begin()
        for _ in range(2000):
            handler.text("word " * 200)
            time.sleep(0.002)

    server.behave = endless
    reply = endpoint(server).stream(ASK, 50)
    assert next(reply).startswith("word")
    reply.close()
    assert server.gone.wait(5)
    assert list(reply) == []
