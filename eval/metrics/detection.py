"""How well a score tells true claims from false ones. Labels: 1 supported, 0 not; higher is truer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Claims whose score lies in [low, high): their number, mean score and share of true ones."""

    low: float
    high: float
    n: int
    mean_score: float
    share_true: float


def auroc(labels: Sequence[int], scores: Sequence[float]) -> float | None:
    """Return the chance that a true claim scores above a false one, ties counting half.

    The Mann-Whitney statistic: Hanley and McNeil 1982. None where one of the classes is missing.
    """
    true, false = _split(labels, scores)
    if not true or not false:
        return None
    ordered = np.sort(np.asarray(false))
    below = np.searchsorted(ordered, true, side="left")
    up_to = np.searchsorted(ordered, true, side="right")
    return float((below + up_to).sum() / 2 / (len(true) * len(false)))


def balanced_accuracy(labels: Sequence[int], predicted: Sequence[bool]) -> float | None:
    """Return the mean of both classes' recall (Brodersen et al. 2010); None if a class is missing."""
    true, false = _split(labels, [float(p) for p in predicted])
    return (fmean(true) + 1 - fmean(false)) / 2 if true and false else None


def threshold_at_false_alarm(true_scores: Sequence[float], rate: float) -> float:
    """Return the highest score below which at most `rate` of the true claims lie.

    Claims that score below it are flagged, so at most `rate` of the true ones are: false alarms.

    Raises:
        ValueError: there are no true claims.
    """
    if not true_scores:
        raise ValueError("a threshold needs at least one true claim")
    ordered = sorted(true_scores)
    # The epsilon keeps 0.05 * 20 from being 0.99...
    return ordered[min(int(rate * len(ordered) + 1e-9), len(ordered) - 1)]


def calibration(labels: Sequence[int], scores: Sequence[float], bins: int = 10) -> list[CalibrationBin]:
    """Return the bins of equal width that hold claims (Niculescu-Mizil and Caruana 2005)."""
    members: dict[int, list[tuple[int, float]]] = {}
    for label, score in zip(labels, scores, strict=True):
        members.setdefault(min(int(score * bins), bins - 1), []).append((label, score))
    return [
        CalibrationBin(b / bins, (b + 1) / bins, len(m), fmean(s for _, s in m), fmean(y for y, _ in m))
        for b, m in sorted(members.items())
    ]


def calibration_error(bins: Sequence[CalibrationBin]) -> float | None:
    """Return the mean gap of score and truth weighted by claims (ECE: Naeini et al. 2015)."""
    total = sum(b.n for b in bins)
    return sum(b.n * abs(b.mean_score - b.share_true) for b in bins) / total if total else None


def _split(labels: Sequence[int], scores: Sequence[float]) -> tuple[list[float], list[float]]:
    true: list[float] = []
    false: list[float] = []
    for label, score in zip(labels, scores, strict=True):
        (true if label else false).append(score)
    return true, false
