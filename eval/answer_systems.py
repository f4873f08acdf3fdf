"""The systems an answers run compares: the project, and baselines that answer with sentences of papers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval.results import PROJECT
from eval.systems import System
from eval.target import Target
from rag.answering.answer import Mode
from rag.answering.followups.standalone import Exchange
from rag.index.tokenizer import terms
from rag.paper import Paper
from rag.sentences import sentences

# Puts a question after earlier ones and returns the answer's JSON.
Ask = Callable[[str, Sequence[str]], dict[str, Any]]
# How many papers an extractive baseline answers from.
PAPERS = 3


@dataclass(frozen=True, slots=True)
class AnswerSystem:
    """Something that answers questions."""

    name: str
    ask: Ask


def project_answers(target: Target, mode: Mode) -> AnswerSystem:
    """Return the project: the earlier questions are asked first, in one conversation."""

    def ask(question: str, earlier: Sequence[str]) -> dict[str, Any]:
        history: list[Exchange] = []
        for before in earlier:
            history.append(Exchange(before, target.library.ask(before, mode, history)))
        saved = target.saved_ms
        answer = target.library.ask(question, mode, history).to_dict()
        answer["timings_ms"]["total"] = round(answer["timings_ms"]["total"] + target.saved_ms - saved, 2)
        return answer

    return AnswerSystem(PROJECT, ask)


def extractive(system: System, papers: Mapping[str, Paper]) -> AnswerSystem:
    """Return a baseline: of a ranking's first papers, the sentence that shares most words with the question.

    It cites each, so its citations are right by construction; it refuses only when nothing is found.
    """

    def ask(question: str, earlier: Sequence[str]) -> dict[str, Any]:
        started = time.perf_counter()
        # It knows no conversation; the earlier questions go before this one.
        text = " ".join([*earlier, question])
        found = [papers[paper_id] for paper_id in system.rank(text, PAPERS)]
        answer = extracted(question, [(paper, *_best_sentence(text, paper)) for paper in found])
        return answer | {"timings_ms": {"total": round(1000 * (time.perf_counter() - started), 2)}}

    return AnswerSystem(system.name, ask)


def extracted(question: str, quotes: Sequence[tuple[Paper, int, int]]) -> dict[str, Any]:
    """Return the JSON of an answer that quotes the span of each paper and cites it."""
    texts = [paper.text[start:end] for paper, start, end in quotes]
    return {
        "question": question,
        "answer": " ".join(f"{text} [{n}]" for n, text in enumerate(texts, start=1)),
        "abstained": not quotes,
        "reason": "" if quotes else "nothing was found",
        "mode": "extractive",
        "sentences": [
            {"text": text, "citations": [n], "support": 1.0, "verdict": "supported"}
            for n, text in enumerate(texts, start=1)
        ],
        "sources": [
            {
                "n": n,
                "paper_id": paper.paper_id,
                "title": paper.label,
                "url": paper.url,
                "evidence": [{"quote": paper.text[start:end], "start": start, "end": end}],
            }
            for n, (paper, start, end) in enumerate(quotes, start=1)
        ],
    }


def _best_sentence(question: str, paper: Paper) -> tuple[int, int]:
    wanted = set(terms(question))
    spans = sentences(paper.text)
    best = max(spans, key=lambda s: (len(wanted & set(terms(paper.text[s.start : s.end]))), -s.start))
    return best.start, best.end
