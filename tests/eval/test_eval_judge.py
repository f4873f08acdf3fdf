import json

import pytest
from fakes import ScriptedModel
from invented_papers import BEE, KITE, PAPERS

from eval.claim_set import load_claims
from eval.judge import Judge, judge_config, read_statements, read_verdict
from eval.results import Results, Row
from eval.runs.judged import judge_answers, judge_claims
from eval.runs.run import new_run
from rag.errors import ServiceError
from rag.models.language_model import Reply
from rag.settings import load_settings


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ('{"verdict": "supported"}', True),
        ('```json\n{"verdict": "unsupported"}\n```', False),
        ("<think>It says supported, hm.</think> Unsupported.", False),
        ("yes", True),
        ("It is supported, I would say, though not unsupported.", None),
        ('{"verdict": "maybe"}', None),
        ('{"verdict": 1}', None),
        ("", None),
        ("<think>still thinking", None),
    ],
)
def test_verdicts_are_read_or_count_as_failed(reply, verdict):
    assert read_verdict(reply) is verdict


def test_statements_are_read():
    assert read_statements('["a.", " b. "]') == ["a.", "b."]
    assert read_statements("[]") is None
    assert read_statements('[{"a": 1}]') is None
    assert read_statements("a. b.") is None


class Scripted:
    """A judge's model that answers by what the prompt holds."""

    model = "scripted"

    def __init__(self, *rules):
        self.rules = rules

    def stream(self, messages, max_tokens):
        prompt = messages[0]["content"]
        reply = next(reply for word, reply in self.rules if word in prompt)

        def pieces(_):
            yield reply

        return Reply(pieces)


SUPPORTED, UNSUPPORTED = '{"verdict": "supported"}', '{"verdict": "unsupported"}'


def claims_file(tmp_path, rows):
    path = tmp_path / "claims.jsonl"
    path.write_text("".join(json.dumps({"claim": c, "evidence": BEE, "label": y}) + "\n" for c, y in rows))
    return load_claims([path])


def test_a_judge_is_tested_against_labels_and_its_failures_are_counted(tmp_path):
    claims = claims_file(tmp_path, [("right", 1), ("right too", 1), ("wrong", 0), ("mumble", 1)])
    model = Scripted(("right", SUPPORTED), ("wrong", UNSUPPORTED), ("mumble", "hm"))
    results = judge_claims(new_run("judge", tmp_path), claims, Judge(model), {})
    assert results.cell("agrees").value == 0.75
    assert results.cell("judge failed").value == 0.25
    assert results.counts["judge failed"] == 1
    # Observed 3/4; chance 3/4 * 2/4 + 1/4 * 1/4 = 7/16.
    assert results.cell("kappa").value == pytest.approx((3 / 4 - 7 / 16) / (9 / 16))


def test_few_labels_correct_the_judge_on_the_rest(tmp_path):
    labelled = [("right 1", 1), ("right 2", 0), ("wrong 3", 0), ("right 4", 1)]
    rest = [(f"right {i}", None) for i in range(5, 11)] + [(f"wrong {i}", None) for i in range(11, 15)]
    model = Scripted(("right", SUPPORTED), ("wrong", UNSUPPORTED))
    claims = claims_file(tmp_path, labelled + rest)
    results = judge_claims(new_run("judge", tmp_path), claims, Judge(model), {})
    cell = results.cell("truly supported")
    # The judge says 6 of 10; on the labelled it says one in four too many.
    assert cell.value == pytest.approx(0.6 - 0.25)
    assert cell.low < 0.35 < cell.high


def answers_of(*rows):
    return Results(
        command="answers",
        created="",
        seconds=0,
        environment={},
        metrics=[],
        worst_by="",
        rows=list(rows),
        cells=[],
    )


def test_answers_are_judged_by_statement(tmp_path):
    detail = {
        "answer": "HIVELOG counts bees. It needs rain.",
        "cited ids": [PAPERS[1].paper_id],
        "gold ids": [PAPERS[1].paper_id, PAPERS[0].paper_id],
        "facts": ["one camera"],
    }
    answered = Row(id="a", question="How?", kind="topic", scores={}, detail=detail)
    refused = Row(id="b", question="Who?", kind="negative", scores={}, marks=["abstained"], detail=detail)
    model = Scripted(
        ("Split an answer", '["HIVELOG counts bees.", "HIVELOG needs rain."]'),
        ("<claim>\nHIVELOG counts", SUPPORTED),
        ("<claim>\nHIVELOG needs", UNSUPPORTED),
        ("<claim>\none camera", "I do not know"),
    )
    papers = {p.paper_id: p for p in PAPERS}
    judge = Judge(model)
    results = judge_answers(new_run("judge", tmp_path), answers_of(answered, refused), papers, judge, {})
    first, second = results.rows
    assert first.scores == {
        "faithfulness": 0.5,
        "claim precision": 0.5,
        "claim recall": 0.0,
        "judge failed": 1.0,
    }
    assert set(second.scores.values()) == {None}
    assert results.counts["abstained, not judged"] == 1


def test_an_answer_that_the_judge_cannot_split_scores_zero_and_is_counted(tmp_path):
    detail = {"answer": "x", "cited ids": [], "gold ids": [], "facts": []}
    row = Row(id="a", question="How?", kind="topic", scores={}, detail=detail)
    judge = Judge(ScriptedModel("no list"))
    results = judge_answers(new_run("judge", tmp_path), answers_of(row), {}, judge, {})
    assert results.rows[0].scores["faithfulness"] == 0
    assert results.rows[0].scores["judge failed"] == 1


def test_the_answers_key_goes_to_its_own_endpoint_only(monkeypatch):
    settings = load_settings(llm_base_url="http://a/v1", llm_model="m", llm_api_key="secret")
    assert judge_config(settings).key == "secret"
    assert judge_config(settings, url="http://b/v1").key == ""
    monkeypatch.setenv("EVAL_JUDGE_KEY", "other")
    assert judge_config(settings, url="http://b/v1", model="n").key == "other"
    with pytest.raises(ServiceError, match="no judge is configured"):
        judge_config(load_settings())


def test_evidence_with_braces_is_no_template(tmp_path):
    judge = Judge(Scripted(("{x}", SUPPORTED)))
    assert judge.supports(KITE + " {x}", "a {y}") is True
