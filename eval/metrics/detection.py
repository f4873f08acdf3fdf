"""How well a score tells true claims from false ones. Labels: 1 supported, 0 not; higher is truer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Claims whose score lies in [low, high): their number, mean score and share of true ones."""

    low: float
    high: float
    n: int
    mean_score: float
    share_true: float


def auroc(labels: ArrayLike, scores: ArrayLike) -> float | None:
    """Return the chance that a true claim scores above a false one, ties counting half.

    The Mann-Whitney statistic: Hanley and McNeil 1982. None where one of the classes is missing.
    """
    true, false = _split(labels, scores)
    if not len(true) or not len(false):
        return None
    ordered = np.sort(false)
    below = np.searchsorted(ordered, true, side="left")
    up_to = np.searchsorted(ordered, true, side="right")
    return float((below + up_to).sum() / 2 / (len(true) * len(false)))


def balanced_accuracy(labels: ArrayLike, predicted: ArrayLike) -> float | None:
    """Return the mean of both classes' recall (Brodersen et al. 2010); None if a class is missing."""
    true, false = _split(labels, predicted)
    return float((true.mean() + 1 - false.mean()) / 2) if len(true) and len(false) else None


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


def calibration(labels: ArrayLike, scores: ArrayLike, bins: int = 10) -> list[CalibrationBin]:
    """Return the bins of equal width that hold claims (Niculescu-Mizil and Caruana 2005)."""
    truth, values = np.asarray(labels, dtype=float), np.asarray(scores, dtype=float)
    place = np.minimum((values * bins).astype(int), bins - 1)
    counts = np.bincount(place, minlength=bins)
    sums = np.bincount(place, values, bins), np.bincount(place, truth, bins)
    return [
        CalibrationBin(b / bins, (b + 1) / bins, int(n), float(sums[0][b] / n), float(sums[1][b] / n))
        for b, n in enumerate(counts)
        if n
    ]


def calibration_error(bins: Sequence[CalibrationBin]) -> float | None:
    """Return the mean gap of score and truth weighted by claims (ECE: Naeini et al. 2015)."""
    total = sum(b.n for b in bins)
    return sum(b.n * abs(b.mean_score - b.share_true) for b in bins) / total if total else None


def _split(labels: ArrayLike, values: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    is_true, found = np.asarray(labels, dtype=bool), np.asarray(values, dtype=np.float64)
    if is_true.shape != found.shape:
        raise ValueError(f"{is_true.size} labels do not fit {found.size} values")
    return found[is_true], found[~is_true]
