"""Mixes lexical and dense scores of the same papers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]

# The score of the lowest row that was found at all.
_FOUND = np.float32(1e-3)


def best_rows(scores: Scores, depth: int) -> npt.NDArray[np.intp]:
    """Return the rows with the `depth` highest scores, best first; ties go by row."""
    if depth < len(scores):
        # Every row that ties with the last one stays in, so that the order decides, not chance.
        lowest = np.partition(scores, -depth)[-depth]
        candidates = np.flatnonzero(scores >= lowest)
    else:
        candidates = np.arange(len(scores))
    return candidates[np.argsort(-scores[candidates], kind="stable")][:depth]


def scaled(scores: Scores, depth: int) -> Scores:
    """Return scores between 0 and 1: the best of all is 1, what lies below the `depth` best is 0.

    Rows with a score of 0 or less count as not found; the lowest that was found stays just above 0.
    """
    result = np.zeros_like(scores)
    rows = best_rows(scores, depth)
    rows = rows[scores[rows] > 0]
    if len(rows) == 0:
        return result
    low, high = scores[rows].min(), scores[rows].max()
    spread = (scores[rows] - low) / (high - low) if high > low else np.float32(1)
    result[rows] = _FOUND + (1 - _FOUND) * spread
    return result


def fuse(lexical: Scores, dense: Scores, dense_weight: float, depth: int) -> Scores:
    """Return (1 - w) * lexical + w * dense, each scaled over its `depth` best.

    A weighted sum of min-max scaled scores (convex combination; Bruch, Gai and Ingber 2023, "An
    Analysis of Fusion Functions for Hybrid Retrieval"), which beats reciprocal rank fusion here.
    """
    mixed = (1 - dense_weight) * scaled(lexical, depth) + dense_weight * scaled(dense, depth)
    return mixed.astype(np.float32)


def rescored(scores: Scores, rows: Sequence[int], others: Scores, weight: float) -> Scores:
    """Return (1 - weight) * scores, and for `rows` weight * others more, `others` scaled to 0-1."""
    result = ((1 - weight) * scores).astype(np.float32)
    if len(rows):
        low, high = others.min(), others.max()
        spread = (others - low) / (high - low) if high > low else np.ones_like(others)
        result[list(rows)] += np.float32(weight) * spread
    return result
