import pytest
from invented_papers import PAPERS

from rag.answering.gate import apply_gate
from rag.retrieval.results import Hit


def hits(*relevances, named=()):
    return [
        Hit(PAPERS[n], 1.0 - n / 10, lexical=1.0, dense=0.5, relevance=value, named_author=n in named)
        for n, value in enumerate(relevances)
    ]


def gate(question, found, answer=2.0, least=0.0, most=5):
    return apply_gate(question, found, answer, least, most)


def test_relevant_papers_pass_in_their_order():
    passed = gate("kites", hits(1.0, 5.0, -0.1, 0.0))
    assert [h.relevance for h in passed.hits] == [1.0, 5.0, 0.0]
    assert passed.reason == ""


def test_no_more_than_asked_for_pass():
    assert len(gate("kites", hits(3, 3, 3, 3), most=2).hits) == 2


@pytest.mark.parametrize("relevances", [(1.99,), (-3.0, -11.0, 1.0), (0.0,)])
def test_below_the_best_nothing_passes(relevances):
    passed = gate("kites", hits(*relevances))
    assert passed.hits == ()
    assert passed.reason == "no abstract is relevant enough"


def test_the_limit_itself_is_enough():
    assert len(gate("kites", hits(2.0)).hits) == 1


def test_without_hits_nothing_passes():
    assert gate("kites", []).hits == ()
    assert gate("kites", []).reason


@pytest.mark.parametrize("question", ["what is the of and to in a", "?", "Which papers are there?", "…"])
def test_a_question_without_telling_words_is_refused_with_advice(question):
    passed = gate(question, hits(9.0))
    assert passed.hits == ()
    assert "telling words" in passed.reason


def test_papers_by_a_named_author_pass_alone_and_without_relevance():
    passed = gate("What did Ada Müller write?", hits(-9.0, 8.0, -9.0, named=(0, 2)))
    assert [h.relevance for h in passed.hits] == [-9.0, -9.0]


def test_papers_by_somebody_unknown_are_refused_by_name():
    passed = gate("Which papers by Zelda Quux are about kites?", hits(9.0))
    assert passed.hits == ()
    assert "Zelda Quux" in passed.reason


def test_a_capitalised_method_is_no_author():
    assert gate("Which works of Delivery Kites are there in gusts?", hits(9.0)).hits


@pytest.mark.xfail(strict=True, reason="None counts as 0")
def test_papers_that_were_not_read_by_the_cross_encoder_do_not_count_as_relevant():
    found = hits(None, 5.0)
    assert [h.paper for h in gate("kites", found).hits] == [PAPERS[1]]
