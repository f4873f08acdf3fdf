"""Ranks the papers for every question with every system, and scores the rankings."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eval.cache import Cache, content_key
from eval.metrics.ranking import hit_at, ndcg_at, recall_at, reciprocal_rank
from eval.question_set import Question, QuestionSet
from eval.results import Results, Row
from eval.runs.run import Run
from eval.systems import System
from eval.target import Target, standalone
from rag.errors import UsageError
from rag.progress import progress_bar

METRICS = ["hit@1", "recall@5", "recall@10", "recall@20", "MRR@10", "nDCG@10"]
DEPTH = 20
_RECALL_ONLY = "incomplete gold: only recall is scored"
_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Ranking:
    """The papers a system returned, best first, and how long it took; or why it took no question."""

    papers: list[str]
    ms: float | None
    error: str = ""


def run_retrieval(run: Run, target: Target, question_set: QuestionSet, systems: Sequence[System]) -> Results:
    """Return the results of all systems over the questions that have gold papers.

    Gold that the index lacks counts as not found.

    Raises:
        UsageError: no question has gold papers.
    """
    questions = [q for q in question_set.questions if q.is_answerable]
    if not questions:
        raise UsageError(f"{question_set.path}: no question has gold papers, so there is nothing to rank")
    if question_set.left_out:
        run.notes.append(f"{question_set.left_out} questions were left out by --limit, evenly over the kinds")
    cache = run.cache()
    rows: list[Row] = []
    with progress_bar("Retrieval", "rankings", total=len(questions) * len(systems)) as bar:
        for system in systems:
            is_warm = False
            for question in questions:
                ranking, is_warm = _ranking(cache, target, system, question, is_warm)
                rows.append(score_ranking(question, ranking, system.name, target))
                bar.update(1)
    counts = {
        "questions": len(question_set.questions),
        "scored": len(questions),
        "unanswerable, not scored here": len(question_set.questions) - len(questions),
        "incomplete gold": sum(not q.complete for q in questions),
        "follow-ups": sum(bool(q.history) for q in questions),
    }
    environment = target.environment() | {
        "questions": {"file": str(question_set.path), "sha256": question_set.sha256},
        "depth": DEPTH,
    }
    return run.results(rows, METRICS, "MRR@10", environment, counts)


def score_ranking(question: Question, ranking: Ranking, system: str, target: Target) -> Row:
    """Return the scores of one ranking.

    Where the gold is incomplete only recall is scored: a paper that is not in it is no error.
    """
    gold, missing = target.gold.resolve(question.graded_gold)
    every = gold | {name: question.graded_gold[name] for name in missing}
    papers = ranking.papers
    scores: dict[str, float | None] = {f"recall@{k}": recall_at(papers, every, k) for k in (5, 10, 20)}
    is_complete = question.complete
    scores["hit@1"] = hit_at(papers, every, 1) if is_complete else None
    scores["MRR@10"] = reciprocal_rank(papers, every, 10) if is_complete else None
    scores["nDCG@10"] = ndcg_at(papers, every, 10) if is_complete else None
    marks = [] if is_complete else [_RECALL_ONLY]
    marks += ["gold papers missing from the index"] if missing else []
    marks += [f"not asked: {ranking.error}"] if ranking.error else []
    return Row(
        id=question.id,
        question=standalone(question),
        kind=question.group,
        system=system,
        scores={metric: scores[metric] for metric in METRICS},
        marks=marks,
        ms=ranking.ms,
        detail=_detail(ranking.papers, gold, missing, target),
    )


def _detail(papers: list[str], gold: dict[str, int], missing: list[str], target: Target) -> dict[str, Any]:
    ranks = {paper: rank for rank, paper in enumerate(papers, start=1)}
    return {
        "gold": [
            {"paper_id": p, "title": target.papers[p].label, "grade": grade, "rank": ranks.get(p)}
            for p, grade in gold.items()
        ]
        + [{"paper_id": name, "title": "", "grade": None, "rank": None} for name in missing],
        "returned": [
            {"paper_id": p, "title": target.papers[p].label if p in target.papers else "", "gold": p in gold}
            for p in papers[:_SHOWN]
        ],
    }


def _ranking(
    cache: Cache, target: Target, system: System, question: Question, is_warm: bool
) -> tuple[Ranking, bool]:
    """Return the ranking, and whether the system's models are loaded now."""
    text = standalone(question)
    key = content_key("retrieval", system.name, text, DEPTH, target.state)
    if (stored := cache.get(key)) is not None:
        return Ranking(stored["papers"], stored["ms"]), is_warm
    try:
        if not is_warm:
            # The first question would be timed with the loading of the models.
            system.rank(text, DEPTH)
        started, saved = time.perf_counter(), target.saved_ms
        papers = system.rank(text, DEPTH)
    except UsageError as error:
        # A question the project does not take found nothing; the run goes on.
        return Ranking([], None, str(error)), is_warm
    ms = round(1000 * (time.perf_counter() - started) + target.saved_ms - saved, 3)
    cache.put(key, {"papers": papers, "ms": ms})
    return Ranking(papers, ms), True
