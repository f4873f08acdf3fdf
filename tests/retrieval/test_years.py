"""Years of publication in a question."""

import pytest
from small_facets import FACETS, read

from rag.retrieval.understanding import understand


@pytest.mark.parametrize(
    ("question", "topic", "year"),
    [
        ("papers from 2023 on pruning", "papers on pruning", "2023"),
        ("Which papers on pruning were published in 2024?", "Which papers on pruning were?", "2024"),
        ("pruning papers of 2023", "pruning papers", "2023"),
        ("papers on pruning from the years 2022 and 2023", "papers on pruning", "2022 or 2023"),
        ("which papers from 2023 prune trees?", "which papers prune trees?", "2023"),
        ("the 2023 papers on LLM agents", "the papers on LLM agents", "2023"),
        ("In 2024, which papers studied pruning?", "which papers studied pruning?", "2024"),
        ("diffusion models since 2022", "diffusion models", "2022 or later"),
        ("papers on pruning from 2022 onwards", "papers on pruning", "2022 or later"),
        ("papers 2020-2023 on pruning", "papers on pruning", "2020-2023"),
        ("papers on pruning (2020–2023)", "papers on pruning", "2020-2023"),
        ("papers on pruning published between 2020 and 2023", "papers on pruning", "2020-2023"),
        ("work from 2020 to 2023 on GANs", "work on GANs", "2020-2023"),
        ("work before 2021 on GANs", "work on GANs", "2020 or earlier"),
        ("papers on GANs after 2021", "papers on GANs", "after 2021"),
        ("papers on GANs until 2021", "papers on GANs", "2021 or earlier"),
        ("before 2020 papers on GANs", "papers on GANs", "2019 or earlier"),
        ("since 2020 papers on GANs", "papers on GANs", "2020 or later"),
        ("only from 2023 papers on GANs", "papers on GANs", "2023"),
        ("papers on GANs from the 2020s", "papers on GANs", "2020-2029"),
        ("papers of the 2010s on GANs", "papers on GANs", "2010-2019"),
        ("papers on GANs only from 2023", "papers on GANs", "2023"),
        ("papers only from 2023 on GANs", "papers on GANs", "2023"),
        ("GAN papers, only before 2020", "GAN papers", "2019 or earlier"),
        ("papers for 2023 on GANs", "papers on GANs", "2023"),
        ("GANs year: 2023", "GANs", "2023"),
        ("GAN papers 2023", "GAN papers", "2023"),
        ("papers on pruning 2023", "papers on pruning", "2023"),
        ("papers on pruning - 2023?", "papers on pruning?", "2023"),
        ("recent work (2023) on pruning", "recent work on pruning", "2023"),
    ],
)
def test_years(question, topic, year):
    assert read(question) == (topic, [("year", year)])


@pytest.mark.parametrize(
    ("question", "inside", "outside"),
    [
        ("papers from 2023", [2023], [2022, 2024]),
        ("papers since 2022", [2022, 2024, 2099], [2021]),
        ("papers after 2022", [2023], [2022]),
        ("papers before 2022", [1950, 2021], [2022]),
        ("papers until 2022", [2022], [2023]),
        ("papers from 2020-2022", [2020, 2021, 2022], [2019, 2023]),
        ("papers from 2020 or 2022", [2020, 2022], [2021]),
    ],
)
def test_the_years_that_are_let_through(question, inside, outside):
    years = understand(question, FACETS).condition.years
    assert set(inside) <= set(years)
    assert not set(outside) & set(years)


@pytest.mark.parametrize(
    "question",
    [
        "Which papers evaluate on ImageNet 2012?",
        "WMT 2014 translation papers",
        "papers on the 2020 election",
        "papers on forecasting for the year 2050",
        "papers on energy demand for 2050",
        "papers on decoder-only models before training",
        "papers on forecasting in 2020 elections",
        "papers on reconstruction in 2D",
        "Who won the men's football World Cup in 2022?",
        "diffusion models in 2024",
        "Which papers mention $gt 2023?",
        "papers on the 2020s recession",
        "What changed in the 2020s?",
        "a 1950 word limit in papers",
        "papers with 2048 tokens",
        "papers on GPT-2019",
        "papers on ImageNet 2012",
        "pruning 2023",
        "papers that reach 2023.5 points",
        "papers from 12023",
        "papers on RFC 2020-2023x",
    ],
)
def test_numbers_that_are_no_years_of_publication(question):
    assert read(question) == (question, [])


@pytest.mark.parametrize(
    "question",
    [
        "papers on energy demand in 2050",
        "In 2050, which papers will matter?",
        "how many papers are about the election in 2016?",
        "papers on floods between 2040 and 2050",
        "papers about the games during 2012",
        "papers about the elections of 2016",
        "papers about the elections 2016",
        "papers about the elections (2016)",
    ],
)
def test_a_year_of_no_paper_may_be_the_topic_and_is_remarked(question):
    understood = understand(question, FACETS)
    assert understood.filters == ()
    assert any(year in understood.topic for year in ("2050", "2016", "2012"))
    assert understood.remark.startswith("no paper here is from ")


@pytest.mark.parametrize(
    ("question", "year"),
    [
        ("papers from 2050 on energy demand", "2050"),
        ("papers in 2050 on energy demand", "2050"),
        ("papers on energy demand published in 2050", "2050"),
        ("papers on energy demand since 2050", "2050 or later"),
        ("2050 papers on energy demand", "2050"),
        ("papers on energy demand 2023", "2023"),
        ("papers on energy demand in 2023", "2023"),
        ("papers on energy demand in 2023 or 2050", "2023 or 2050"),
    ],
)
def test_a_year_in_which_papers_are_published_is_no_topic(question, year):
    understood = understand(question, FACETS)
    assert understood.topic == "papers on energy demand"
    assert [(item.kind, item.value) for item in understood.filters] == [("year", year)]
    assert understood.remark == ""
