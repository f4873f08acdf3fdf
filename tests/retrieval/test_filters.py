import pytest
from invented_papers import PAPERS

from rag.retrieval.filters import PaperFilter


@pytest.fixture(scope="module")
def snapshot(small_library):
    return small_library.index.snapshot()


def titles(snapshot, **fields):
    allowed = PaperFilter(**fields).mask(snapshot)
    by_id = {p.paper_id: p.title for p in PAPERS}
    return {by_id[i] for i, keep in zip(snapshot.paper_ids, allowed, strict=True) if keep}


def expected(keep):
    return {p.title for p in PAPERS if keep(p)}


def test_without_conditions_everything_is_allowed(snapshot):
    assert PaperFilter().mask(snapshot).all()


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


def test_papers_without_a_year_are_of_no_year(snapshot):
    assert titles(snapshot, years=[0]) == set()
