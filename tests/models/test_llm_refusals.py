"""Servers that refuse a part of a call: a parameter, a role or a schema."""

from __future__ import annotations

from typing import Any

import pytest
from llm_calls import ASK, endpoint
from llm_server import Handler, LlmServer, well

from rag.errors import ServiceError
from rag.models.language_model import SchemaRefusedError


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
