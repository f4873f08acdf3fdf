import pytest
from invented_papers import PAPERS, new_index

from rag.index.facets import Facets
from rag.paper import new_paper
from rag.retrieval.understanding import understand

FACETS = Facets.of(
    [
        new_paper("One.", title="One", authors=["Ada Lund", "Wei Li"], year=2030),
        new_paper("Two.", title="Two", authors=["Ada Lund", "Jo Frost"], year=2030),
        new_paper("Three.", title="Three", authors=["Wei Li", "Jo Frost"], year=2030),
    ]
)


def papers(question):
    """Which of the three papers the conditions let through."""
    condition = understand(question, FACETS).condition
    wanted = {row for name in condition.authors for row in FACETS.authors.rows[name]} or {0, 1, 2}
    for other in condition.also:
        wanted &= {row for name in other.authors for row in FACETS.authors.rows[name]}
    for other in condition.none_of:
        wanted -= {row for name in other.authors for row in FACETS.authors.rows.get(name, ())}
    return wanted


@pytest.mark.parametrize(
    "question",
    [
        "papers by Ada Lund not with Wei Li",
        "papers by Ada Lund but not with Wei Li",
        "papers by Ada Lund but without Wei Li",
        "papers by Ada Lund without coauthor Wei Li",
        "papers by Ada Lund without her co-author Wei Li",
        "papers by Ada Lund except those with Wei Li",
        "papers by Ada Lund but not by Wei Li",
        "papers by Ada Lund not co-authored with Wei Li",
        "papers by Ada Lund, not Wei Li",
        "papers by Lund, but not Li",
        "papers by Lund without Li",
        "papers Ada Lund wrote without Wei Li",
        "what did Ada Lund publish without Wei Li?",
        "how many papers did Ada Lund write without Wei Li?",
    ],
)
def test_a_coauthor_who_is_not_wanted(question):
    understood = understand(question, FACETS)
    assert (understood.topic, papers(question)) == ("", {1})
    assert [item.kind for item in understood.filters] == ["author", "not"]


def test_a_coauthor_who_is_not_wanted_beside_a_topic():
    for question in (
        "papers by Ada Lund on lamps but not with Wei Li",
        "papers by Ada Lund without Wei Li on lamps",
        "Ada Lund's papers on lamps without Wei Li",
    ):
        assert understand(question, FACETS).topic == "papers on lamps"
        assert papers(question) == {1}
    assert papers("papers on lamps without Wei Li") == {1}


@pytest.mark.parametrize(
    "question",
    [
        "Ada Lund and Wei Li together",
        "Ada Lund together with Wei Li",
        "joint papers of Ada Lund and Wei Li",
        "papers co-authored by Ada Lund and Wei Li",
        "collaborations between Ada Lund and Wei Li",
        "did Ada Lund and Wei Li ever publish together?",
        "what did Ada Lund publish with Wei Li?",
        "which papers did Ada Lund write together with Wei Li?",
        "papers of Ada Lund with her coauthor Wei Li",
    ],
)
def test_two_authors_together(question):
    assert (understand(question, FACETS).topic, papers(question)) == ("", {0})


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Ada Lund papers", {0, 1}),
        ("list the Ada Lund papers", {0, 1}),
        ("what is Ada Lund working on?", {0, 1}),
        ("which papers is Ada Lund a coauthor of?", {0, 1}),
        ("show me everything Ada Lund has at this conference", {0, 1}),
        ("papers from Ada Lund's group", {0, 1}),
        ("papers by Prof. Ada Lund", {0, 1}),
        ("author: “Ada Lund”", {0, 1}),
        ("author: Ada Lund year: 2030", {0, 1}),
    ],
)
def test_other_ways_to_ask_for_papers_of_an_author(question, wanted):
    assert (understand(question, FACETS).topic, papers(question)) == ("", wanted)


def test_a_name_that_only_stands_before_papers():
    for question in ("the lamps that Ada Lund papers over", "what do Ada Lund lamps and papers share?"):
        assert understand(question, FACETS).filters == ()


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("papers where Ada Lund is the first author", ["ada lund"], []),
        ("papers with Ada Lund as first author", ["ada lund"], []),
        ("papers whose lead author is Ada Lund", ["ada lund"], []),
        ("papers first-authored by Ada Lund", ["ada lund"], []),
        ("how many papers have Wei Li as last author?", [], ["wei li"]),
        ("papers with Wei Li as senior author on lamps", [], ["wei li"]),
    ],
)
def test_the_place_of_an_author(question, first, last):
    understood = understand(question, FACETS)
    assert (understood.condition.first_authors, understood.condition.last_authors) == (first, last)
    assert understood.topic == ("papers on lamps" if "lamps" in question else "")
    assert not understood.condition.authors


