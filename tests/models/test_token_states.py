import numpy as np
import pytest

from eval.projection import fitted_projection
from rag.models.embedding import load_embedding
from rag.models.token_states import NO_STATES, TOKEN_DIMENSION, late_interaction, projection, token_states


def states(*rows):
    padded = np.zeros((len(rows), TOKEN_DIMENSION), dtype=np.int8)
    for row, values in enumerate(rows):
        padded[row, : len(values)] = values
    return padded


def test_late_interaction_by_hand():
    question = states((10, 0), (0, 10))
    passages = [states((127, 0), (-5, 0)), states((3, 3)), NO_STATES, states((0, 1), (50, 0), (7, 7))]
    half = 0.5**0.5
    expected = [[1, 0], [half, half], [-1, -1], [1, 1]]
    assert late_interaction(question, passages) == pytest.approx(np.array(expected), abs=1e-5)


def test_nothing_to_compare_gives_the_lowest():
    assert late_interaction(NO_STATES, [states((1, 0))]).shape == (1, 0)
    assert late_interaction(states((1, 0)), [NO_STATES]).tolist() == [[-1]]
    assert late_interaction(states((1, 0)), []).shape == (0, 1)


def test_states_keep_their_direction():
    hidden = np.random.default_rng(3).standard_normal((20, 384)).astype(np.float32)
    packed = token_states(hidden)
    assert packed.shape == (20, TOKEN_DIMENSION)
    assert packed.dtype == np.int8
    assert (np.abs(packed).max(axis=1) == 127).all()
    exact = hidden @ projection()
    cosines = (packed * exact).sum(axis=1) / np.linalg.norm(packed, axis=1) / np.linalg.norm(exact, axis=1)
    assert cosines.min() > 0.999
    assert token_states(hidden[:0]).shape == (0, TOKEN_DIMENSION)


def test_words_that_say_nothing_have_no_states(embedder):
    assert len(embedder.embed_question("Which papers are about bees?").tokens) == 1
    assert len(embedder.embed_question("?!").tokens) == 0
    assert len(embedder.embed_passages(["bees and lamps."])[0].tokens) == 2


def test_each_state_of_a_question_knows_its_word(embedder):
    asked = embedder.embed_question("Do KITEMAPs find gusts?")
    assert len(asked.words) == len(asked.tokens) > 3
    assert list(dict.fromkeys(asked.words)) == ["KITEMAPs", "gusts"]
    long = embedder.embed_question("kites and bees " * 200)
    assert len(long.words) == len(long.tokens)
    assert set(long.words) == {"kites", "bees"}


def test_a_text_has_the_same_states_alone_and_among_others(embedder):
    texts = ["A camera counts bees at the nest.", "Street lamps hear bicycles.", ""]
    together = embedder.embed_passages(texts)
    for text, of_text in zip(texts, together, strict=True):
        (alone,) = embedder.embed_passages([text])
        assert (alone.tokens == of_text.tokens).all()
        assert alone.vector == of_text.vector == embedder.get_text_embedding(text)


def test_other_embedders_have_none():
    other = load_embedding("bge-small", 2)
    assert other.spec.token_dimension == 0
    assert len(other.embed_question("kites and bees").tokens) == 0


def test_the_projection_is_the_one_that_the_sample_gives():
    fitted, stored = fitted_projection(), projection()
    assert stored.shape == (384, TOKEN_DIMENSION)
    assert stored.T @ stored == pytest.approx(np.eye(TOKEN_DIMENSION), abs=2e-3)
    # The same directions; how they are turned within their space changes no cosine.
    assert np.linalg.norm(stored.T @ fitted) ** 2 == pytest.approx(TOKEN_DIMENSION, rel=1e-3)
