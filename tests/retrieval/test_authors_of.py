"""Other papers by the authors of a paper that the question names."""

from __future__ import annotations

import pytest
from invented_papers import by_title

from rag.retrieval.rules.authors_of import authors_of_paper

KITE = by_title("Kitemap")


def named(name):
    return KITE if name.strip(" “”").casefold() in ("kitemap", KITE.title.casefold()) else None


@pytest.mark.parametrize(
    ("question", "cut"),
    [
        ("papers by the authors of Kitemap", "by the authors of Kitemap"),
        ("What else did the authors of Kitemap publish?", "the authors of Kitemap"),
        ("other papers by the Kitemap authors", "by the Kitemap authors"),
        ("what have the Kitemap authors published on bees?", "the Kitemap authors"),
        ("papers by the authors of Kitemap on bees", "by the authors of Kitemap"),
        (f"list all papers by the authors of “{KITE.title}” from 2031", f"by the authors of “{KITE.title}”"),
        (f"papers by the authors of {KITE.title}", f"by the authors of {KITE.title}"),
        ("papers from the same authors as Kitemap", "from the same authors as Kitemap"),
        ("the Kitemap authors' other papers", "the Kitemap authors'"),
        ("more by the people behind Kitemap", "by the people behind Kitemap"),
        ("anything else written by the team behind Kitemap?", "by the team behind Kitemap"),
        ("other papers from the Kitemap team", "from the Kitemap team"),
        ("papers by the same people as Kitemap", "by the same people as Kitemap"),
        ("do the authors of Kitemap have other papers?", "the authors of Kitemap"),
        ("who wrote Kitemap and what else did they publish?", "who wrote Kitemap and what else"),
    ],
)
def test_the_authors_of_a_paper_are_a_condition_without_the_paper(question, cut):
    (found,) = authors_of_paper(question, named)
    assert found.words == cut
    assert found.value == f"the authors of “{KITE.title}”"
    assert found.condition.authors == KITE.authors
    assert found.condition.none_of[0].papers == [KITE.paper_id]
    assert "itself is left out" in found.remark


@pytest.mark.parametrize(("place", "author"), [("first", KITE.authors[0]), ("last", KITE.authors[-1])])
def test_one_author_of_a_paper(place, author):
    (found,) = authors_of_paper(f"papers by the {place} author of Kitemap", named)
    assert found.condition.authors == (author,)
    assert found.value.startswith(f"the {place} author of ")


@pytest.mark.parametrize(
    "question",
    [
        "who are the authors of Kitemap?",
        "how many authors does Kitemap have?",
        "papers on telling the authors of Kitemap apart",
        "papers by the authors of another planner",
        "What do the authors of the survey on kites conclude?",
        "papers like Kitemap",
        "papers by Ada Müller",
    ],
)
def test_other_questions_about_authors(question):
    assert not authors_of_paper(question, named)


def test_the_other_papers_are_found_and_the_paper_is_not(small_library):
    result = small_library.search("what else did the authors of KITEMAP publish?")
    assert [hit.paper.title for hit in result.hits] == ["Counting bees with one camera"]
    assert [item.kind for item in result.understood.filters] == ["author"]
    answer = small_library.ask("other papers by the authors of KITEMAP")
    assert [source.paper.title for source in answer.sources] == ["Counting bees with one camera"]


def test_authors_without_another_paper_are_told(small_library):
    answer = small_library.ask("other papers by the authors of CRUMBEAR")
    assert answer.abstained
    assert answer.reason.startswith("no paper in this library is all of this: by Jean-Baptiste Four")


@pytest.mark.parametrize("name", ["ZEPPELIN9", "DreamFusion"])
def test_a_paper_that_is_not_there_is_told(small_library, name):
    result = small_library.search(f"papers by the authors of {name}")
    assert not result.understood.filters
    assert f"no one paper here is called {name}," in result.understood.remark
