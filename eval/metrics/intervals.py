"""Confidence intervals: bootstrap, paired bootstrap, and prediction-powered ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean

import numpy as np
import numpy.typing as npt

# The places of a resample.
Places = npt.NDArray[np.int64]
_RESAMPLES = 2000
_SEED = 20240721
# Numbers drawn at once; more would take memory for nothing.
_BLOCK = 4_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over `n` values and its 95% interval."""

    mean: float
    low: float
    high: float
    n: int


def bootstrap(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """Return the mean with its percentile bootstrap interval.

    Efron and Tibshirani 1993, "An Introduction to the Bootstrap", chapter 13. The seed is fixed,
    so that one result always has one interval.

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("an interval needs at least one value")
    means = _resampled_means(np.asarray(values, dtype=np.float64))
    tail = 50 * (1 - confidence)
    low, high = np.percentile(means, [tail, 100 - tail])
    return Interval(fmean(values), float(low), float(high), len(values))


def bootstrap_of(
    size: int,
    statistic: Callable[[Places], float | None],
    resamples: int = 400,
    confidence: float = 0.95,
) -> tuple[float, float] | None:
    """Return the percentile bootstrap interval of a statistic that is no mean, such as AUROC.

    `statistic` gets the places of a resample of `size` items. Resamples for which it is None (a
    class is missing) are drawn in vain; None is returned if all are.
    """
    generator = np.random.default_rng(_SEED)
    drawn = (statistic(generator.integers(0, size, size)) for _ in range(resamples))
    values = [value for value in drawn if value is not None]
    if not values:
        return None
    tail = 50 * (1 - confidence)
    low, high = np.percentile(values, [tail, 100 - tail])
    return float(low), float(high)


def paired_bootstrap(before: Sequence[float], after: Sequence[float], confidence: float = 0.95) -> Interval:
    """Return the mean of `after - before` over the same questions, with its interval.

    Resampling questions, not systems, as Koehn 2004, "Statistical Significance Tests for Machine
    Translation Evaluation". A difference is beyond chance when the interval leaves out 0.

    Raises:
        ValueError: the two differ in length or are empty.
    """
    return bootstrap([b - a for a, b in zip(before, after, strict=True)], confidence)


def prediction_powered(
    labels: Sequence[float],
    predictions_labelled: Sequence[float],
    predictions_rest: Sequence[float],
    confidence: float = 0.95,
) -> Interval:
    """Return an interval of the true mean from few labels and many predictions of a judge.

    The mean of the predictions on unlabelled data plus the mean error on the labelled data:
    Angelopoulos et al. 2023, "Prediction-powered inference", Science 382, Algorithm 1.

    Raises:
        ValueError: fewer than two labels or two further predictions.
    """
    if len(labels) < 2 or len(predictions_rest) < 2:
        raise ValueError("a prediction-powered interval needs two labels and two further predictions")
    errors = [y - f for y, f in zip(labels, predictions_labelled, strict=True)]
    mean = fmean(predictions_rest) + fmean(errors)
    spread = math.sqrt(
        float(np.var(predictions_rest)) / len(predictions_rest) + float(np.var(errors)) / len(errors)
    )
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * spread
    return Interval(mean, mean - reach, mean + reach, len(labels) + len(predictions_rest))


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the percentile with linear interpolation (numpy's default).

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("a percentile needs at least one value")
    return float(np.percentile(values, percent))


def _resampled_means(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    generator = np.random.default_rng(_SEED)
    size = len(values)
    at_once = max(1, _BLOCK // size)
    parts = [
        values[generator.integers(0, size, (min(at_once, _RESAMPLES - done), size))].mean(axis=1)
        for done in range(0, _RESAMPLES, at_once)
    ]
    return np.concatenate(parts)
