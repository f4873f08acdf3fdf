from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invented_papers import BAMBOO, KITE

from rag.chunking import chunk_paper
from rag.paper import new_paper
from rag.sentences import sentences

LIMIT = 254


def chunks_of(paper, embedder, limit=LIMIT):
    return chunk_paper(paper, embedder.count_tokens, limit)


def check(paper, chunks, embedder, limit=LIMIT):
    """Check what holds for the chunks of every paper."""
    assert chunks
    begin = 0
    for position, chunk in enumerate(chunks):
        assert (chunk.paper_id, chunk.position) == (paper.paper_id, position)
        assert chunk.chunk_id == f"{paper.paper_id}#{position}"
        assert embedder.count_tokens(chunk.embedded_text) <= limit
        assert chunk.embedded_text.endswith(paper.text[chunk.start : chunk.end])
        assert begin <= chunk.start < chunk.end <= len(paper.text)
        assert paper.text[begin : chunk.start].strip() == ""
        begin = chunk.end
    assert paper.text[begin:].strip() == ""


def test_a_usual_abstract_is_one_chunk_with_its_title(embedder):
    paper = new_paper(KITE, title="Kitemap")
    (chunk,) = chunks_of(paper, embedder)
    assert chunk.embedded_text == f"Kitemap. {KITE}"
    assert (chunk.start, chunk.end) == (0, len(KITE))


def test_an_untitled_abstract_has_no_head(embedder):
    (chunk,) = chunks_of(new_paper(KITE), embedder)
    assert chunk.embedded_text == KITE


def test_long_abstracts_are_cut_between_sentences(embedder):
    paper = new_paper(" ".join(f"Sentence {n}: {KITE}" for n in range(20)), title="Many kites")
    chunks = chunks_of(paper, embedder)
    check(paper, chunks, embedder)
    assert len(chunks) > 4
    starts = {s.start for s in sentences(paper.text)}
    ends = {s.end for s in sentences(paper.text)}
    assert all(c.start in starts and c.end in ends for c in chunks)
    assert all(c.embedded_text.startswith("Many kites. ") for c in chunks)
    # Full chunks: no two neighbours would fit into one.
    sizes = [embedder.count_tokens(paper.text[c.start : c.end]) for c in chunks]
    assert all(a + b > LIMIT * 0.8 for a, b in pairwise(sizes))


@pytest.mark.parametrize(
    "text",
    [
        "kite " * 10_000,
        "x" * 50_000,
        "kite-" * 10_000,
        "ab, " * 12_500,
        "风筝" * 25_000,
        "\U0001f600" * 3000,
        KITE + " " + "word " * 3000 + KITE,
    ],
    ids=["no sentence", "no space", "hyphens", "commas", "chinese", "emoji", "mixed"],
)
def test_texts_without_sentences_or_spaces(embedder, text):
    paper = new_paper(text, title="Odd")
    check(paper, chunks_of(paper, embedder), embedder)


def test_words_stay_whole_where_there_are_spaces(embedder):
    paper = new_paper("detour gusts kitemap " * 500)
    for chunk in chunks_of(paper, embedder):
        assert set(paper.text[chunk.start : chunk.end].split()) <= {"detour", "gusts", "kitemap"}


def test_a_title_that_is_too_long_is_left_out(embedder):
    paper = new_paper(KITE, title="A very long title about kites " * 40)
    chunks = chunks_of(paper, embedder)
    check(paper, chunks, embedder)
    assert chunks[0].embedded_text == KITE


@settings(max_examples=40)
@given(
    text=st.lists(
        st.sampled_from([*KITE.split(), *BAMBOO.split(), "x" * 90, "$a.b$", "…"]), min_size=1, max_size=120
    ),
    limit=st.integers(24, 254),
)
def test_every_text_fits(embedder, text, limit):
    paper = new_paper(" ".join(text), title="Kites")
    check(paper, chunks_of(paper, embedder, limit), embedder, limit)
