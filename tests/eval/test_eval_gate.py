"""Four ways to break the pipeline: on the sample, today's thresholds must catch each by what it breaks."""

import copy
import random
import re

import pytest

from eval.answer_systems import AnswerSystem, project_answers
from eval.cli import main
from eval.commands.all import DEFAULT_LIMIT
from eval.gate import GATED, THRESHOLDS, check, raised, read_thresholds
from eval.question_set import SAMPLE_QUESTIONS, limited, load_questions
from eval.report.build import write_report
from eval.results import PROJECT, read_results
from eval.runs.answers import run_answers
from eval.runs.retrieval import run_retrieval
from eval.runs.run import new_run
from eval.support import project_check
from eval.systems import System, project
from eval.target import target_of
from rag.answering.gate import GateResult


@pytest.fixture(scope="module")
def questions():
    """The questions that the committed thresholds were set on."""
    return limited(load_questions(SAMPLE_QUESTIONS), DEFAULT_LIMIT)


@pytest.fixture(scope="module")
def target(sample_library):
    return target_of(sample_library)


@pytest.fixture(scope="module")
def sound(target, questions):
    """The answers of the sound pipeline, by question."""
    ask = project_answers(target, "quoted").ask
    return {q.id: ask(q.question, q.history) for q in questions.questions}


@pytest.fixture
def gate(target, questions, tmp_path, capsys):
    """Score what a function answers to the questions; return the gate's exit code and what failed."""

    def judge(answer_of):
        by_text = {(q.question, tuple(q.history)): q for q in questions.questions}
        system = AnswerSystem(PROJECT, lambda text, earlier: answer_of(by_text[text, tuple(earlier)]))
        check = project_check(target.library)
        run = new_run("answers", tmp_path)
        write_report(run_answers(run, target, questions, [system], "quoted", check), tmp_path)
        return gate_of(tmp_path, capsys)

    return judge


def gate_of(out, capsys, thresholds=THRESHOLDS):
    capsys.readouterr()
    code = main(["gate", "--results", str(out), "--thresholds", str(thresholds)])
    printed = capsys.readouterr().out
    return code, set(re.findall(r"\| \w+ ([\w@ ]+?) \|.*\| FAILED \|", printed))


@pytest.fixture
def rank(target, tmp_path):
    """Score what a function ranks for all of the sample's questions; return where the results are."""

    def measure(system):
        every = load_questions(SAMPLE_QUESTIONS)
        write_report(run_retrieval(new_run("retrieval", tmp_path), target, every, [system]), tmp_path)
        return tmp_path

    return measure


def test_the_sound_pipeline_passes(gate, sound):
    assert gate(lambda question: sound[question.id]) == (0, set())


def test_citations_shifted_by_one_are_caught(gate, sound):
    def shifted(question):
        answer = copy.deepcopy(sound[question.id])
        count = len(answer["sources"])
        for sentence in answer["sentences"]:
            sentence["citations"] = [n % count + 1 if count > 1 else n + 1 for n in sentence["citations"]]
        return answer

    code, failed = gate(shifted)
    assert code == 1
    assert {"citation recall", "citation precision"} <= failed


def test_changed_numbers_are_caught(gate, sound):
    def changed(question):
        answer = copy.deepcopy(sound[question.id])
        for sentence in answer["sentences"]:
            sentence["text"] = re.sub(r"\d+", lambda found: str(int(found[0]) + 7), sentence["text"])
        answer["answer"] = re.sub(r"(?<!\[)\b\d+", lambda found: str(int(found[0]) + 7), answer["answer"])
        return answer

    code, failed = gate(changed)
    assert code == 1
    assert {"citation recall", "facts of all"} <= failed


def test_random_papers_are_caught(rank, target, capsys):
    draw, papers = random.Random(2), list(target.papers)
    out = rank(System(PROJECT, lambda question, depth: draw.sample(papers, depth)))
    code, failed = gate_of(out, capsys)
    assert code == 1
    assert {"hit@1", "recall@10", "MRR@10", "nDCG@10"} == failed


def test_refusal_switched_off_is_caught(gate, sound, target, monkeypatch):
    monkeypatch.setattr("rag.answering.ask.apply_gate", lambda _, hits, *__: GateResult(tuple(hits[:2])))
    ask = project_answers(target, "quoted").ask

    def answer(question):
        return sound[question.id] if question.is_answerable else ask(question.question, question.history)

    code, failed = gate(answer)
    assert code == 1
    assert {"success", "refusal recall"} <= failed


def test_thresholds_rise_by_command_and_fall_only_with_a_reason(rank, target, tmp_path):
    results = read_results(rank(project(target.library, rerank=False)))
    worse = results.model_copy(deep=True)
    for cell in worse.cells:
        if cell.value is not None:
            cell.value /= 2
    start = raised(read_thresholds(tmp_path / "none.json"), [results])
    assert start.values["retrieval"].keys() == GATED["retrieval"].keys()
    assert raised(start, [worse]).values == start.values
    assert not all(c.passed for c in check(start, [worse]))
    lowered = raised(start, [worse], "a smaller model is worth it")
    assert lowered.values != start.values
    assert lowered.lowered == ["a smaller model is worth it"]


def test_the_command_raises_and_then_judges_by_what_it_wrote(rank, target, tmp_path, capsys):
    out, path = rank(project(target.library, rerank=False)), tmp_path / "thresholds.json"
    command = ["gate", "--results", str(out), "--thresholds", str(path)]
    assert main(command) == 2
    assert "set them with --raise" in capsys.readouterr().err
    assert main([*command, "--raise"]) == 0
    assert gate_of(out, capsys, path) == (0, set())


def test_a_metric_that_was_not_measured_does_not_pass(rank, target):
    results = read_results(rank(project(target.library, rerank=False)))
    results.cells = [c for c in results.cells if c.metric != "hit@1"]
    (missing,) = [c for c in check(read_thresholds(THRESHOLDS), [results]) if c.metric == "hit@1"]
    assert missing.measured is None
    assert not missing.passed


def test_thresholds_are_committed():
    committed = read_thresholds(THRESHOLDS)
    for command, metrics in GATED.items():
        assert committed.values[command].keys() == metrics.keys(), command
