import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.retrieval.fusion import best_rows, fuse, rescored, scaled


def array(*values):
    return np.array(values, dtype=np.float32)


def test_best_rows_are_sorted_and_ties_go_by_row():
    scores = array(1, 3, 2, 3, 0, 3)
    assert best_rows(scores, 3).tolist() == [1, 3, 5]
    assert best_rows(scores, 2).tolist() == [1, 3]
    assert best_rows(scores, 4).tolist() == [1, 3, 5, 2]
    assert best_rows(scores, 99).tolist() == [1, 3, 5, 2, 0, 4]
    assert best_rows(array(), 3).tolist() == []


@given(st.lists(st.integers(-3, 3), max_size=30), st.integers(1, 40))
def test_best_rows_equal_a_stable_sort(values, depth):
    expected = sorted(range(len(values)), key=lambda row: (-values[row], row))[:depth]
    assert best_rows(array(*values), depth).tolist() == expected


def test_scaling_by_hand():
    assert scaled(array(10, 5, 0, 7.5, -1), 10) == pytest.approx([1, 0, 0, 0.5, 0], abs=2e-3)
    assert scaled(array(3, 3, 0), 10) == pytest.approx([1, 1, 0], abs=1e-6)
    # Below the depth nothing counts.
    assert scaled(array(4, 3, 2, 1), 2).tolist()[2:] == [0, 0]


def test_nothing_found_stays_nothing():
    assert scaled(array(0, -1, 0), 5).tolist() == [0, 0, 0]
    assert scaled(array(), 5).tolist() == []


def test_the_mix_by_hand():
    lexical, dense = array(8, 4, 0, 0), array(0.2, 0.6, 0.4, -1)
    mixed = fuse(lexical, dense, dense_weight=0.25, depth=10)
    assert mixed == pytest.approx([0.75, 0.25, 0.125, 0], abs=2e-3)
    assert mixed.dtype == np.float32
    assert best_rows(mixed, 4).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(("weight", "first"), [(0, 0), (1, 1)])
def test_the_weights_ends_are_one_side_alone(weight, first):
    assert best_rows(fuse(array(2, 1, 0), array(0.1, 0.9, 0.5), weight, 5), 1).tolist() == [first]


def test_a_lexical_score_of_zero_gives_nothing():
    mixed = fuse(array(0, 0, 5), array(-1, -1, -1), 0.3, 10)
    assert mixed[:2].tolist() == [0, 0]
    assert mixed[2] == pytest.approx(0.7)


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(-9, 9)), min_size=1, max_size=30),
    st.sampled_from([0.0, 0.3, 0.5, 1.0]),
)
def test_fused_scores_lie_between_0_and_1_and_lose_nothing(pairs, weight):
    lexical, dense = (array(*column) for column in zip(*pairs, strict=True))
    dense = dense / 10
    mixed = fuse(lexical, dense, weight, 100)
    assert ((mixed >= 0) & (mixed <= 1.0001)).all()
    if 0 < weight < 1:
        assert ((mixed > 0) == ((lexical > 0) | (dense > 0))).all()


def test_rescoring_by_hand():
    scores = array(1.0, 0.8, 0.5, 0.0)
    assert rescored(scores, [0, 2], array(0.3, 0.7), 0.5).tolist() == pytest.approx([0.5, 0.4, 0.75, 0.0])
    assert rescored(scores, [1], array(-0.2), 0.25).tolist() == pytest.approx([0.75, 0.85, 0.375, 0.0])
    assert rescored(scores, [], array(), 0.5).tolist() == pytest.approx([0.5, 0.4, 0.25, 0.0])
