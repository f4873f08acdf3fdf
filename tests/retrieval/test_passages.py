from invented_papers import KITE, PAPERS

from rag.index.lexical import LexicalIndex
from rag.retrieval.passages import candidate_passages, term_weights
from rag.sentences import sentences

LEXICAL = LexicalIndex.build(PAPERS)


def passages_for(question, limit):
    return candidate_passages(term_weights(question, LEXICAL), KITE, limit)


def test_passages_are_sentences_with_the_share_of_the_questions_terms():
    passages = passages_for("How does KITEMAP cut delays?", 10)
    assert passages[0].text == "KITEMAP cuts delays by 18% on 40 test flights."
    assert passages[0].score == 1
    assert len(passages) == len(sentences(KITE))
    for passage in passages:
        assert passage.text == KITE[passage.start : passage.end]
        assert 0 <= passage.score <= 1
    assert [p.score for p in passages] == sorted((p.score for p in passages), reverse=True)


def test_a_rare_term_weighs_more_than_a_frequent_one():
    weights = candidate_passages({"flight": 3.0, "delay": 1.0}, "It cuts delays. It plans flights.", 2)
    assert [(p.text, p.score) for p in weights] == [("It plans flights.", 0.75), ("It cuts delays.", 0.25)]
    rarities = term_weights("street kitemap", LEXICAL)
    assert rarities["kitemap"] > rarities["street"] > 0


def test_among_equals_the_earlier_goes_first():
    assert [p.start for p in passages_for("zeppelin", 2)] == [s.start for s in sentences(KITE)][:2]
    assert [p.score for p in passages_for("the of", 3)] == [0, 0, 0]
