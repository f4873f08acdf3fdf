import pytest
from invented_papers import new_index

from rag.index.facets import Facets
from rag.paper import new_paper
from rag.retrieval.understanding import understand

TITLES = ["Position: Kites are fair", "Position: Lamps are not", "Open Problem: Do kites fly?"]
TITLES += ["Open Problem: Do lamps?", "Kites: a story", "Kite-Net: nets for kites"]
FACETS = Facets.of(
    [new_paper(f"Text {n}.", title=title, venue="ICFT", year=2030) for n, title in enumerate(TITLES)]
    + [
        new_paper("Kite-Net of another year.", title="Kite-Net: more nets", venue="ICFT", year=2031),
        new_paper("A survey.", title="What kites are", venue="LampCon Findings", keywords=["Survey"]),
    ]
)


def read(question, facets=FACETS):
    understood = understand(question, facets)
    return understood.topic, [(item.kind, item.value) for item in understood.filters]


@pytest.mark.parametrize(
    ("question", "topic", "found"),
    [
        ("how many position papers are there?", "", ("title start", "Position:")),
        ("how many of the papers are position papers?", "", ("title start", "Position:")),
        ("list the position papers", "", ("title start", "Position:")),
        ("position papers on kites", "papers on kites", ("title start", "Position:")),
        (
            "which open-problem papers are about kites?",
            "which papers are about kites?",
            ("title start", None),
        ),
        ("open problem papers", "", ("title start", "Open problem:")),
        ("kite papers, but no position papers", "kite papers", ("not", None)),
        ("papers on kites excluding position papers", "papers on kites", ("not", None)),
        ("survey papers on kites", "papers on kites", ("keyword", "survey")),
        ("list all findings papers", "", ("venue", "LampCon Findings")),
        ("papers whose title begins with Kite", "", ("title start", "Kite")),
        ("how many papers have a title that starts with “On the”?", "", ("title start", "On the")),
    ],
)
def test_a_kind_of_paper(question, topic, found):
    kind, value = found
    found_topic, filters = read(question)
    assert (found_topic, [item[0] for item in filters]) == (topic, [kind])
    assert value in (None, filters[0][1])


@pytest.mark.parametrize(
    "question",
    [
        "papers on position papers",
        "position encoding papers",
        "what is the position of the papers?",
        "counter-position papers",
        "kite-net papers",
        "kites papers",
        "poster papers",
        "papers that survey kites",
        "how do kites keep their position in papers?",
    ],
)
def test_other_words_before_papers_are_a_topic(question):
    assert read(question)[1] == []


def test_a_label_is_one_that_a_venue_gives_several_papers_of_a_year():
    assert FACETS.title_labels == {"position", "open problem"}
    crowd = [new_paper(f"Text {n}.", title=f"Paper {n}", venue="ICFT", year=2030) for n in range(300)]
    pair = [new_paper(f"GeoNet {n}.", title=f"GeoNet: {n}", venue="ICFT", year=2030) for n in range(2)]
    assert Facets.of([*crowd, *pair]).title_labels == frozenset()


def test_a_kind_of_paper_is_counted_exactly(tmp_path, make_library, embedder):
    papers = [
        new_paper(
            f"We argue that kites of kind {n} hold their position.", title=title, venue="ICFT", year=2030
        )
        for n, title in enumerate(TITLES)
    ]
    new_index(tmp_path / "index", embedder, papers).close()
    with make_library(index=tmp_path / "index") as library:
        result = library.search("how many position papers are there?")
        assert {hit.paper.title for hit in result.hits} == set(TITLES[:2])
        assert result.listing.exact
        assert library.ask("how many position papers are there?").lead == "There are 2 papers."
        start = library.search("papers with a title that begins with Kite")
        assert {hit.paper.title for hit in start.hits} == {"Kite-Net: nets for kites"}
        whole = library.search("list all papers at ICFT from 2030")
        assert (whole.understood.topic, whole.listing.total) == ("", len(TITLES))
        assert library.search("papers at ICFT from 2030").listing == whole.listing
