"""What a judge says: of labelled claims, where it is tested itself, and of the answers of a run.

Answers are scored as RAGAS' faithfulness (Es et al. 2023, "RAGAS", arXiv:2309.15217): the share of an
answer's statements that the cited texts support; and by the overall measures of RAGChecker (Ru et
al. 2024, arXiv:2408.08067): claim precision, the share of statements that hold by the ground truth,
and claim recall, the share of the ground truth's claims that the answer holds. Deviations: the ground
truth is the text of the gold papers for precision and the question's facts for recall.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from eval.claim_set import ClaimSet, LabelledClaim
from eval.judge import Judge
from eval.metrics.agreement import cohen_kappa
from eval.metrics.intervals import bootstrap_of, prediction_powered
from eval.results import ALL, PROJECT, Cell, Results, Row
from eval.runs.run import Run
from rag.paper import Paper
from rag.progress import progress_bar

FAILED = "judge failed"
CLAIM_METRICS = ["agrees", "said supported", FAILED]
CLAIM_FIGURES = ["kappa", "truly supported"]
ANSWER_METRICS = ["faithfulness", "claim precision", "claim recall", FAILED]


def judge_claims(run: Run, claims: ClaimSet, judge: Judge, environment: dict[str, Any]) -> Results:
    """Return the judge's verdicts on claims. A failure agrees with no label and counts as not supported."""
    verdicts: list[bool | None] = []
    with progress_bar("Judging", "claims", total=len(claims.claims)) as bar:
        for claim in claims.claims:
            verdicts.append(judge.supports(claim.evidence, claim.claim))
            bar.update(1)
    rows = [_claim_row(c, v) for c, v in zip(claims.claims, verdicts, strict=True)]
    counts = {
        "claims": len(rows),
        "labelled": sum(c.label is not None for c in claims.claims),
        FAILED: sum(v is None for v in verdicts),
    }
    described = environment | {"claims": {"files": [str(p) for p in claims.paths], "sha256": claims.sha256}}
    results = run.results(rows, [*CLAIM_METRICS, *CLAIM_FIGURES], "agrees", described, counts)
    results.cells = [c for c in results.cells if c.metric not in CLAIM_FIGURES]
    results.cells += _agreement(claims.claims, verdicts) + _powered(claims.claims, verdicts)
    return results


def judge_answers(
    run: Run, answers: Results, papers: Mapping[str, Paper], judge: Judge, environment: dict[str, Any]
) -> Results:
    """Return the judge's scores of the answers that a run of `answers` found."""
    rows: list[Row] = []
    with progress_bar("Judging", "answers", total=len(answers.rows)) as bar:
        for row in answers.rows:
            rows.append(_answer_row(row, papers, judge))
            bar.update(1)
    counts = {
        "answers": len(rows),
        "abstained, not judged": sum("abstained" in row.marks for row in rows),
        FAILED: sum(bool(row.detail.get("failures")) for row in rows),
    }
    return run.results(rows, ANSWER_METRICS, "faithfulness", environment, counts)


def _claim_row(claim: LabelledClaim, verdict: bool | None) -> Row:
    agrees = None if claim.label is None else float(verdict is not None and verdict == bool(claim.label))
    return Row(
        id=claim.id,
        question=claim.claim,
        kind=claim.kind or "claim",
        scores={"agrees": agrees, "said supported": float(verdict is True), FAILED: float(verdict is None)},
        marks=[FAILED] if verdict is None else [],
        detail={"label": claim.label, "verdict": verdict, "evidence": claim.evidence},
    )


def _agreement(claims: Sequence[LabelledClaim], verdicts: Sequence[bool | None]) -> list[Cell]:
    pairs = [(bool(c.label), v) for c, v in zip(claims, verdicts, strict=True) if c.label is not None]
    if not pairs:
        return []

    def kappa(at: Iterable[int]) -> float:
        return cohen_kappa([pairs[i][0] for i in at], [pairs[i][1] for i in at])

    low, high = bootstrap_of(len(pairs), kappa) or (0.0, 0.0)
    value = kappa(range(len(pairs)))
    return [Cell(system=PROJECT, kind=ALL, metric="kappa", n=len(pairs), value=value, low=low, high=high)]


def _powered(claims: Sequence[LabelledClaim], verdicts: Sequence[bool | None]) -> list[Cell]:
    """Return the share that is truly supported, from few labels and the judge's view of the rest."""
    said = [float(v is True) for v in verdicts]
    labels = [float(c.label) for c in claims if c.label is not None]
    labelled = [s for c, s in zip(claims, said, strict=True) if c.label is not None]
    rest = [s for c, s in zip(claims, said, strict=True) if c.label is None]
    if len(labels) < 2 or len(rest) < 2:
        return []
    return [Cell.of(PROJECT, ALL, "truly supported", prediction_powered(labels, labelled, rest))]


def _answer_row(row: Row, papers: Mapping[str, Paper], judge: Judge) -> Row:
    judged = row.model_copy(update={"ms": None, "scores": dict.fromkeys(ANSWER_METRICS)})
    if "abstained" in row.marks:
        return judged
    answer = str(row.detail["answer"])
    statements = judge.statements(row.question, answer)
    cited = _texts(row.detail["cited ids"], papers)
    gold = _texts(row.detail["gold ids"], papers)
    facts = [str(fact) for fact in row.detail["facts"]]
    faithful = [judge.supports(cited, s) for s in statements or []]
    true = [judge.supports(gold, s) for s in statements or []] if gold else []
    held = [judge.supports(answer, fact) for fact in facts]
    failures = (statements is None) + sum(v is None for v in [*faithful, *true, *held])
    scores: dict[str, float | None] = {
        # Nothing is dropped from the mean: where the judge failed the statement is not supported.
        "faithfulness": _share(faithful) if statements else 0.0,
        "claim precision": (_share(true) if statements else 0.0) if gold else None,
        "claim recall": _share(held) if facts else None,
        FAILED: float(failures > 0),
    }
    detail = {
        "answer": answer,
        "statements": [f"{v}: {s}" for s, v in zip(statements or [], faithful, strict=True)],
        "failures": failures,
    }
    return judged.model_copy(update={"scores": scores, "detail": detail})


def _share(verdicts: Sequence[bool | None]) -> float:
    return fmean(float(v is True) for v in verdicts)


def _texts(paper_ids: Sequence[str], papers: Mapping[str, Paper]) -> str:
    found = [papers[i] for i in paper_ids if i in papers]
    return "\n\n".join(f"{p.title}. {', '.join(p.authors)}. {p.text}" for p in found)
