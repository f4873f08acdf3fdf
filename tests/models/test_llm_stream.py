"""Streams that speak the OpenAI protocol well and badly."""

from __future__ import annotations

import json
import socket
import threading
import time
from typing import Any

import pytest
from llm_calls import ASK, KEY, endpoint, failure
from llm_server import Handler, LlmServer

from rag.errors import ServiceError


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


def test_a_reply_may_have_less_time_than_usual(llm_server: LlmServer) -> None:
    llm_server.behave = lambda handler, body: time.sleep(4)
    with pytest.raises(ServiceError, match=r"0\.5 s"):
        list(endpoint(llm_server).stream(ASK, 50, timeout=0.5))
