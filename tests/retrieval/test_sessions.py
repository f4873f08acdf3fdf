"""Questions for the papers of a session or track, and the same words where none is meant."""

import pytest

from rag.index.facets import Facets
from rag.paper import new_paper
from rag.retrieval.understanding import understand

FACETS = Facets.of(
    [
        new_paper("A text.", title="One", keywords=["session: Oral 3B: Kites in strong wind", "ropes"]),
        new_paper("Another text.", title="Two", keywords=["session: Poster 4", "track: Data sets"]),
        new_paper("A third text.", title="Three", keywords=["session: Kites at night", "kites"]),
    ]
)


@pytest.mark.parametrize(
    ("question", "topic", "session"),
    [
        ("papers in the session on kites in strong wind", "", "oral 3b: kites in strong wind"),
        ("which papers were in session Oral 3B?", "", "oral 3b: kites in strong wind"),
        ("papers on ropes from the session “Poster 4”", "papers on ropes", "poster 4"),
        ("papers in the poster 4 session", "", "poster 4"),
        ("papers from the data sets track on bees", "papers on bees", "data sets"),
        ("papers of the session on kites about ropes", "papers about ropes", None),
        ("papers not in the session on kites at night", "", "in the session kites at night"),
    ],
)
def test_sessions_and_tracks_are_conditions(question, topic, session):
    understood = understand(question, FACETS)
    both = "oral 3b: kites in strong wind or kites at night"
    assert understood.topic == topic
    assert [item.value for item in understood.filters] == [session or both]
    assert all(item.words in question for item in understood.filters)


@pytest.mark.parametrize(
    "question",
    [
        "papers in the session on submarines",
        "papers on session types",
        "how do people track kites at night?",
        "papers on the track of a storm",
        "sessions of a user in a shop",
        "learning in a training session with kites",
    ],
)
def test_other_sessions_are_words(question):
    assert not understand(question, FACETS).filters
