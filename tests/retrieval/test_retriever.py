import numpy as np
import pytest
from invented_papers import PAPERS, many_papers, new_index
from llama_index.core.schema import QueryBundle

from rag.retrieval.filters import PaperFilter
from rag.retrieval.fusion import best_rows, fuse, rescored
from rag.retrieval.retriever import HybridRetriever, paper_scores

EVERYTHING = PaperFilter()


@pytest.fixture(scope="module")
def retrieve(small_library, embedder):
    def run(question, limit=10, allowed=EVERYTHING, index=small_library.index, weight=0.3, late_weight=0.5):
        retriever = HybridRetriever(
            index.snapshot, index.paper, index.token_states, embedder, weight, late_weight, limit, allowed
        )
        return retriever.retrieve(QueryBundle(question))

    return run


def titles(nodes):
    return [node.node.metadata["title"] for node in nodes]


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("KITEMAP", "Kitemap: planning detours around gusts"),
        ("avoiding wind when flying", "Kitemap: planning detours around gusts"),
        ("insects at their nest", "Counting bees with one camera"),
        ("What R does LUMEN-5 reach?", "Street lamps that hear bicycles"),
        ("How much does LUMEN-4 save?", "Dimming street lamps"),
        ("C++", "Readable template errors"),
        ("青竹", "竹语"),
        ("papers by Jérôme Garcon", "Kitemap: planning detours around gusts"),
    ],
)
def test_the_right_paper_comes_first(retrieve, question, title):
    assert titles(retrieve(question))[0] == title


def test_a_paper_of_both_lists_stands_once_and_scores_are_in_order(retrieve):
    nodes = retrieve("Which planner draws detours around forecast gusts?")
    ids = [node.node.node_id for node in nodes]
    assert len(ids) == len(set(ids))
    scores = [node.score for node in nodes]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == pytest.approx(1, abs=1e-3)
    assert all(0 < score <= 1.0001 for score in scores)
    best = PAPERS[0]
    assert (nodes[0].node.node_id, nodes[0].node.text) == (best.paper_id, best.text)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("which street lamps hear bicycles better than HIVELOG?", "Counting bees with one camera"),
        ("which street lamps hear bicycles better than Kitemap?", "Kitemap: planning detours around gusts"),
    ],
)
def test_a_paper_that_is_named_is_always_found_first(retrieve, question, title):
    (first,) = retrieve(question, limit=1)
    assert (first.node.metadata["title"], first.node.metadata["named"]) == (title, True)
    assert [n.node.metadata["named"] for n in retrieve(question)].count(True) == 1
    others = PaperFilter(years=[2029])
    assert not any(n.node.metadata["named"] for n in retrieve(question, allowed=others))


@pytest.mark.parametrize(
    "question", ["C++ compilers and k-NN", "which lamps have an R of 0.81?", "papers on FERN"]
)
def test_a_word_that_merely_stands_in_a_paper_names_none(retrieve, question):
    assert not any(n.node.metadata["named"] for n in retrieve(question))


def test_named_authors_come_first(retrieve):
    nodes = retrieve("What did Ada Muller write about street lamps?")
    assert {n.node.metadata["title"] for n in nodes[:2]} == {
        p.title for p in PAPERS if "Ada Müller" in p.authors
    }
    assert [n.node.metadata["named_author"] for n in nodes[:3]] == [True, True, False]
    assert not any(n.node.metadata["named_author"] for n in retrieve("What did Ada write?"))


def test_a_filter_goes_before_a_named_author(retrieve):
    nodes = retrieve("street lamps by Ada Müller", allowed=PaperFilter(venues=["LampCon"]))
    assert set(titles(nodes)) == {"Dimming street lamps", "Street lamps that hear bicycles"}
    assert not any(n.node.metadata["named_author"] for n in nodes)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_the_limit_cuts_the_same_order(retrieve, limit):
    question = "sensors and cameras"
    assert titles(retrieve(question, limit)) == titles(retrieve(question))[:limit]


def test_a_filter_that_lets_nothing_through_finds_nothing(retrieve):
    assert retrieve("kites", allowed=PaperFilter(years=[1900])) == []


@pytest.fixture(scope="module")
def many(tmp_path_factory, embedder):
    index = new_index(tmp_path_factory.mktemp("many") / "index", embedder, [*many_papers(150), *PAPERS])
    yield index
    index.close()


def test_dense_scores_are_exact(many, embedder):
    snapshot = many.snapshot()
    vector = np.array(embedder.get_query_embedding("device number 7"), dtype=np.float32)
    scores = paper_scores(snapshot, vector)
    for row in range(0, len(snapshot.paper_ids), 13):
        chunks = many.vectors.vectors(
            f"{snapshot.paper_ids[row]}#{n}" for n in range(len(snapshot.chunks_of(row)))
        )
        assert scores[row] == pytest.approx(max(float(v @ vector) for v in chunks.values()), abs=1e-5)


def late_by_hand(question, passage):
    """The mean over the question's tokens of the best cosine, written down from its definition."""

    def cosine(one, other):
        one, other = one.astype(float), other.astype(float)
        return float(one @ other) / float(np.linalg.norm(one) * np.linalg.norm(other))

    return sum(max(cosine(token, other) for other in passage) for token in question) / len(question)


@pytest.mark.parametrize("allowed", [PaperFilter(years=[2021]), PaperFilter(venues=["LampCon"]), EVERYTHING])
def test_filters_lose_no_neighbours(many, embedder, retrieve, allowed):
    """The result under a filter equals a search of an index of these papers alone, by brute force."""
    question = "Which device number listens for bicycles?"
    snapshot = many.snapshot()
    rows = np.flatnonzero(allowed.mask(snapshot, many.paper))
    vector = np.array(embedder.get_query_embedding(question), dtype=np.float32)
    cosines = paper_scores(snapshot, vector)[rows]
    mixed = fuse(snapshot.lexical.scores(question)[rows], cosines, 0.3, 100)
    first = [i for i in best_rows(mixed, 100) if mixed[i] > 0]
    asked = embedder.embed_question(question).tokens
    late = [late_by_hand(asked, states) for states in many.token_states(snapshot, rows[first])]
    mixed = rescored(mixed, first, np.array(late, dtype=np.float32), 0.5)
    expected = [snapshot.paper_ids[rows[i]] for i in best_rows(mixed, 25) if mixed[i] > 0]
    found = [n.node.node_id for n in retrieve(question, 25, allowed, index=many)]
    assert found == expected
    assert len(found) == min(25, len(rows))


def test_a_paper_that_is_gone_is_left_out(small_library, embedder):
    index = small_library.index
    missing = PAPERS[0].paper_id
    retriever = HybridRetriever(
        index.snapshot,
        lambda i: None if i == missing else index.paper(i),
        index.token_states,
        embedder,
        0.3,
        0.5,
        10,
        EVERYTHING,
    )
    assert missing not in [n.node.node_id for n in retriever.retrieve("KITEMAP")]


def test_late_interaction_has_a_say_where_there_are_states_of_tokens(retrieve, small_library, embedder):
    question = "insects at their nest"
    with_states, without = retrieve(question), retrieve(question, late_weight=0)
    assert all(-1 <= node.node.metadata["late"] <= 1 for node in with_states)
    assert [node.node.metadata["late"] for node in without] == [None] * len(without)
    assert [node.score for node in with_states] != [node.score for node in without]
    best = max(with_states, key=lambda node: node.node.metadata["late"])
    assert best.node.metadata["title"] == "Counting bees with one camera"
