"""`python -m eval.bench search`: how long a search and an answer take."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from eval.bench import rag_processes
from eval.bench.rag_processes import say
from eval.question_set import limited, load_questions
from rag.library import Library
from rag.settings import load_settings


def register(subparsers: Any) -> None:
    """Add the command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "search", help="time searches with and without the cross-encoder, and answers cold and warm"
    )
    parser.add_argument("--index", type=Path, required=True, metavar="DIR", help="the index")
    parser.add_argument("--questions", type=Path, required=True, metavar="FILE", help="JSONL of questions")
    parser.add_argument("--limit", type=int, default=100, metavar="N", help="how many questions (100)")
    parser.add_argument("--cold", type=int, default=3, metavar="N", help="how many cold starts (3)")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    questions = [q.question for q in limited(load_questions(options.questions), options.limit).questions]
    print(f"{'what':28} {'p50 ms':>8} {'p95 ms':>8} {'times':>6}")
    with Library(load_settings(index=options.index)) as library:
        ways: dict[str, Callable[[str], object]] = {
            "search, no cross-encoder": lambda q: library.search(q, rerank=False),
            "search, cross-encoder": library.search,
            "ask, quoted, warm": lambda q: library.ask(q, mode="quoted"),
        }
        for name, way in ways.items():
            say(name)
            way("Which papers are about graphs?")
            show(name, [milliseconds(way, question) for question in questions])
    say("ask, cold")
    show("ask, quoted, new process", (_cold_ask(q, options.index) for q in questions[: options.cold]))
    return 0


def milliseconds(way: Callable[[str], object], question: str) -> float:
    """Return how long `way` takes with `question`."""
    started = time.perf_counter()
    way(question)
    return (time.perf_counter() - started) * 1000


def _cold_ask(question: str, index: Path) -> float:
    """Time the `rag ask` command, the start of Python and all imports included."""
    return milliseconds(
        lambda q: rag_processes.run_cold("ask", q, "--mode", "quoted", "--index", index), question
    )


def show(name: str, times: Iterable[float]) -> None:
    """Print the median and the 95th percentile of `times`, in milliseconds."""
    found = sorted(times)
    late = found[min(len(found) - 1, int(0.95 * len(found)))]
    print(f"{name:28} {statistics.median(found):8.0f} {late:8.0f} {len(found):6}", flush=True)
