import math
import random

import pytest

from eval.metrics.ranking import hit_at, ndcg_at, recall_at, reciprocal_rank

RANKED = ["a", "b", "c", "d", "e"]


def test_a_hit_counts_within_k_only():
    assert hit_at(RANKED, {"c": 1}, 3) == 1
    assert hit_at(RANKED, {"c": 1}, 2) == 0
    assert hit_at([], {"c": 1}, 2) == 0


def test_recall_is_the_share_of_the_gold():
    assert recall_at(RANKED, {"a": 1, "d": 1, "x": 1}, 3) == pytest.approx(1 / 3)
    assert recall_at(RANKED, {"a": 1, "d": 1, "x": 1}, 5) == pytest.approx(2 / 3)


def test_the_reciprocal_rank_is_that_of_the_first_gold_paper():
    assert reciprocal_rank(RANKED, {"b": 1, "c": 1}, 10) == 0.5
    assert reciprocal_rank(RANKED, {"e": 1}, 4) == 0


def test_ndcg_of_graded_gold_by_hand():
    # Found: grade 1 at rank 1 and grade 2 at rank 3; best: 2, 1, 1.
    gained = 1 / math.log2(2) + 2 / math.log2(4)
    best = 2 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg_at(RANKED, {"a": 1, "c": 2, "x": 1}, 10) == pytest.approx(gained / best)


@pytest.mark.parametrize("metric", [recall_at, ndcg_at])
def test_without_gold_there_is_no_share(metric):
    with pytest.raises(ValueError, match="at least one gold"):
        metric(RANKED, {}, 5)


def test_all_agree_with_trec_eval():
    pytrec_eval = pytest.importorskip("pytrec_eval")
    draw = random.Random(7)
    papers = [f"p{i:02}" for i in range(40)]
    gold = {f"q{q}": {p: draw.choice([1, 2, 3]) for p in draw.sample(papers, 6)} for q in range(30)}
    ranked = {q: draw.sample(papers, 25) for q in gold}
    run = {q: {p: float(100 - rank) for rank, p in enumerate(ranked[q])} for q in gold}
    measures = {"success_1", "recall_5,10,20", "ndcg_cut_10", "recip_rank"}
    theirs = pytrec_eval.RelevanceEvaluator(gold, measures).evaluate(run)
    for q in gold:
        assert hit_at(ranked[q], gold[q], 1) == theirs[q]["success_1"]
        for k in (5, 10, 20):
            assert recall_at(ranked[q], gold[q], k) == pytest.approx(theirs[q][f"recall_{k}"])
        assert ndcg_at(ranked[q], gold[q], 10) == pytest.approx(theirs[q]["ndcg_cut_10"])
        assert reciprocal_rank(ranked[q], gold[q], 25) == pytest.approx(theirs[q]["recip_rank"])
