"""The runs over the eight invented papers, with the real models."""

import json
import re
from pathlib import Path

import pytest
from invented_papers import PAPERS

from eval.cache import Cache
from eval.cli import main
from eval.commands import answers as answers_command
from eval.commands import retrieval as retrieval_command
from eval.question_set import load_questions
from eval.report.build import write_report
from eval.results import read_results
from eval.runs.retrieval import run_retrieval
from eval.runs.run import new_run
from eval.systems import System, baselines
from eval.target import target_of
from rag.errors import UsageError

KITE, BEE, BREAD, LUMEN4, LUMEN5 = PAPERS[:5]
QUESTIONS = [
    {"id": "bees", "question": "How are bees counted?", "kind": "topic", "gold": [BEE.url],
     "answer_facts": ["camera"]},
    {"id": "kite", "question": "By how much does KITEMAP cut delays?", "kind": "number", "gold": [KITE.url],
     "answer_facts": ["18%"]},
    {"id": "lamps", "question": "Which controllers dim street lamps?", "kind": "topic",
     "gold": {LUMEN4.paper_id: 2, LUMEN5.paper_id: 1}},
    {"id": "open", "question": "Which papers save power on streets?", "kind": "topic",
     "gold": [LUMEN5.paper_id], "complete": False},
    {"id": "more", "question": "When does it fail?", "kind": "follow-up", "history": ["What is KITEMAP?"],
     "gold": [KITE.paper_id], "answer_facts": ["two seconds"]},
    {"id": "none", "question": "Who won the chess championship?", "kind": "negative",
     "negative_type": "off-topic", "reason": "no paper is about chess"},
]  # fmt: skip


@pytest.fixture(scope="module")
def question_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("questions") / "questions.jsonl"
    path.write_text("".join(json.dumps(q) + "\n" for q in QUESTIONS))
    return path


@pytest.fixture(scope="module")
def target(small_library):
    return target_of(small_library)


@pytest.fixture(scope="module")
def answers(target, question_file, tmp_path_factory):
    out = tmp_path_factory.mktemp("answers")
    results = answers_command.measure(target, load_questions(question_file), out, "quoted")
    write_report(results, out)
    return out


@pytest.fixture(scope="module")
def retrieval(target, question_file, tmp_path_factory):
    out = tmp_path_factory.mktemp("retrieval")
    notes: list[str] = []
    rivals = baselines(target.library, notes)
    results = retrieval_command.measure(target, load_questions(question_file), out, rivals, notes=notes)
    write_report(results, out)
    return out


def test_retrieval_reports_the_project_beside_its_baselines(retrieval):
    results = read_results(retrieval)
    systems = list(dict.fromkeys(row.system for row in results.rows))
    missing = [note for note in results.notes if "llama-index-vector-stores-chroma" in note]
    assert systems == ["askpapers", "bm25", "dense"] + ([] if missing else ["llama-index"])
    assert results.cell("hit@1").value == 1
    assert results.cell("recall@10").n == 5
    assert {latency.system for latency in results.latencies} == set(systems)
    assert results.counts["unanswerable, not scored here"] == 1


def test_of_incomplete_gold_only_recall_is_scored(retrieval):
    (row,) = [r for r in read_results(retrieval).rows if r.id == "open" and r.system == "askpapers"]
    assert row.scores["recall@10"] == 1
    assert row.scores["hit@1"] is row.scores["MRR@10"] is row.scores["nDCG@10"] is None
    assert "topic †" in (retrieval / "report.md").read_text()


def test_answers_are_scored_and_refusals_have_their_own_columns(answers):
    results = read_results(answers)
    rows = {row.id: row for row in results.rows}
    assert rows["kite"].scores["fact recall"] == 1
    assert rows["kite"].scores["quotes exact"] == rows["kite"].scores["citation recall"] == 1
    assert rows["none"].marks == ["abstained"]
    assert rows["none"].scores["refusal recall"] == rows["none"].scores["refusal precision"] == 1
    assert rows["none"].scores["citation recall"] is None
    assert results.cell("refusal recall", "negative/off-topic").value == 1
    assert results.counts["refused"] + results.counts["answered"] == len(QUESTIONS)


