"""Four ways to break the pipeline; the gate must catch each."""

import copy
import json
import random
import re

import pytest
from invented_papers import PAPERS
from test_eval_runs import QUESTIONS

from eval.answer_systems import AnswerSystem
from eval.cli import main
from eval.gate import GATED, THRESHOLDS, check, raised, read_thresholds
from eval.question_set import load_questions
from eval.report.build import write_report
from eval.results import PROJECT, read_results
from eval.runs.answers import run_answers
from eval.runs.retrieval import run_retrieval
from eval.runs.run import new_run
from eval.support import project_check
from eval.systems import System, project
from eval.target import standalone, target_of
from rag.answering.gate import GateResult

_QUESTIONS = [
    *QUESTIONS,
    {"id": "wasp", "question": "How are wasps caught?", "kind": "negative", "negative_type": "topic-absent",
     "reason": "no paper is about wasps"},
    {"id": "both", "question": "LUMEN-4 or LUMEN-5: which saves more power?", "kind": "comparison",
     "gold": [PAPERS[3].paper_id, PAPERS[4].paper_id], "answer_facts": ["22%", "31%"]},
]  # fmt: skip


@pytest.fixture(scope="module")
def questions(tmp_path_factory):
    path = tmp_path_factory.mktemp("questions") / "gate.jsonl"
    path.write_text("".join(json.dumps(q) + "\n" for q in _QUESTIONS))
    return load_questions(path)


@pytest.fixture(scope="module")
def target(small_library):
    return target_of(small_library)


@pytest.fixture(scope="module")
def recorded(small_library, questions):
    """The answers of the sound pipeline."""
    return {q.id: small_library.ask(standalone(q), "quoted").to_dict() for q in questions.questions}


@pytest.fixture(scope="module")
def measured(target, questions, tmp_path_factory):
    """Score answers, given by a function from the sound one, and write the results."""

    def measure(answer_of):
        out = tmp_path_factory.mktemp("answers")
        by_text = {q.question: q.id for q in questions.questions}
        run = new_run("answers", out)
        results = run_answers(
            run,
            target,
            questions,
            [AnswerSystem(PROJECT, lambda text, _: answer_of(by_text[text]))],
            "quoted",
            project_check(target.library),
        )
        write_report(results, out)
        return out

    return measure


@pytest.fixture(scope="module")
def ranked(target, questions, tmp_path_factory):
    def measure(system):
        out = tmp_path_factory.mktemp("retrieval")
        write_report(run_retrieval(new_run("retrieval", out), target, questions, [system]), out)
        return out

    return measure


@pytest.fixture(scope="module")
def thresholds(measured, ranked, recorded, target, tmp_path_factory):
    """Thresholds set by the command from the sound pipeline."""
    path = tmp_path_factory.mktemp("gate") / "thresholds.json"
    sound = [measured(recorded.__getitem__), ranked(project(target.library, rerank=False))]
    assert main(["gate", "--results", *map(str, sound), "--thresholds", str(path), "--raise"]) == 0
    assert main(["gate", "--results", *map(str, sound), "--thresholds", str(path)]) == 0
    return path


def gate(thresholds, out, capsys):
    """Return the exit code and the metrics that failed."""
    capsys.readouterr()
    code = main(["gate", "--results", str(out), "--thresholds", str(thresholds)])
    printed = capsys.readouterr().out
    return code, set(re.findall(r"\| \w+ ([\w@ ]+?) \|.*\| FAILED \|", printed))


def test_citations_shifted_by_one_are_caught(thresholds, measured, recorded, capsys):
    def shifted(question_id):
        answer = copy.deepcopy(recorded[question_id])
        count = len(answer["sources"])
        for sentence in answer["sentences"]:
            sentence["citations"] = [n % count + 1 if count > 1 else n + 1 for n in sentence["citations"]]
        return answer

    code, failed = gate(thresholds, measured(shifted), capsys)
    assert code == 1
    assert {"citation recall", "citation precision"} <= failed


def test_changed_numbers_are_caught(thresholds, measured, recorded, capsys):
    def changed(question_id):
        answer = copy.deepcopy(recorded[question_id])

        def change(text):
            return re.sub(r"\d+", lambda found: str(int(found[0]) + 7), text)

        for sentence in answer["sentences"]:
            sentence["text"] = change(sentence["text"])
        answer["answer"] = re.sub(r"(?<!\[)\b\d+", lambda found: str(int(found[0]) + 7), answer["answer"])
        return answer

    code, failed = gate(thresholds, measured(changed), capsys)
    assert code == 1
    assert {"citation recall", "facts of all"} <= failed


def test_random_papers_are_caught(thresholds, ranked, capsys):
    draw = random.Random(2)
    chance = System("askpapers", lambda question, depth: draw.sample([p.paper_id for p in PAPERS], 8))
    code, failed = gate(thresholds, ranked(chance), capsys)
    assert code == 1
    assert {"hit@1", "MRR@10", "nDCG@10"} <= failed


def test_refusal_switched_off_is_caught(
    thresholds, measured, small_library, recorded, questions, capsys, monkeypatch
):
    monkeypatch.setattr(
        "rag.answering.ask.apply_gate", lambda question, hits, *_: GateResult(tuple(hits[:2]))
    )
    by_id = {q.id: q for q in questions.questions}

    def answer(question_id):
        question = by_id[question_id]
        if question.is_answerable:
            return recorded[question_id]
        return small_library.ask(standalone(question), "quoted").to_dict()

    code, failed = gate(thresholds, measured(answer), capsys)
    assert code == 1
    assert "refusal recall" in failed


def test_thresholds_rise_by_command_and_fall_only_with_a_reason(thresholds, ranked, target, tmp_path):
    sound = read_results(ranked(project(target.library, rerank=False)))
    worse = sound.model_copy(deep=True)
    for cell in worse.cells:
        if cell.value is not None:
            cell.value /= 2
    start = raised(read_thresholds(tmp_path / "none.json"), [sound])
    assert start.values["retrieval"].keys() == GATED["retrieval"].keys()
    assert raised(start, [worse]).values == start.values
    assert not all(c.passed for c in check(start, [worse]))
    lowered = raised(start, [worse], "a smaller model is worth it")
    assert lowered.values != start.values
    assert lowered.lowered == ["a smaller model is worth it"]


def test_a_metric_that_was_not_measured_does_not_pass(thresholds, ranked, target):
    results = read_results(ranked(project(target.library, rerank=False)))
    results.cells = [c for c in results.cells if c.metric != "hit@1"]
    (missing,) = [c for c in check(read_thresholds(thresholds), [results]) if c.metric == "hit@1"]
    assert missing.measured is None
    assert not missing.passed


def test_thresholds_are_committed():
    committed = read_thresholds(THRESHOLDS)
    for command, metrics in GATED.items():
        assert committed.values[command].keys() == metrics.keys(), command
