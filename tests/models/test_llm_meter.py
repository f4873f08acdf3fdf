"""Tokens and cost of the calls of one answer."""

from __future__ import annotations

import pytest
from fakes import ScriptedModel

from rag.errors import ServiceError
from rag.models.language_model import Message
from rag.models.llm_meter import Meter, MeteredModel, Prices

ASK: list[Message] = [{"role": "user", "content": "Do kites fly in the wind?"}]


def test_tokens_are_those_the_endpoint_counted_else_counted_here() -> None:
    meter = Meter()
    counted = ScriptedModel("They do.", usage={"prompt_tokens": 70, "completion_tokens": 30})
    assert "".join(MeteredModel(counted, meter).stream(ASK, 9)) == "They do."
    assert meter.usage == {"prompt_tokens": 70, "completion_tokens": 30}
    list(MeteredModel(ScriptedModel("They do."), meter).stream(ASK, 9))
    assert 75 < meter.usage["prompt_tokens"] < 85
    assert 31 < meter.usage["completion_tokens"] < 36


def test_jobs_are_counted_apart() -> None:
    meter = Meter()
    model = ScriptedModel("yes", usage={"prompt_tokens": 5, "completion_tokens": 1})
    list(MeteredModel(model, meter).stream(ASK, 9))
    for _ in range(2):
        list(MeteredModel(model, meter, job="judge").stream(ASK, 9))
    assert meter.usage == {
        "prompt_tokens": 5,
        "completion_tokens": 1,
        "judge_prompt_tokens": 10,
        "judge_completion_tokens": 2,
    }


def test_cost_is_known_only_if_every_price_is() -> None:
    meter = Meter()
    model = ScriptedModel("yes", usage={"prompt_tokens": 1000, "completion_tokens": 100})
    assert meter.cost is None
    for _ in range(2):
        list(MeteredModel(model, meter, Prices(read=2.0, written=8.0)).stream(ASK, 9))
    assert meter.cost == pytest.approx(2 * (0.002 + 0.0008))
    list(MeteredModel(model, meter).stream(ASK, 9))
    assert meter.cost is None
    list(MeteredModel(model, meter, Prices(1, 1)).stream(ASK, 9))
    assert meter.cost is None


def test_what_a_stopped_call_wrote_is_counted_and_the_call_ended() -> None:
    meter = Meter()
    model = ScriptedModel("word " * 500)
    reply = MeteredModel(model, meter).stream(ASK, 999)
    next(reply)
    reply.cut = "enough"
    reply.close()
    assert model.closed
    assert reply.cut == "enough"
    assert 0 < meter.usage["completion_tokens"] < 10


def test_a_call_that_fails_costs_nothing_and_a_cut_is_passed_on() -> None:
    meter = Meter()
    with pytest.raises(ServiceError):
        list(MeteredModel(ScriptedModel("", error=ServiceError("gone")), meter).stream(ASK, 9))
    assert meter.usage == {}
    reply = MeteredModel(ScriptedModel("They", cut="dropped"), meter).stream(ASK, 9, schema={}, timeout=2.5)
    list(reply)
    assert reply.cut == "dropped"


def test_schema_and_time_are_passed_on() -> None:
    model = ScriptedModel("x")
    list(MeteredModel(model, Meter()).stream(ASK, 9, schema={"type": "object"}, timeout=2.5))
    assert (model.schema, model.timeout) == ({"type": "object"}, 2.5)