def test_a_report_is_self_contained_and_holds_no_nan(answers, retrieval):
    for out in (answers, retrieval):
        for name in ("results.json", "report.md", "report.html"):
            text = (out / name).read_text()
            assert not re.search(r"\bNaN\b|\bnan\b|Infinity", text)
        page = (out / "report.html").read_text()
        assert not re.search(r"<(?:script|link|img)|src=|@import|url\(", page)
        assert "<svg" in page
        assert results_keys(out) >= {"index", "packages", "settings", "code", "questions"}


def results_keys(out):
    return set(json.loads((out / "results.json").read_text())["environment"])


def test_a_killed_run_goes_on_where_it_was(target, question_file, tmp_path):
    calls = []

    def rank(question, depth):
        calls.append(question)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return [KITE.paper_id]

    questions = load_questions(question_file)
    with pytest.raises(KeyboardInterrupt):
        run_retrieval(new_run("retrieval", tmp_path), target, questions, [System("askpapers", rank)])
    # Warming up is the first call, so two questions are finished.
    with (tmp_path / "retrieval-cache.jsonl").open("a") as file:
        file.write('{"key": "cut o')
    calls.clear()
    calls.extend(["later"] * 10)
    results = run_retrieval(new_run("retrieval", tmp_path), target, questions, [System("askpapers", rank)])
    assert len(calls) == 10 + 1 + 3
    assert len(results.rows) == 5
    assert len(Cache(tmp_path / "retrieval-cache.jsonl")) == 5


def test_missing_gold_is_an_error_or_a_miss(small_library, question_file, tmp_path, capsys):
    path = tmp_path / "foreign.jsonl"
    path.write_text(json.dumps(QUESTIONS[0] | {"gold": ["https://example.org/x", BEE.url]}) + "\n")
    arguments = ["retrieval", "--no-baselines", "--questions", str(path), "--out", str(tmp_path / "out")]
    arguments += ["--index", str(small_library.index.folder)]
    assert main(arguments) == 2
    message = capsys.readouterr().err
    assert "https://example.org/x" in message
    assert message.count("\n") == 1
    assert main([*arguments, "--missing-gold", "miss"]) == 0
    (row,) = read_results(tmp_path / "out").rows
    assert row.scores["recall@10"] == 0.5
    assert "gold papers missing from the index" in row.marks


def test_compare_pairs_the_questions(retrieval, tmp_path, capsys):
    worse = read_results(retrieval)
    for row in worse.rows:
        row.scores = {name: None if v is None else v / 2 for name, v in row.scores.items()}
    (tmp_path / "results.json").write_text(worse.model_dump_json())
    assert main(["compare", str(retrieval), str(tmp_path), "--out", str(tmp_path / "c")]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"hit@1 \| 4 \| 1.000 \| 0.500 \| -0.500 \(-0.500 to -0.500\) \| lower", printed)
    assert "5 of 5 questions changed" in printed
    assert "By how much does KITEMAP cut delays?" in printed
    assert (tmp_path / "c" / "compare.html").exists()
    capsys.readouterr()
    main(["compare", str(retrieval), str(retrieval)])
    assert "0 of 5 questions changed" in capsys.readouterr().out


def test_results_of_another_schema_are_refused(retrieval, tmp_path):
    content = json.loads((retrieval / "results.json").read_text()) | {"schema_version": 99}
    (tmp_path / "results.json").write_text(json.dumps(content))
    with pytest.raises(UsageError, match="schema 99"):
        read_results(tmp_path)


def test_add_makes_cases_and_refuses_doubles(small_library, answers, tmp_path, capsys):
    to, index = tmp_path / "cases" / "own.jsonl", str(small_library.index.folder)
    add = ["add", "--to", str(to), "--index", index]
    assert main([*add, "--question", "Who counts bees?", "--gold", BEE.url, "--fact", "3 bees"]) == 0
    answer = small_library.ask("Which lamps listen for bicycles?", "quoted").to_dict()
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    assert main([*add, "--answer", str(tmp_path / "answer.json"), "--gold", LUMEN5.paper_id]) == 0
    assert main([*add, "--question", "Who bakes?", "--unanswerable", "no baker is named"]) == 0
    questions = load_questions(Path(to)).questions
    assert [q.kind for q in questions] == ["topic", "regression", "negative"]
    assert questions[1].question == "Which lamps listen for bicycles?"
    assert questions[1].model_dump()["bad_answer"]["sources"]
    capsys.readouterr()
    assert main([*add, "--question", "Who counts bees?", "--gold", BEE.url]) == 2
    assert "has this question already" in capsys.readouterr().err
    assert main([*add, "--question", "And wasps?", "--gold", "https://example.org/none"]) == 2
    assert len(load_questions(Path(to)).questions) == 3


