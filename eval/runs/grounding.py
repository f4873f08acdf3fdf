"""Checks labelled claims and answers with the support check, and says how well it tells them apart."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eval.answer_text import AnswerTextScore, context_paper, score_answer_text
from eval.cache import Cache, content_key
from eval.claim_set import AnswerText, ClaimSet, LabelledClaim
from eval.metrics.detection import (
    auroc,
    balanced_accuracy,
    calibration,
    calibration_error,
    threshold_at_false_alarm,
)
from eval.metrics.intervals import Places, bootstrap, bootstrap_of
from eval.results import ALL, PROJECT, Cell, Point, Results, Row
from eval.runs.run import Run
from eval.support import Support
from rag.answering.support import SupportChecker
from rag.progress import progress_bar

SCORES = "scores.jsonl"
FALSE_ALARM = 0.05
# `right` is the share of claims with the right verdict: supported or not.
METRICS = ["right", "sentence support", "right abstentions"]
FLAGGED = "flagged at 5% false alarm"
FIGURES = ["AUROC", "balanced accuracy", FLAGGED, "calibration error"]


def run_grounding(
    run: Run, claims: ClaimSet, check: SupportChecker, state: Sequence[Any], environment: dict[str, Any]
) -> Results:
    """Return the results of `check` over all claims and answers; scores.jsonl is written beside."""
    cache = run.cache()
    checked: list[tuple[LabelledClaim, Support, float]] = []
    with progress_bar("Grounding", "claims", total=len(claims.claims) + len(claims.answers)) as bar:
        for claim in claims.claims:
            checked.append((claim, *_checked(cache, claim, check, state)))
            bar.update(1)
        rows = [_claim_row(*item) for item in checked]
        for answer in claims.answers:
            rows.append(_answer_row(answer, check))
            bar.update(1)
    _write_scores(run.out / SCORES, rows)
    labelled = [(claim, support) for claim, support, _ in checked if claim.label is not None]
    labels = [int(claim.label or 0) for claim, _ in labelled]
    scores = [support.support for _, support in labelled]
    bins = calibration(labels, scores)
    points = [Point(n=b.n, score=b.mean_score, share_true=b.share_true) for b in bins]
    described = environment | {"claims": {"files": [str(p) for p in claims.paths], "sha256": claims.sha256}}
    counts = _counts(claims, rows)
    results = run.results(rows, [*METRICS, *FIGURES], "right", described, counts, points)
    results.cells = [c for c in results.cells if c.metric not in FIGURES] + _figures(labelled)
    return results


def _figures(labelled: Sequence[tuple[LabelledClaim, Support]]) -> list[Cell]:
    """Return what has no value for one claim alone: over all claims, by file, and by kind."""
    files = sorted({claim.file for claim, _ in labelled})
    cells = _of_group(ALL, labelled)
    for file in files:
        members = [(claim, support) for claim, support in labelled if claim.file == file]
        if len(files) > 1:
            cells += _of_group(file, members)
        cells += _flagged(members, sorted({c.kind for c, _ in members} - {file if len(files) > 1 else ""}))
    return cells


def _of_group(group: str, labelled: Sequence[tuple[LabelledClaim, Support]]) -> list[Cell]:
    labels = np.array([bool(claim.label) for claim, _ in labelled])
    scores = np.array([support.support for _, support in labelled])
    verdicts = np.array([support.verdict == "supported" for _, support in labelled])
    statistics: dict[str, Callable[[Places], float | None]] = {
        "AUROC": lambda at: auroc(labels[at], scores[at]),
        "balanced accuracy": lambda at: balanced_accuracy(labels[at], verdicts[at]),
        "calibration error": lambda at: calibration_error(calibration(labels[at], scores[at])),
    }
    cells = [_statistic_cell(group, name, len(labelled), f) for name, f in statistics.items()]
    return cells + _flagged(labelled, [group])


def _statistic_cell(kind: str, metric: str, n: int, statistic: Callable[[Places], float | None]) -> Cell:
    value = statistic(np.arange(n)) if n else None
    interval = bootstrap_of(n, statistic) if value is not None else None
    if value is None or interval is None:
        return Cell(system=PROJECT, kind=kind, metric=metric, n=0)
    low, high = interval
    return Cell(system=PROJECT, kind=kind, metric=metric, n=n, value=value, low=low, high=high)


def _flagged(labelled: Sequence[tuple[LabelledClaim, Support]], kinds: Sequence[str]) -> list[Cell]:
    """Return by kind which share of the false claims lies below nearly all true ones of `labelled`.

    A kind that no claim has stands for all of them.
    """
    true = [support.support for claim, support in labelled if claim.label == 1]
    if not true:
        return []
    threshold = threshold_at_false_alarm(true, FALSE_ALARM)
    cells = []
    own_kinds = {claim.kind for claim, _ in labelled}
    for kind in kinds:
        flagged = [
            float(support.support < threshold)
            for claim, support in labelled
            if claim.label == 0 and (kind == claim.kind or kind not in own_kinds)
        ]
        if flagged:
            cells.append(Cell.of(PROJECT, kind, FLAGGED, bootstrap(flagged)))
    return cells


def _checked(
    cache: Cache, claim: LabelledClaim, check: SupportChecker, state: Sequence[Any]
) -> tuple[Support, float]:
    key = content_key("claim", claim.claim, claim.evidence, state)
    stored = cache.get(key)
    if stored is None:
        started = time.perf_counter()
        found = check.check(claim.claim, [context_paper(claim.evidence)])
        ms = round(1000 * (time.perf_counter() - started), 3)
        stored = {
            "support": found.support,
            "verdict": found.verdict,
            "reasons": list(found.reasons),
            "ms": ms,
        }
        cache.put(key, stored)
    return Support(stored["support"], stored["verdict"], tuple(stored["reasons"])), stored["ms"]


def _claim_row(claim: LabelledClaim, support: Support, ms: float) -> Row:
    right = None if claim.label is None else float((support.verdict == "supported") == bool(claim.label))
    return Row(
        id=claim.id,
        question=claim.claim,
        kind=claim.kind,
        scores={"right": right, "sentence support": None, "right abstentions": None},
        marks=["no label"] if claim.label is None else [],
        ms=ms,
        detail={
            "label": claim.label,
            "verdict": support.verdict,
            "supports": [support.support],
            "reasons": list(support.reasons),
            "evidence": claim.evidence,
        },
    )


def _answer_row(answer: AnswerText, check: SupportChecker) -> Row:
    found = score_answer_text(answer, check)
    abstention = None if found.right_abstention is None else float(found.right_abstention)
    return Row(
        id=answer.id,
        question=answer.answer,
        kind="answer",
        scores={"right": None, "sentence support": found.score, "right abstentions": abstention},
        marks=["abstained"] if found.abstained else [],
        detail={
            "verdict": _verdict(found.score),
            "supports": [s.support for s in found.supports],
            "reasons": [r for s in found.supports for r in s.reasons] or _without_sentences(found),
            "contexts": list(answer.contexts),
        },
    )


def _without_sentences(found: AnswerTextScore) -> list[str]:
    if found.sentences:
        return []
    return ["it says that the sources do not answer" if found.abstained else "the answer is empty"]


def _verdict(score: float | None) -> str:
    if score is None:
        return "abstained"
    return "supported" if score == 1 else "partial" if score > 0 else "unsupported"


def _write_scores(path: Path, rows: Sequence[Row]) -> None:
    """Write one line a claim; an answer's support is that of its worst sentence."""
    lines = []
    for row in rows:
        supports = row.detail["supports"]
        value: dict[str, Any] = {
            "id": row.id,
            "support": min(supports, default=0.0),
            "verdict": row.detail["verdict"],
            "reasons": row.detail["reasons"],
        }
        if row.kind == "answer":
            value |= {"score": row.scores["sentence support"], "abstained": "abstained" in row.marks}
            value["right_abstention"] = row.scores["right abstentions"]
        lines.append(json.dumps(value, ensure_ascii=False, allow_nan=False))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _counts(claims: ClaimSet, rows: Sequence[Row]) -> dict[str, int]:
    labels = Counter(claim.label for claim in claims.claims)
    return {
        "claims": len(claims.claims),
        "true": labels[1],
        "false": labels[0],
        "without label": labels[None],
        "answers": len(claims.answers),
        "abstained": sum("abstained" in row.marks for row in rows),
    }
