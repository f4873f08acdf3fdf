import json
from contextlib import closing

import pytest
from invented_papers import PAPERS, new_index

from rag.index.opening import create_index
from rag.index.snapshot import load_snapshot
from rag.paper import new_paper
from rag.retrieval.emptiness import why_nothing
from rag.retrieval.filters import PaperFilter


@pytest.fixture(scope="module")
def snapshot(small_library):
    return small_library.index.snapshot()


def paper(paper_id):
    return next(p for p in PAPERS if p.paper_id == paper_id)


def titles(snapshot, **fields):
    return titles_of(PaperFilter(**fields), snapshot)


def titles_of(condition, snapshot):
    allowed = condition.mask(snapshot, paper)
    by_id = {p.paper_id: p.title for p in PAPERS}
    return {by_id[i] for i, keep in zip(snapshot.paper_ids, allowed, strict=True) if keep}


def expected(keep):
    return {p.title for p in PAPERS if keep(p)}


def test_without_conditions_everything_is_allowed(snapshot):
    assert PaperFilter().mask(snapshot, paper).all()
    assert not PaperFilter()


def test_years_and_venues(snapshot):
    assert titles(snapshot, years=[2031]) == expected(lambda p: p.year == 2031)
    assert titles(snapshot, years=range(2028, 2031)) == expected(lambda p: 2028 <= p.year <= 2030)
    assert titles(snapshot, venues=["icft"]) == expected(lambda p: p.venue == "ICFT")
    assert titles(snapshot, venues=["ICFT", "LampCon"]) == expected(lambda p: p.venue in ("ICFT", "LampCon"))
    assert titles(snapshot, years=[2031], venues=["ICFT"]) == {"Kitemap: planning detours around gusts"}
    assert titles(snapshot, years=[1999]) == set()


@pytest.mark.parametrize("name", ["Ada Müller", "ada muller", "MULLER", "Muller Ada", "müller"])
def test_authors_by_any_part_without_case_and_accents(snapshot, name):
    assert titles(snapshot, authors=[name]) == expected(lambda p: "Ada Müller" in p.authors)


def test_authors_need_every_word_in_one_name(snapshot):
    assert titles(snapshot, authors=["Ada Garçon"]) == set()
    assert titles(snapshot, authors=["Four"]) == expected(lambda p: "Jean-Baptiste Four" in p.authors)
    assert titles(snapshot, authors=["swiatek", "frost"]) == expected(
        lambda p: "Łukasz Świątek" in p.authors or "K. Frost" in p.authors
    )
    assert titles(snapshot, authors=["..."]) == set()


def test_what_meets_an_unwanted_condition_is_left_out(snapshot):
    unwanted = PaperFilter(years=[2031], venues=["ICFT"])
    assert titles(snapshot, none_of=(unwanted,)) == expected(lambda p: (p.year, p.venue) != (2031, "ICFT"))
    assert titles(snapshot, none_of=(PaperFilter(years=[2031]), PaperFilter(venues=["ICFT"]))) == expected(
        lambda p: p.year != 2031 and p.venue != "ICFT"
    )


def test_why_nothing_is_left_is_said_of_an_unwanted_condition(snapshot):
    every = PaperFilter(none_of=(PaperFilter(without=["zeppelins"]),))
    assert why_nothing(every, snapshot, paper) == "every paper is without zeppelins in this library"
    assert why_nothing(PaperFilter(none_of=(PaperFilter(years=[2031]),)), snapshot, paper) == ""


def test_papers_without_a_year_are_of_no_year(snapshot):
    assert titles(snapshot, years=[0]) == set()


@pytest.mark.parametrize(
    ("term", "left_out"),
    [
        ("lamps", {"Dimming street lamps", "Street lamps that hear bicycles"}),
        ("Lamp", {"Dimming street lamps", "Street lamps that hear bicycles"}),
        ("street lamp", {"Dimming street lamps", "Street lamps that hear bicycles"}),
        ("street power", set()),
        ("wasting power", {"Dimming street lamps", "Street lamps that hear bicycles"}),
        ("k-NN", {"Weekly glacier outlines"}),
        ("LUMEN-4", {"Dimming street lamps"}),
        ("竹语", {"竹语"}),
        ("zeppelins", set()),
        ("the", set()),
        ("", set()),
    ],
)
def test_without_leaves_out_what_holds_the_term_in_any_form(snapshot, term, left_out):
    assert titles(snapshot, without=[term]) == {p.title for p in PAPERS} - left_out


def test_filters_add_up(snapshot):
    both = PaperFilter(years=[2031]).and_also(PaperFilter(venues=["LampCon"], without=["kites"]))
    assert titles_of(both, snapshot) == {"Street lamps that hear bicycles"}
    assert titles_of(PaperFilter().and_also(both), snapshot) == titles_of(both, snapshot)
    assert both.and_also(PaperFilter()) == both
    assert titles_of(PaperFilter(years=[2030]).and_also(PaperFilter(years=[2031])), snapshot) == set()
    kinds = [[name for name in ("years", "venues", "without") if getattr(p, name)] for p in both.parts()]
    assert kinds == [["years"], ["venues"], ["without"]]


def test_keywords_collections_and_what_acronyms_stand_for(tmp_path, embedder):
    papers = [
        new_paper(
            "Gradient boosted kites (GBK) fly.",
            title="One",
            keywords=["Model Pruning", "kites"],
            origin="lists/first.json#1",
        ),
        new_paper("We pull strings of a GBK.", title="Two", keywords=["pruned trees"], origin="second.txt:7"),
        new_paper("Nothing of the sort.", title="Three", origin="https://x.example/data/third.json#2"),
    ]
    with closing(new_index(tmp_path / "index", embedder, papers)) as index:
        snapshot = index.snapshot()

        def kept(**fields):
            mask = PaperFilter(**fields).mask(snapshot, index.paper)
            return {index.paper(i).title for i, keep in zip(snapshot.paper_ids, mask, strict=True) if keep}

        assert kept(keywords=["model pruning"]) == {"One"}
        assert kept(keywords=["Kites", "pruned trees"]) == {"One", "Two"}
        assert kept(keywords=["pruning"]) == set()
        assert kept(collections=["first.json"]) == kept(collections=["FIRST"]) == {"One"}
        assert kept(collections=["second", "third.json"]) == {"Two", "Three"}
        assert kept(without=["pruning"]) == {"Three"}
        assert kept(without=["GBK"]) == kept(without=["gradient boosted kite"]) == {"Three"}
        again = load_snapshot(index.snapshots, snapshot.revision)
        assert again.facets.to_dict() == snapshot.facets.to_dict()


def test_a_snapshot_of_an_older_version_is_built_again(tmp_path, embedder):
    with closing(new_index(tmp_path / "index", embedder, PAPERS[:2])) as index:
        place = next(index.snapshots.iterdir()) / "papers.json"
        facts = json.loads(place.read_text())
        del facts["keywords"], facts["collections"]
        place.write_text(json.dumps(facts))
    with closing(create_index(tmp_path / "index", embedder.spec)) as index:
        assert index.snapshot().facets.collection_names == ["invented"]
