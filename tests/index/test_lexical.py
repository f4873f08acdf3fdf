"""The BM25 index against an independent implementation, and on names that usual tokenisers lose."""

import math
import random
from collections import Counter

import numpy as np
import pytest
from invented_papers import PAPERS

from rag.index.lexical import LexicalIndex, paper_terms
from rag.index.tokenizer import question_terms
from rag.paper import new_paper

ROWS = {paper.title: row for row, paper in enumerate(PAPERS)}


@pytest.fixture(scope="module")
def index():
    return LexicalIndex.build(PAPERS)


def best(index, question):
    return PAPERS[int(index.scores(question).argmax())].title


def bm25(documents, query, k1=1.2, b=0.4):
    """Lucene's BM25, written down from its definition."""
    average = sum(map(len, documents)) / len(documents)
    scores = []
    for document in documents:
        counts = Counter(document)
        score = 0.0
        for term in query:
            df = sum(term in other for other in documents)
            idf = math.log(1 + (len(documents) - df + 0.5) / (df + 0.5))
            norm = k1 * (1 - b + b * len(document) / average)
            score += idf * counts[term] / (counts[term] + norm)
        scores.append(score)
    return scores


@pytest.mark.parametrize("seed", range(5))
def test_scores_equal_an_independent_implementation(seed):
    chance = random.Random(seed)
    words = [w for p in PAPERS for w in p.text.split()]
    papers = [
        new_paper(
            " ".join(chance.choices(words, k=chance.randint(3, 60))),
            title=" ".join(chance.choices(words, k=3)),
            authors=[" ".join(chance.choices(words, k=2))],
        )
        for _ in range(30)
    ]
    index = LexicalIndex.build(papers)
    documents = [paper_terms(p) for p in papers]
    for _ in range(10):
        question = " ".join([*chance.choices(words, k=6), "never-seen"])
        expected = bm25(documents, question_terms(question))
        np.testing.assert_allclose(index.scores(question), expected, rtol=1e-4, atol=1e-5)


def test_the_title_counts_twice_and_authors_and_keywords_count():
    paper = new_paper("gusts.", title="Kite", authors=["Jérôme Garçon"], keywords=["route planning", "wind"])
    assert sorted(paper_terms(paper)) == ["garcon", "gust", "jerom", "kite", "kite", "plan", "rout", "wind"]


def test_what_a_rarity_is():
    index = LexicalIndex.build([new_paper(text) for text in ("kite wind", "kite lamp", "kite kite")])
    assert [index.papers_with(term) for term in ("kite", "wind", "bee")] == [3, 1, 0]
    assert index.rarity("wind") == pytest.approx(math.log(1 + 2.5 / 1.5))
    assert index.rarity("kite") < index.rarity("wind") < index.rarity("bee")


def test_versions_of_a_name_are_told_apart(index):
    assert best(index, "What R does LUMEN-5 reach?") == "Street lamps that hear bicycles"
    assert best(index, "LUMEN-4") == "Dimming street lamps"


def test_c_plus_plus_is_not_c(index):
    assert best(index, "C++") == "Readable template errors"
    assert not index.scores("C").any()
    assert not index.scores("C#").any()


def test_one_letter_and_chinese_names_are_found(index):
    assert best(index, "k-NN") == "Weekly glacier outlines"
    assert best(index, "青竹") == "竹语"
    assert not index.scores("竹青").any()


def test_accents_of_authors_do_not_matter(index):
    for question in ("Garçon", "garcon", "GARC\u0327ON"):
        assert best(index, question) == "Kitemap: planning detours around gusts"
    assert best(index, "swiatek") == "Counting bees with one camera"


@pytest.mark.parametrize("question", ["", "the of it", "What is this?", "qqqq zzzz", "???", "كلمة"])
def test_questions_without_a_known_term_give_zeros(index, question):
    scores = index.scores(question)
    assert scores.shape == (len(PAPERS),)
    assert not scores.any()


@pytest.mark.parametrize("papers", [[], [new_paper("the of and")], [new_paper("!!!"), new_paper("it is")]])
def test_an_empty_vocabulary_gives_zeros(papers, tmp_path):
    index = LexicalIndex.build(papers)
    assert index.scores("kite").tolist() == [0.0] * len(papers)
    index.save(tmp_path / "bm25")
    assert LexicalIndex.load(tmp_path / "bm25", len(papers)).scores("kite").tolist() == [0.0] * len(papers)


def test_a_single_paper_is_found():
    index = LexicalIndex.build([PAPERS[0], new_paper("the of and")])
    assert index.scores("KITEMAP")[0] > 0
    assert index.scores("KITEMAP")[1] == 0


def test_it_comes_back_from_disk(index, tmp_path):
    index.save(tmp_path / "bm25")
    loaded = LexicalIndex.load(tmp_path / "bm25", len(PAPERS))
    for question in ("street lamps", "C++", "青竹林", "nothing-known"):
        assert loaded.scores(question).tolist() == index.scores(question).tolist()
