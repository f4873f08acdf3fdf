import random
from statistics import fmean

import pytest

from eval.metrics.agreement import cohen_kappa
from eval.metrics.detection import (
    auroc,
    balanced_accuracy,
    calibration,
    calibration_error,
    threshold_at_false_alarm,
)
from eval.metrics.intervals import (
    bootstrap,
    bootstrap_of,
    paired_bootstrap,
    percentile,
    prediction_powered,
)
from eval.metrics.refusal import refusal_figures


def test_a_bootstrap_interval_holds_the_mean_and_is_the_same_each_time():
    values = [0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0]
    interval = bootstrap(values)
    assert interval.mean == 0.625
    assert interval.low < 0.625 < interval.high
    assert interval == bootstrap(values)


def test_equal_values_have_no_spread():
    interval = bootstrap([0.5] * 9)
    assert (interval.low, interval.mean, interval.high, interval.n) == (0.5, 0.5, 0.5, 9)


def test_the_bootstrap_agrees_with_the_normal_approximation():
    draw = random.Random(3)
    values = [float(draw.random() < 0.3) for _ in range(400)]
    interval = bootstrap(values)
    reach = 1.96 * (interval.mean * (1 - interval.mean) / 400) ** 0.5
    assert interval.low == pytest.approx(interval.mean - reach, abs=0.006)
    assert interval.high == pytest.approx(interval.mean + reach, abs=0.006)


def test_an_interval_of_nothing_is_refused():
    for empty in (lambda: bootstrap([]), lambda: percentile([], 50)):
        with pytest.raises(ValueError, match="at least one value"):
            empty()


def test_pairing_sees_a_small_steady_gain_that_the_single_intervals_hide():
    draw = random.Random(1)
    before = [draw.random() for _ in range(50)]
    after = [value + 0.02 for value in before]
    difference = paired_bootstrap(before, after)
    assert difference.mean == pytest.approx(0.02)
    assert difference.low > 0
    assert bootstrap(before).high > bootstrap(after).low


def test_pairs_must_match():
    with pytest.raises(ValueError, match="zip"):
        paired_bootstrap([1.0], [1.0, 0.0])


def test_a_statistic_that_is_no_mean_has_an_interval_too():
    labels, scores = [1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.7, 0.8, 0.6, 0.1]
    found = bootstrap_of(6, lambda at: auroc([labels[i] for i in at], [scores[i] for i in at]))
    assert found is not None
    assert 0 <= found[0] <= auroc(labels, scores) <= found[1] <= 1
    assert bootstrap_of(3, lambda at: None) is None


def test_a_prediction_powered_interval_by_hand():
    # Judge on the rest: mean 0.75, variance 0.1875, n 4. Errors: 0, 0, -1, 0: mean -0.25, variance 0.1875.
    found = prediction_powered([1, 0, 0, 1], [1, 0, 1, 1], [1, 1, 0, 1])
    reach = 1.959964 * (0.1875 / 4 + 0.1875 / 4) ** 0.5
    assert found.mean == pytest.approx(0.5)
    assert found.low == pytest.approx(0.5 - reach, abs=1e-5)
    assert found.high == pytest.approx(0.5 + reach, abs=1e-5)


def test_a_prediction_powered_interval_agrees_with_its_authors_code():
    labels, said, rest = (
        [1, 0, 0, 1, 1, 0, 1, 1],
        [1, 0, 1, 1, 1, 1, 1, 0],
        [1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1],
    )
    found = prediction_powered(labels, said, rest)
    # ppi_mean_ci(..., alpha=0.05, lam=1) and ppi_mean_pointestimate of ppi-python 0.2.3.
    assert (found.mean, found.low, found.high) == pytest.approx((0.54166667, 0.04800316, 1.03533017))


def test_a_prediction_powered_interval_covers_the_truth_where_the_judge_is_biased():
    draw = random.Random(5)
    covered = judge_alone = 0
    for _ in range(200):
        truth = [float(draw.random() < 0.6) for _ in range(330)]
        # The judge lets a third of the false ones pass.
        said = [1.0 if t or draw.random() < 0.33 else 0.0 for t in truth]
        found = prediction_powered(truth[:80], said[:80], said[80:])
        covered += found.low <= 0.6 <= found.high
        judge_alone += abs(fmean(said) - 0.6) < 0.05
    assert covered >= 180
    assert judge_alone < 20


def test_kappa_by_hand():
    # Observed 0.7; chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
    first = ["y"] * 25 + ["n"] * 25
    second = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert cohen_kappa(first, second) == pytest.approx(0.4)
    assert cohen_kappa(["y", "y"], ["y", "y"]) == 1


def test_auroc_counts_ties_half():
    assert auroc([1, 0], [0.5, 0.5]) == 0.5
    assert auroc([1, 1, 0, 0], [0.9, 0.4, 0.5, 0.1]) == 0.75
    assert auroc([1, 1], [0.5, 0.6]) is None


def test_balanced_accuracy_does_not_reward_saying_yes_to_all():
    assert balanced_accuracy([1, 1, 1, 0], [True] * 4) == 0.5
    assert balanced_accuracy([1, 0], [True, False]) == 1
    assert balanced_accuracy([0, 0], [True, False]) is None


@pytest.mark.parametrize(("rate", "threshold"), [(0.0, 0.01), (0.05, 0.02), (0.1, 0.03)])
def test_the_threshold_flags_no_more_true_claims_than_allowed(rate, threshold):
    true = [i / 100 for i in range(1, 21)]
    assert threshold_at_false_alarm(true, rate) == threshold
    assert sum(score < threshold for score in true) <= rate * 20


def test_calibration_bins_and_their_gap():
    bins = calibration([1, 0, 1, 1], [0.05, 0.01, 0.95, 1.0])
    assert [(b.low, b.n, b.share_true) for b in bins] == [(0.0, 2, 0.5), (0.9, 2, 1.0)]
    assert calibration_error(bins) == pytest.approx(0.5 * abs(0.03 - 0.5) + 0.5 * 0.025)
    assert calibration_error([]) is None


def test_refusals_are_counted_on_both_sides():
    figures = refusal_figures([True, True, False, False, False], [False, True, True, True, False])
    assert (figures.precision, figures.recall, figures.false_refusals) == (2 / 3, 2 / 3, 0.5)
    assert (figures.refused, figures.unanswerable, figures.answerable) == (3, 3, 2)


def test_shares_of_nothing_are_none():
    figures = refusal_figures([True], [False])
    assert (figures.precision, figures.recall, figures.false_refusals) == (None, None, 0)


def test_figures_agree_with_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    draw = random.Random(11)
    labels = [draw.randint(0, 1) for _ in range(300)]
    scores = [round(draw.random() * 0.7 + 0.3 * label, 1) for label in labels]
    predicted = [score >= 0.5 for score in scores]
    assert auroc(labels, scores) == pytest.approx(metrics.roc_auc_score(labels, scores))
    ours = balanced_accuracy(labels, predicted)
    assert ours == pytest.approx(metrics.balanced_accuracy_score(labels, predicted))
    assert cohen_kappa(labels, predicted) == pytest.approx(metrics.cohen_kappa_score(labels, predicted))
    figures = refusal_figures([not label for label in labels], predicted)
    assert figures.precision == pytest.approx(metrics.precision_score(labels, predicted))
    assert figures.recall == pytest.approx(metrics.recall_score(labels, predicted))
