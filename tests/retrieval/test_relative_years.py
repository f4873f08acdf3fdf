"""Years told from the newest one of the library."""

from __future__ import annotations

import pytest
from small_facets import FACETS, read

from rag.index.facets import Facets
from rag.paper import new_paper
from rag.retrieval.understanding import understand

ONE_YEAR = Facets.of([new_paper(f"Kite {n} flies.", title=f"Kite {n}", year=2031) for n in range(2)])
MANY_YEARS = Facets.of([new_paper(f"Kite {n} flies.", title=f"Kite {n}", year=2000 + n) for n in range(32)])


@pytest.mark.parametrize(
    ("question", "topic", "year"),
    [
        ("papers on kites from this year", "papers on kites", "2024"),
        ("this year's papers on kites", "papers on kites", "2024"),
        ("what was published on kites last year?", "what was published on kites?", "2023"),
        ("papers on kites since last year", "papers on kites", "2023 or later"),
        ("papers on kites newer than last year", "papers on kites", "2024 or later"),
        ("papers on kites in the last two years", "papers on kites", "2023 or later"),
        ("I follow the research on kites; which papers are there this year?", None, "2024"),
        ("papers on kites from two years ago", "papers on kites", "2022"),
        ("papers of the past year on kites", "papers on kites", "2024"),
        ("papers from the most recent year about kites", "papers about kites", "2024"),
        ("how many papers are from last year?", "", "2023"),
    ],
)
def test_years_count_from_the_newest(question, topic, year):
    searched, filters = read(question)
    assert filters == [("year", year)]
    assert topic is None or searched == topic
    assert "counts from 2024, the newest year here" in understand(question, FACETS).remark


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("recent papers on kites", 2029),
        ("recent kite papers", 2029),
        ("papers on kites published recently", 2029),
        ("papers on kites in recent years", 2029),
        ("papers on kites from the past few years", 2029),
        ("papers on kites since two years ago", 2029),
        ("papers on kites in the last 5 years", 2027),
        ("papers of the last decade on kites", 2022),
        ("papers on kites from the last six months", 2031),
    ],
)
def test_spans_of_years_end_with_the_newest(question, first):
    (found,) = understand(question, MANY_YEARS).filters
    assert found.value in (f"{first} or later", "2031")
    assert min(found.condition.years) == first


def test_papers_older_than_some_years():
    (found,) = understand("papers on kites older than 5 years", MANY_YEARS).filters
    assert found.value == "2025 or earlier"
    assert max(found.condition.years) == 2025


def test_not_from_last_year():
    (found,) = understand("papers on kites not from last year", MANY_YEARS).filters
    assert (found.kind, found.value) == ("not", "from 2030")
    assert "newest year here" in found.remark


@pytest.mark.parametrize(
    "question",
    [
        "papers on kites from this year",
        "recent papers on kites",
        "papers on kites from last year",
        "papers on kites not from last year",
        "papers on kites since two years ago",
    ],
)
def test_in_a_library_of_one_year_nothing_is_hidden_and_that_is_said(question):
    understood = understand(question, ONE_YEAR)
    assert not understood.filters
    assert "year" not in understood.topic
    assert "recent" not in understood.topic
    assert "all papers here are from 2031" in understood.remark


def test_a_span_that_holds_every_year_is_no_condition():
    understood = understand("papers on kites from the last ten years", FACETS)
    assert not understood.filters
    assert "all papers here are from 2022-2024" in understood.remark


@pytest.mark.parametrize(
    "question",
    [
        "papers on mortality in the last year of life",
        "papers on the last three years of a study",
        "papers on forecasting this year's harvest",
        "papers about last year",
        "recently built kites",
        "Which kites flew best last year?",
        "papers on recent changes of the wind",
        "How has the wind changed in the last two years?",
    ],
)
def test_years_that_are_a_topic_are_no_condition(question):
    assert read(question) == (question, [])
    assert not understand(question, ONE_YEAR).remark


def test_without_years_in_the_records_nothing_is_told_from_them():
    undated = Facets.of([new_paper("Kites fly.", title="Kites")])
    assert not understand("recent papers on kites", undated).filters
