"""How good a ranking of papers is. `ranked` is best first; `gold` maps a paper to its grade (> 0)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence


def hit_at(ranked: Sequence[str], gold: Mapping[str, int], k: int) -> float:
    """Return 1 if a gold paper stands among the first `k`, else 0 (trec_eval's success_k)."""
    return float(any(paper in gold for paper in ranked[:k]))


def recall_at(ranked: Sequence[str], gold: Mapping[str, int], k: int) -> float:
    """Return the share of the gold papers among the first `k` (trec_eval's recall_k).

    Raises:
        ValueError: there is no gold, so that the share is not defined.
    """
    if not gold:
        raise ValueError("recall needs at least one gold paper")
    return len(gold.keys() & set(ranked[:k])) / len(gold)


def reciprocal_rank(ranked: Sequence[str], gold: Mapping[str, int], k: int) -> float:
    """Return 1 / rank of the first gold paper among the first `k`, else 0.

    Voorhees 1999, "The TREC-8 Question Answering Track Report"; with `k` the MRR@k of MS MARCO.
    """
    return next((1 / rank for rank, paper in enumerate(ranked[:k], start=1) if paper in gold), 0.0)


def ndcg_at(ranked: Sequence[str], gold: Mapping[str, int], k: int) -> float:
    """Return the discounted gain of the first `k` over that of the best possible order.

    The gain is the grade itself and the discount log2(rank + 1): Järvelin and Kekäläinen 2002,
    "Cumulated gain-based evaluation of IR techniques", as trec_eval's ndcg_cut_k computes it.

    Raises:
        ValueError: there is no gold.
    """
    if not gold:
        raise ValueError("nDCG needs at least one gold paper")
    best = _discounted(sorted(gold.values(), reverse=True)[:k])
    return _discounted([gold.get(paper, 0) for paper in ranked[:k]]) / best


def _discounted(grades: Sequence[int]) -> float:
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))
