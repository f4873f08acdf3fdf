from invented_papers import KITE

from rag.retrieval.passages import candidate_passages
from rag.sentences import sentences


def test_passages_are_sentences_with_the_share_of_the_questions_terms():
    passages = candidate_passages("How does KITEMAP cut delays?", KITE, 10)
    assert passages[0].text == "KITEMAP cuts delays by 18% on 40 test flights."
    assert passages[0].score == 1
    assert len(passages) == len(sentences(KITE))
    for passage in passages:
        assert passage.text == KITE[passage.start : passage.end]
        assert 0 <= passage.score <= 1
    assert [p.score for p in passages] == sorted((p.score for p in passages), reverse=True)


def test_among_equals_the_earlier_goes_first():
    passages = candidate_passages("zeppelin", KITE, 2)
    assert [p.start for p in passages] == [s.start for s in sentences(KITE)][:2]
    assert [p.score for p in candidate_passages("the of", KITE, 3)] == [0, 0, 0]
