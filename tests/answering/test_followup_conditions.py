from __future__ import annotations

import pytest

from rag.answering.followups.conditions import with_condition
from rag.answering.followups.standalone import Exchange
from rag.index.facets import Facets
from rag.index.snapshot import Snapshot
from rag.retrieval.understanding import understand


@pytest.fixture(scope="module")
def facets(small_library) -> Facets:
    snapshot: Snapshot = small_library.index.snapshot()
    return snapshot.facets


@pytest.mark.parametrize(
    ("before", "question", "expected"),
    [
        ("papers by Ada Müller", "and by Bo Lind?", "papers by Bo Lind"),
        ("papers by Ada Müller", "what about Bo Lind?", "papers by Bo Lind"),
        (
            "papers by Ada Müller on kites since 2030",
            "and Bo Lind's?",
            "papers by Bo Lind on kites since 2030",
        ),
        ("what did Ada Müller publish?", "and Bo Lind?", "what did Bo Lind publish"),
        ("papers on kites", "only those by Ada Müller", "papers by Ada Müller on kites"),
        ("how does KITEMAP plan?", "and by Bo Lind on lamps?", "papers by Bo Lind on lamps"),
        ("papers on kites in 2030", "and in 2031?", "papers on kites in 2031"),
        ("papers on kites", "only since 2030", "papers on kites since 2030"),
        ("papers on kites at ICFT", "what about at BeeConf?", "papers on kites at BeeConf"),
        ("papers on kites since 2030", "and on bees?", "papers on bees since 2030"),
        ("papers by Ada Müller since 2030", "and on bees?", "papers by Ada Müller since 2030 on bees"),
        ("papers on kites", "but not on bees", "papers on kites not on bees"),
        ("how many papers on kites are there?", "list them", "list all papers on kites"),
        ("how many papers on kites are there?", "and per year?", "how many papers on kites per year"),
        ("how many papers on kites per year?", "by venue", "how many papers on kites by venue"),
        ("how many papers on kites per year?", "list them", "list all papers on kites"),
        ("how many papers did Ada Müller write?", "list them", "list all papers by Ada Müller"),
        ("papers on kites", "how many are there?", "how many papers on kites"),
        ("papers by Ada Müller", "how many did she write?", "how many papers by Ada Müller are there?"),
    ],
)
def test_a_new_condition_replaces_the_old_one_of_its_kind(facets, before, question, expected):
    assert with_condition(question, understand(before, facets)) == expected


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("papers by Ada Müller", "and its limitations?"),
        ("papers by Ada Müller", "what about KITEMAP?"),
        ("papers on kites", "and on its limitations?"),
        ("papers on kites", "what about gusts?"),
        ("how does KITEMAP plan?", "and by Ada Müller?"),
        ("how does KITEMAP plan?", "list them"),
        ("papers on kites", "papers on bees"),
    ],
)
def test_other_turns_change_no_condition(facets, before, question):
    assert with_condition(question, understand(before, facets)) == ""


def test_the_changed_question_is_answered(small_library):
    first = small_library.ask("papers by Ada Müller")
    asked = small_library.ask("and by Bo Lind?", history=[Exchange("papers by Ada Müller", first)])
    assert [source.paper.title for source in asked.sources] == ["Street lamps that hear bicycles"]
    fact = small_library.ask("who wrote the first one?", history=[Exchange("papers by Ada Müller", first)])
    history = [Exchange("papers by Ada Müller", first), Exchange("who wrote the first one?", fact)]
    again = small_library.ask("and by Bo Lind?", history=history)
    assert again.asked == asked.asked == "papers by Bo Lind"
    told = small_library.ask("the fifth one", history=[Exchange("and by Bo Lind?", asked)])
    assert told.abstained
    assert told.reason == "the last answer has 1 source, so there is no source 5"