def test_the_sample_is_ranked_from_the_command_line(sample_library, tmp_path, capsys):
    arguments = ["retrieval", "--no-baselines", "--limit", "24", "--out", str(tmp_path)]
    assert sample_library.is_sample
    assert main(arguments) == 0
    assert "| all" in capsys.readouterr().out
    results = read_results(tmp_path)
    assert results.environment["index"]["sample"] is True
    assert results.cell("recall@10").value > 0.8


def test_the_tables_of_a_readme_are_made_by_the_command(retrieval, answers, tmp_path, capsys):
    page = tmp_path / "README.md"
    page.write_text("Top.\n<!-- eval table: begin -->\nstale\n<!-- eval table: end -->\nEnd.\n")
    arguments = ["table", str(retrieval), str(answers), "--into", str(page)]
    assert main(arguments) == 0
    once = page.read_text()
    assert "stale" not in once
    assert "| askpapers | 5 |" in once
    assert "| metric | askpapers |" in once
    assert re.search(r"\| false refusals \| 0.000 \(0.000-0.000\) n=5 \|", once)
    main(arguments)
    assert page.read_text() == once
    page.write_text("no marks")
    assert main(arguments) == 2
    assert "lacks the lines" in capsys.readouterr().err


def test_a_question_the_project_refuses_to_take_scores_nothing_and_the_run_goes_on(target, tmp_path):
    path = tmp_path / "long.jsonl"
    rows = [QUESTIONS[0] | {"id": "long", "question": "bees " * 3000}, QUESTIONS[0]]
    path.write_text("".join(json.dumps(q) + "\n" for q in rows))
    questions = load_questions(path)
    ranked = retrieval_command.measure(target, questions, tmp_path / "r")
    answered = answers_command.measure(target, questions, tmp_path / "a", "quoted")
    assert [row.scores["hit@1"] for row in ranked.rows] == [0, 1]
    assert "at most 8,000" in ranked.rows[0].marks[0]
    assert [row.scores["citation recall"] for row in answered.rows] == [0, 1]
    assert "at most 8,000" in answered.rows[0].detail["reason"]


def test_all_runs_from_the_command_line_and_the_gate_judges_it(
    small_library, question_file, tmp_path, capsys
):
    claims = tmp_path / "claims.jsonl"
    rows = [
        {
            "claim": "HIVELOG counts bees with a camera.",
            "evidence": BEE.text,
            "label": 1,
            "kind": "paraphrase",
        },
        {"claim": "HIVELOG is within 30 bees of a human count.", "evidence": BEE.text, "label": 0},
        {"answer": "The sources do not answer this.", "contexts": [BEE.text], "answerable": False},
    ]
    claims.write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = tmp_path / "out"
    common = ["--index", str(small_library.index.folder), "--questions", str(question_file)]
    assert main(["all", *common, "--claims", str(claims), "--limit", "3", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "3 questions were left out by --limit" in printed
    answered = read_results(out / "answers")
    assert len({row.id for row in answered.rows}) == 3
    scores = [json.loads(line) for line in (out / "grounding" / "scores.jsonl").read_text().splitlines()]
    assert [set(s) >= {"id", "support", "verdict", "reasons"} for s in scores] == [True] * 3
    assert read_results(out / "grounding").cell("AUROC").value == 1
    assert main(["answers", *common, "--limit", "1", "--mode", "quoted", "--out", str(tmp_path / "a")]) == 0
    parts = [str(out / name) for name in ("retrieval", "answers", "grounding")]
    thresholds = ["--thresholds", str(tmp_path / "t.json")]
    assert main(["gate", "--results", *parts, *thresholds, "--raise"]) == 0
    capsys.readouterr()
    assert main(["gate", *common, "--out", str(tmp_path / "g"), "--limit", "2", *thresholds]) == 2
    assert "other questions or another number" in capsys.readouterr().err
    assert main(["judge", "--out", str(tmp_path / "j")]) == 3
    assert "no judge is configured" in capsys.readouterr().err


def test_success_is_what_the_question_wants(answers):
    rows = {row.id: row for row in read_results(answers).rows}
    assert rows["none"].scores["success"] == rows["kite"].scores["success"] == 1
    assert rows["lamps"].scores["success"] == rows["lamps"].scores["gold cited"]
