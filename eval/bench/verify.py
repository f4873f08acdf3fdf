"""`python -m eval.bench verify`: how long the support check of a written answer takes."""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval.bench.rag_processes import say
from eval.question_set import limited, load_questions
from rag.answering.support import SupportChecker
from rag.library import Library
from rag.paper import Paper
from rag.sentences import sentences
from rag.settings import load_settings

_SENTENCES = 5


def register(subparsers: Any) -> None:
    """Add the command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "verify", help="time the support check of answers of five sentences, cited rightly and wrongly"
    )
    parser.add_argument("--index", type=Path, required=True, metavar="DIR", help="the index")
    parser.add_argument("--questions", type=Path, required=True, metavar="FILE", help="JSONL of questions")
    parser.add_argument("--limit", type=int, default=30, metavar="N", help="how many answers (30)")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    questions = [q.question for q in limited(load_questions(options.questions), options.limit).questions]
    times: dict[str, list[tuple[float, float]]] = {"cited rightly": [], "cited wrongly": []}
    with Library(load_settings(index=options.index)) as library:
        checker = SupportChecker(lambda: library.models.reranker)
        checker.check("It loads the model.", [next(library.papers())])
        # As the page does once it is warm.
        gc.freeze()
        say("verify")
        for question in questions:
            papers = [hit.paper for hit in library.search(question, k=_SENTENCES, rerank=False).hits]
            for place, measured in enumerate(times.values()):
                told = [_sentence_of(paper, place) for paper in papers]
                cited = papers[place:] + papers[:place]
                measured.append(_milliseconds(checker, told, cited))
    print(f"{'five sentences, warm':24} {'p50 ms':>8} {'p95 ms':>8} {'cpu p50':>8} {'times':>6}")
    for name, measured in times.items():
        wall, cpu = (sorted(part) for part in zip(*measured, strict=True))
        late = wall[min(len(wall) - 1, int(0.95 * len(wall)))]
        row = f"{name:24} {statistics.median(wall):8.0f} {late:8.0f} {statistics.median(cpu):8.0f}"
        print(f"{row} {len(wall):6}")
    return 0


def _sentence_of(paper: Paper, place: int) -> str:
    """Return a sentence of the text near its end; a new one for each `place`, as pairs are remembered."""
    spans = sentences(paper.text)
    start, end = spans[max(0, len(spans) - 2 - place)]
    return paper.text[start:end]


def _milliseconds(
    checker: SupportChecker, told: Sequence[str], cited: Sequence[Paper]
) -> tuple[float, float]:
    """Return the time a clock and the processors' time for checking each sentence against its paper."""
    wall, cpu = time.perf_counter(), time.process_time()
    for sentence, paper in zip(told, cited, strict=True):
        checker.check(sentence, [paper])
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000
