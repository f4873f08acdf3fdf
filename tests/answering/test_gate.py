import re
from dataclasses import replace

import pytest
from invented_papers import PAPERS

from rag.answering.gate import apply_gate, evidence
from rag.index.tokenizer import question_terms
from rag.retrieval.results import Hit, WordMatch

QUESTION = "How do delivery kites avoid gusts?"
KITE_HIT = Hit(PAPERS[0], 1.0, lexical=5.0, dense=0.6, relevance=5.0)


def hits(*relevances, named=()):
    """Return hits of one paper, so that they differ in relevance only."""
    return [replace(KITE_HIT, relevance=value, named_author=n in named) for n, value in enumerate(relevances)]


def matched(question, hit, nearness=0.4, rarity=2.5):
    """Return the hit with the words of the question, all equally rare, which its paper may hold or not."""
    words = [word for word in re.findall(r"\w+", question) if question_terms(word)]
    return replace(hit, matches=tuple(WordMatch(word, rarity, nearness) for word in words))


def gate(question, found, threshold=0.0, margin=3.0, most=5):
    passed = apply_gate(question, [matched(question, hit) for hit in found], threshold, margin, most)
    return replace(passed, hits=tuple(replace(hit, matches=()) for hit in passed.hits))


def kite_evidence(question=QUESTION, nearness=0.4, rarity=2.5, **changed):
    return evidence(question, matched(question, replace(KITE_HIT, **changed), nearness, rarity))


def test_relevant_papers_pass_in_the_order_of_the_hits():
    passed = gate(QUESTION, hits(4.0, 5.0, 4.5))
    assert [h.relevance for h in passed.hits] == [4.0, 5.0, 4.5]
    assert passed.reason == ""


def test_the_evidence_grows_with_what_speaks_for_a_paper():
    value = kite_evidence()
    assert value > 0
    assert kite_evidence(relevance=-5.0) < value
    assert kite_evidence("How do glaciers avoid gusts?") < value
    assert kite_evidence(names=("KITEMAP",)) > value
    assert kite_evidence("?") < value


def test_a_word_that_the_paper_lacks_counts_less_where_it_has_one_like_it():
    question, held = "How do delivery kites dodge gusts?", "How do delivery kites lose gusts?"
    assert kite_evidence(question, nearness=0.2) < kite_evidence(question, nearness=0.8) < kite_evidence(held)


def test_one_thing_that_is_not_there_outweighs_all_the_rest():
    question = "Planning detours of delivery kites around volcanoes"
    assert kite_evidence(question, nearness=0.9, rarity=8) > 0
    assert kite_evidence(question, nearness=0.1, rarity=8) < 0


def test_papers_far_below_the_best_stay_out():
    value = kite_evidence()
    far = replace(KITE_HIT, relevance=-11.0)
    assert value - kite_evidence(relevance=-11.0) > 3
    assert gate(QUESTION, [far, KITE_HIT], threshold=-99).hits == (KITE_HIT,)
    assert gate(QUESTION, [far, KITE_HIT], threshold=-99, margin=99).hits == (far, KITE_HIT)


@pytest.mark.parametrize(
    ("question", "passes"),
    [
        ("papers on detours", True),
        ("give me an overview of planning detours", True),
        ("papers on gusts and detours", False),
        ("papers on parcels", False),
        ("planning detours of delivery kites", False),
    ],
)
def test_a_short_topic_that_a_title_says_needs_no_further_evidence(question, passes):
    found = gate(question, hits(-11.0), threshold=99)
    assert bool(found.hits) is passes


def test_a_question_for_several_papers_gets_more():
    near = replace(KITE_HIT, relevance=-7.0)
    assert gate(QUESTION, [KITE_HIT, near], threshold=-99).hits == (KITE_HIT,)
    assert gate("Which papers avoid gusts?", [KITE_HIT, near], threshold=-99).hits == (KITE_HIT, near)


def test_each_method_that_is_named_has_a_paper():
    one, other = replace(KITE_HIT, names=("KITEMAP",)), replace(KITE_HIT, relevance=-9.0, names=("Icemap",))
    assert gate(
        "How do KITEMAP and Icemap differ?", [one, KITE_HIT, other], threshold=-99, margin=0.5
    ).hits == (one, other)
    assert gate(QUESTION, [other], threshold=99).hits == ()


def test_no_more_than_asked_for_pass():
    assert len(gate(QUESTION, hits(5, 5, 5, 5), most=2).hits) == 2


def test_below_the_threshold_nothing_passes():
    value = kite_evidence()
    assert gate(QUESTION, [KITE_HIT], threshold=value).hits == (KITE_HIT,)
    passed = gate(QUESTION, [KITE_HIT], threshold=value + 0.01)
    assert passed.hits == ()
    assert passed.reason == "no abstract is relevant enough"


def test_without_hits_nothing_passes():
    assert gate(QUESTION, []).hits == ()
    assert gate(QUESTION, []).reason


@pytest.mark.parametrize(
    "question",
    [
        "what is the of and to in a",
        "?",
        "Which papers are there?",
        "…",
        "what is 2+2",
        "help",
        "hello, anyone?",
    ],
)
def test_a_question_without_telling_words_is_refused_with_advice(question):
    passed = gate(question, hits(9.0), threshold=-99)
    assert passed.hits == ()
    assert "telling words" in passed.reason


def test_papers_by_a_named_author_pass_alone_and_without_evidence():
    passed = gate("What did Ada Müller write?", hits(-9.0, 8.0, None, named=(0, 2)), threshold=99)
    assert [h.relevance for h in passed.hits] == [-9.0, None]


def test_papers_by_somebody_unknown_are_refused_by_name():
    passed = gate("Which papers by Zelda Quux are about kites?", hits(9.0), threshold=-99)
    assert passed.hits == ()
    assert "Zelda Quux" in passed.reason


def test_a_capitalised_subject_is_no_author():
    assert gate("Which works of Delivery Kites are there in gusts?", hits(9.0), threshold=-99).hits


def test_papers_that_the_cross_encoder_did_not_read_do_not_count():
    assert [h.relevance for h in gate(QUESTION, hits(None, 5.0)).hits] == [5.0]
    assert gate(QUESTION, hits(None, None), threshold=-99).hits == ()


def test_a_question_in_another_script_is_told_why():
    passed = gate("哪种方法可以避开阵风？", hits(-9.0))
    assert passed.hits == ()
    assert "English" in passed.reason


@pytest.mark.parametrize(
    "question", ["Kitemap vs HIVELOG", "compare HIVELOG with Kitemap", "explain Kitemap and HIVELOG"]
)
def test_a_question_for_nothing_but_named_papers_is_never_refused(question):
    kite, bee = (Hit(paper, 1.0, 5.0, 0.1, relevance=-9.0, named=True) for paper in PAPERS[:2])
    found = [kite, replace(bee, names=("HIVELOG",)), replace(KITE_HIT, paper=PAPERS[2], relevance=-9.0)]
    assert [hit.paper for hit in gate(question, found).hits] == list(PAPERS[:2])
    unnamed = [replace(hit, named=False) for hit in found]
    assert gate(question, unnamed).hits == ()


def test_a_named_paper_must_still_say_what_is_asked():
    named = Hit(PAPERS[0], 1.0, 5.0, 0.1, relevance=-9.0, named=True)
    assert gate("Why do glaciers melt around Kitemap?", [named]).hits == ()
