"""Evals of written answers, over HTTP: a scripted server, and a run that is killed."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest
from chat_server import chat_server
from invented_papers import PAPERS

from eval.cli import main
from eval.results import read_results

KITE, BEE = PAPERS[:2]
QUESTIONS = [
    {"id": "bees", "question": "How are bees counted?", "kind": "topic", "gold": [BEE.url],
     "answer_facts": ["camera"]},
    {"id": "kite", "question": "By how much does KITEMAP cut delays?", "kind": "number", "gold": [KITE.url],
     "answer_facts": ["18%"]},
    {"id": "none", "question": "Who won the chess championship?", "kind": "negative",
     "negative_type": "off-topic", "reason": "no paper is about chess"},
]  # fmt: skip
STOCK_PROMPT = "Please provide an answer based solely on the provided sources"


def write(prompt):
    """Write as a model would: a sentence that its source says, and one that no source says."""
    if "chess" in prompt:
        return "The sources do not answer this question."
    name, said = "HIVELOG", "counts bees at the entrance of the hive with a camera"
    if "By how much" in prompt:
        name, said = "KITEMAP", "cuts delays by 18%"
    n = re.findall(r"Source (\d+):", prompt[: prompt.index(name)])[-1]
    return f"{name} {said} [{n}]. It wins 99 prizes [{n}]."


@pytest.fixture
def options(small_library, tmp_path, monkeypatch):
    """The command, and a settings environment with a cache of its own."""
    questions = tmp_path / "questions.jsonl"
    questions.write_text("".join(json.dumps(q) + "\n" for q in QUESTIONS))
    monkeypatch.setenv("RAG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("RAG_LLM_MODEL", "scripted")
    index = str(small_library.index.folder)
    return ["answers", "--mode", "written", "--index", index, "--questions", str(questions), "--out"]


def test_written_answers_are_measured_beside_llama_indexs_own(options, tmp_path, monkeypatch):
    with chat_server(write) as server:
        monkeypatch.setenv("RAG_LLM_BASE_URL", server.url)
        assert main([*options, str(tmp_path / "a")]) == 0
        asked = len(server.prompts)
        assert main([*options, str(tmp_path / "b")]) == 0
        # Another folder, the same words: nothing is asked again.
        assert len(server.prompts) == asked
        assert sum(STOCK_PROMPT in prompt for prompt in server.prompts) == len(QUESTIONS)
    results = read_results(tmp_path / "a")
    rows = {(row.system, row.id): row for row in results.rows}
    assert {system for system, _ in rows} == {"askpapers", "bm25", "dense", "llama-index"}
    own, stock = rows["askpapers", "kite"], rows["llama-index", "kite"]
    assert own.scores["fact recall"] == own.scores["citation recall"] == 1
    assert "99 prizes" in own.detail["dropped"][0]
    # The engine shows what the model invented; the project does not.
    assert "99 prizes" in stock.detail["answer"]
    assert stock.scores["citation recall"] <= 0.5
    assert rows["llama-index", "none"].marks == ["abstained"]
    assert read_results(tmp_path / "b").cells == results.cells


def test_a_killed_run_goes_on_where_it_was(options, tmp_path, monkeypatch):
    hanging = True

    def reply(prompt):
        # The second question hangs until the run is dead.
        while hanging and "By how much" in prompt:
            time.sleep(0.05)
        return write(prompt)

    with chat_server(reply) as server:
        monkeypatch.setenv("RAG_LLM_BASE_URL", server.url)
        arguments = [*options, str(tmp_path / "a"), "--no-baselines"]
        killed = subprocess.Popen([sys.executable, "-m", "eval", *arguments], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 100
        while len(server.prompts) < 2 and time.monotonic() < deadline and killed.poll() is None:
            time.sleep(0.05)
        killed.kill()
        assert killed.wait() == -signal.SIGKILL
        hanging = False
        first, interrupted = server.prompts
        assert main(arguments) == 0
    again = server.prompts[2:]
    assert first not in again
    assert interrupted in again
    results = read_results(tmp_path / "a")
    assert [row.id for row in results.rows] == ["bees", "kite", "none"]
    assert results.cell("success").value == 1
