"""The cases follow section 3 of the ALCE paper and `compute_autoais` of its code."""

from eval.metrics.citations import CitedSentence, citation_scores

# Which sets of sources (0-based) entail a sentence.
FACTS = {
    "one": [{0}],
    "both": [{0, 1}],
    "either": [{0}, {1}],
    "none": [],
}


def entails(text, numbers):
    return any(needed <= set(numbers) for needed in FACTS[text])


def scores(*sentences, sources=3, **options):
    return citation_scores([CitedSentence(t, c) for t, c in sentences], sources, entails, **options)


def test_a_right_citation_scores_full():
    found = scores(("one", (1,)))
    assert (found.recall, found.precision, found.supported) == (1, 1, (True,))


def test_a_wrong_citation_scores_nothing():
    found = scores(("one", (2,)))
    assert (found.recall, found.precision) == (0, 0)


def test_sources_may_support_together():
    found = scores(("both", (1, 2)))
    assert (found.recall, found.precision) == (1, 1)


def test_a_superfluous_citation_costs_precision():
    # The third neither supports alone nor is missed when it goes.
    found = scores(("one", (1, 3)))
    assert (found.recall, found.precision) == (1, 0.5)


def test_two_that_each_suffice_are_both_relevant():
    assert scores(("either", (1, 2))).precision == 1


def test_no_citation_lowers_recall_and_leaves_precision():
    found = scores(("one", (1,)), ("one", ()))
    assert (found.recall, found.precision) == (0.5, 1)


def test_a_citation_out_of_range_makes_its_sentence_unsupported():
    found = scores(("one", (1, 9)), ("one", (1,)))
    assert (found.recall, found.precision) == (0.5, 1)


def test_citations_of_an_unsupported_sentence_all_count_against_precision():
    assert scores(("none", (1, 2)), ("one", (1,))).precision == 1 / 3


def test_only_the_first_three_citations_are_read():
    assert scores(("one", (2, 3, 2, 1))).recall == 0
    assert scores(("one", (2, 3, 2, 1)), at_most=4).recall == 1


def test_an_empty_answer_scores_zero_not_nan():
    found = scores()
    assert (found.recall, found.precision, found.supported) == (0, 0, ())