def test_papers_by_the_place_of_an_author(small_library):
    first = small_library.search("papers where Ada Müller is the first author")
    assert [hit.paper.title for hit in first.hits] == ["Kitemap: planning detours around gusts"]
    last = small_library.search("papers where Ada Müller is the last author")
    assert [hit.paper.title for hit in last.hits] == ["Counting bees with one camera"]
    none = small_library.search("papers where Nadia O'Hara is the last author")
    assert [hit.paper.title for hit in none.hits] == ["Dimming street lamps"]
    nobody = small_library.search("papers where Bo Lind is the first author")
    assert nobody.reason == "no papers with the first author bo lind in this library"


def test_any_of_two_authors():
    for question in ("papers by Ada Lund and Wei Li", "papers co-authored by Ada Lund or Wei Li"):
        assert papers(question) == {0, 1, 2}
        assert [item.value for item in understand(question, FACETS).filters] == ["Ada Lund or Wei Li"]


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("papers by Ada Lund without training", ["author", "without"]),
        ("papers by Ada Lund not on lamps", ["author", "without"]),
        ("papers by Ada Lund with code", ["author"]),
        ("why does the lamp of Ada Lund fail without Wei Li?", []),
        ("is Ada Lund right without Wei Li?", []),
        ("Ada Lund and Wei Li", []),
    ],
)
def test_words_after_an_author_that_exclude_no_coauthor(question, kinds):
    assert [item.kind for item in understand(question, FACETS).filters] == kinds


def test_two_authors_together_of_whom_one_is_not_in_the_library():
    understood = understand("how many papers did Ada Lund and Jack Zeppelin write together?", FACETS)
    assert understood.topic == ""
    assert [item.value for item in understood.filters] == ["Ada Lund and Jack Zeppelin"]


def test_a_coauthor_who_is_not_in_the_library_is_remarked():
    understood = understand("papers by Ada Lund not with Jack Zeppelin", FACETS)
    assert understood.topic == ""
    assert [(item.kind, item.value) for item in understood.filters] == [
        ("author", "Ada Lund"),
        ("not", "by Jack Zeppelin"),
    ]
    assert understood.remark == "no paper here is by Jack Zeppelin"


@pytest.fixture(scope="module")
def library(tmp_path_factory, make_library, embedder):
    """Ada Lund's papers are on lamps, bees and bread; others write about lamps too."""
    subjects = {"street lamps": 2, "bees in hives": 1, "sourdough bread": 1}
    papers = [
        new_paper(
            f"We study {subject}. The {subject} of kind {n} are compared on forty days of measurements.",
            title=f"A study of {subject}, part {n}",
            authors=["Ada Lund"],
            year=2030,
        )
        for subject, count in subjects.items()
        for n in range(count)
    ]
    others = [
        new_paper(f"Street lamps of town {n} are dimmed.", title=f"Lamps of town {n}", authors=["Jo Frost"])
        for n in range(3)
    ]
    folder = tmp_path_factory.mktemp("lund") / "index"
    new_index(folder, embedder, [*papers, *others, *PAPERS]).close()
    with make_library(index=folder) as library:
        yield library


@pytest.mark.parametrize(
    "question",
    [
        "what did Ada Lund publish on street lamps?",
        "Ada Lund's papers about street lamps",
        "street lamp papers by Ada Lund",
        "what does Ada Lund say about street lamps?",
    ],
)
def test_papers_of_an_author_that_are_off_the_topic_are_told_apart(library, question):
    result = library.search(question)
    assert {hit.paper.authors for hit in result.hits} == {("Ada Lund",)}
    assert ["street lamps" in hit.paper.title for hit in result.hits] == [
        not hit.borderline for hit in result.hits
    ]
    assert [hit.borderline for hit in result.hits][:2] == [False, False]
    assert result.understood.remark == "2 of the 4 papers by Ada Lund seem to be on the topic"
    answer = library.ask(question)
    assert {source.paper.title for source in answer.sources} == {
        hit.paper.title for hit in result.hits if not hit.borderline
    }
    assert answer.reason == result.understood.remark


def test_no_paper_of_an_author_on_a_topic(library):
    answer = library.ask("papers by Ada Lund on quantum chemistry")
    assert answer.abstained
    assert {paper.authors for paper in answer.nearest} == {("Ada Lund",)}
    assert "none of the 4 papers by Ada Lund seems to be on the topic" in answer.reason
    assert library.ask("how many papers by Ada Lund on street lamps?").lead.startswith(
        "There are about 2 papers"
    )


@pytest.mark.parametrize(
    "question",
    ["papers by Ada Lund", "what is new by Ada Lund?", "what did Ada Lund write?", "zany papers by Ada Lund"],
)
def test_all_papers_of_an_author_where_no_topic_is_asked_for(library, question):
    answer = library.ask(question)
    assert len(answer.sources) == 4
    assert answer.reason == ""
