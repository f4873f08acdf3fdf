import random

import numpy as np
import pytest
from invented_papers import KITE, PAPERS
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from rag.models.reranker import MAX_TOKENS, OnnxCrossEncoder

QUESTION = "How does KITEMAP avoid gusts?"
PASSAGES = [p.text for p in PAPERS]


def test_the_passage_that_answers_scores_highest(reranker):
    logits = reranker.score(QUESTION, PASSAGES)
    assert len(logits) == len(PASSAGES)
    assert max(range(len(logits)), key=logits.__getitem__) == 0
    assert logits[0] > 2
    assert max(logits[1:]) < 0
    assert all(type(x) is float and np.isfinite(x) for x in logits)


def test_a_score_does_not_depend_on_the_other_passages(reranker):
    alone = {passage: reranker.score(QUESTION, [passage])[0] for passage in PASSAGES}
    for seed in range(3):
        batch = random.Random(seed).sample(PASSAGES, 5)
        assert reranker.score(QUESTION, batch) == [alone[passage] for passage in batch]


def test_nothing_to_score(reranker):
    assert reranker.score(QUESTION, []) == []
    assert len(reranker.score("", ["", "x"])) == 2


def test_long_passages_are_cut(reranker):
    filler = "Nothing of interest is said here. " * 300
    (whole,) = reranker.score(QUESTION, [KITE + " " + filler])
    (late,) = reranker.score(QUESTION, [filler + " " + KITE])
    assert whole > 2 > late


@pytest.mark.parametrize("repeat", [1, 2, 20])
def test_a_long_question_tells_passages_apart(reranker, repeat):
    background = (
        "I write a thesis on transport. My supervisor asked me to look at trucks, ferries and drones, and to "
        "compare what they cost, how often they are late and who pays for that. So far I have read about "
        "trucks and ferries, which are well covered by the statistics office, and I have talked to two firms "
        "that run drones in the mountains. One said that weather causes most delays, mostly sudden wind. "
    )
    logits = reranker.score(background * repeat + QUESTION, PASSAGES)
    assert logits[0] > 0
    assert max(logits[1:]) < 0


def test_the_model_never_reads_more_than_its_limit(reranker, monkeypatch):
    lengths = []
    run = reranker._encoder.run
    monkeypatch.setattr(
        reranker._encoder, "run", lambda ids, types: lengths.append((len(ids), types)) or run(ids, types)
    )
    reranker.score("kite " * 1000, ["gust " * 1000, "x"])
    assert lengths[0][0] == MAX_TOKENS
    assert lengths[1][0] < 300
    assert all(length == len(types) for length, types in lengths)
    # The question and its two special tokens have type 0, the passage has type 1.
    assert all(types == sorted(types) and types.count(1) >= 2 for _, types in lengths)


def test_it_is_a_llama_index_postprocessor(reranker):
    nodes = [
        NodeWithScore(node=TextNode(id_=str(n), text=text), score=0.5) for n, text in enumerate(PASSAGES)
    ]
    ranked = reranker.postprocess_nodes(nodes, query_bundle=QueryBundle(QUESTION))
    assert ranked[0].node.node_id == "0"
    assert len(ranked) == len(nodes)
    scores = [node.score for node in ranked]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == pytest.approx(reranker.score(QUESTION, [KITE])[0])
    assert reranker.postprocess_nodes(nodes) == nodes
    assert OnnxCrossEncoder.class_name() == "OnnxCrossEncoder"
