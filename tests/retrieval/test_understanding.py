"""Questions as a whole: conditions of every kind, and texts that are no question."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_facets import FACETS, read

from rag.retrieval.understanding import as_written, understand


@pytest.mark.parametrize(
    ("question", "topic", "filters"),
    [
        (
            "papers with the keyword model pruning from 2023",
            "",
            [("keyword", "model pruning"), ("year", "2023")],
        ),
        ("papers tagged “Model Pruning” about trees", "papers about trees", [("keyword", "Model Pruning")]),
        ("papers with the keyword zeppelin", None, []),
        (
            "papers in the collection icml2024-events about lamps",
            "papers about lamps",
            [("collection", "icml2024-events")],
        ),
        ("lamps in the file own.txt", "lamps", [("collection", "own.txt")]),
        ("lamps in the collection of the museum", None, []),
    ],
)
def test_keywords_and_collections(question, topic, filters):
    assert read(question) == (question if topic is None else topic, filters)


@pytest.mark.parametrize(
    ("question", "topic", "found"),
    [
        ("how many papers mention KITEMAP?", "", ("mention", "KITEMAP")),
        ('how many papers have "kite lines" in the title?', "", ("title", "kite lines")),
        ("list all papers that mention kite lines", "", ("mention", "kite lines")),
        ("papers that contain the word “kites”", "", ("mention", "kites")),
        ("papers whose title contains kites", "", ("title", "kites")),
        ("papers whose abstract mentions kites", "", ("mention", "kites")),
        ("papers that mention both KITEMAP and HIVELOG", "", ("mention", "KITEMAP and HIVELOG")),
        ("how many papers mention kites or “street lamps”?", "", ("mention", "kites or street lamps")),
        ("papers on lamps that mention kites", "papers on lamps", ("mention", "kites")),
    ],
)
def test_words_that_papers_must_mention(question, topic, found):
    assert read(question) == (topic, [found])


@pytest.mark.parametrize(
    "question",
    [
        "papers that contain theoretical guarantees",
        "papers with code",
        "Which papers mention that kites fly?",
        "papers that mention the",
        "papers that mention kites and improve them",
        "What does the survey mention?",
    ],
)
def test_other_things_that_papers_hold(question):
    assert all(kind not in ("mention", "title") for kind, _ in read(question)[1])


def test_a_word_that_is_mentioned_and_one_that_is_not():
    question = "papers that mention kites but not lamps"
    assert read(question) == ("", [("mention", "kites"), ("without", "lamps")])


def test_ignored_phrases_are_no_conditions_and_not_searched():
    question = "papers at ICML from 2023 on pruning"
    understood = understand(question, FACETS, ignored=["FROM 2023"])
    assert [item.kind for item in understand(question, FACETS).filters] == ["venue", "year"]
    assert [item.kind for item in understood.filters] == ["venue"]
    assert understood.topic == "papers on pruning"


@pytest.mark.parametrize(
    "question",
    [
        "",
        " ",
        "what is the of and to in a",
        "在有阵风的情况下，哪种方法用于无人机路线规划？",
        'Robert\'); DROP TABLE papers;-- " OR 1=1 {"$ne": null} ${jndi} {{7*7}} %s %(x)s {title}',
        "How does KITEMAP avoid gusts?",
        "which papers improve DPO?",
        "(((((",
        "\\",
        "[a-z",
        "papers by",
        "from",
        "?!",
    ],
)
def test_other_questions_stay_as_they_are(question):
    assert understand(question, FACETS) == as_written(question)


@pytest.mark.parametrize(
    "piece",
    [
        "papers on ",
        "not on x or ",
        "2020-",
        "Wei Li, ",
        "at ICML and ",
        "without a b c ",
        "list all of the ",
        "how many papers per ",
        "which authors have the most ",
        "papers by the authors of ",
        "in the last two years ",
        "!? ",
        "é",
    ],
)
def test_long_questions_are_read_quickly(piece):
    for length in (399, 10_000):
        started = time.process_time()
        understand((piece * length)[:length], FACETS)
        assert time.process_time() - started < 1


WORDS = (
    "papers on not about without except , . ? 2023 2020-2023 from in at ICML Wei Li et al. how many list all"
    " most per year authors top five recent latest first last years ago other venues each"
    ' or and which that do use keyword tagged collection file similar to like who wrote when was published "'
    " ( ) 林 \0 '"
).split(" ")


@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)))
def test_understanding_never_raises(question):
    understood = understand(question, FACETS)
    assert understood.question == question
    for item in understood.filters:
        assert question[item.start : item.end].strip(" ,") == item.words
