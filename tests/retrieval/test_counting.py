"""Numbers over the records of a library, exact or on a topic."""

from __future__ import annotations

import json

import pytest
from invented_papers import PAPERS, new_index

from rag.paper import new_paper


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "how many papers per year?",
            "By year, there are 8 papers: 1 in 2028, 1 in 2029, 2 in 2030 and 4 in 2031.",
        ),
        (
            "which venues are there?",
            "By venue, there are 8 papers: 3 at ICFT, 2 at BeeConf and 2 at LampCon."
            " Of 1 papers the record has no venue.",
        ),
        ("how many authors are there?", "There are 9 authors of 8 papers."),
        (
            "how many years are covered?",
            "There are 4 years of 8 papers: 2028 (1), 2029 (1), 2030 (2) and 2031 (4).",
        ),
        (
            "which venue has the most papers?",
            "ICFT has the most papers: 3. Of 1 papers the record has no venue.",
        ),
        ("where did Ada Müller publish?", "By venue, there are 2 papers: 1 at BeeConf and 1 at ICFT."),
        (
            "which venue has the most papers with two authors?",
            "BeeConf, ICFT and LampCon have the most papers: 1 each.",
        ),
        ("which year has the fewest papers?", "2028 and 2029 have the fewest papers: 1 each."),
        ("who has the most papers?", "Ada Müller and Nadia O'Hara have the most papers: 2 each."),
        ("who has the most papers since 2031?", "Ada Müller has the most papers: 2."),
        (
            "which authors have at least 2 papers?",
            "2 authors have at least 2 papers: Ada Müller (2) and Nadia O'Hara (2).",
        ),
        ("authors with more than 5 papers", "No authors have at least 6 papers."),
        (
            "top 2 authors at LampCon",
            "The 2 authors with the most papers: Nadia O'Hara (2), Bo Lind (1).",
        ),
        (
            "top 3 authors",
            "The 3 authors with the most papers: Ada Müller (2), Nadia O'Hara (2), Bo Lind (1);"
            " 6 more have as many.",
        ),
    ],
)
def test_without_a_topic_the_numbers_are_exact(small_library, question, said):
    answer = small_library.ask(question)
    assert (answer.lead, answer.abstained) == (said, False)
    result = small_library.search(question)
    assert str(result.totals) == said
    assert json.loads(json.dumps(result.to_dict()))["totals"]["counted"]["exact"]


def test_the_papers_of_the_one_that_leads_are_cited(small_library):
    answer = small_library.ask("who has the most papers since 2031?")
    assert {source.paper.title for source in answer.sources} == {
        "Kitemap: planning detours around gusts",
        "Counting bees with one camera",
    }
    assert not small_library.ask("who has the most papers?").sources
    assert "told apart by their names" in answer.reason


def test_numbers_on_a_topic_say_how_sure_they_are(small_library):
    answer = small_library.ask("how many papers on street lamps per year?")
    assert answer.lead.startswith(
        "By year, there are about 2 papers (2 clearly on the topic, 0 borderline): 1 in 2029"
    )
    assert not answer.totals.counted.exact
    assert small_library.ask("which venue has the most papers on street lamps?").lead.startswith(
        "LampCon has the most papers on the topic: 2, of about 2 papers"
    )
    assert small_library.ask("how many papers on volcanoes per year?").abstained


def test_what_no_record_holds_is_no_number(small_library):
    answer = small_library.ask("how many papers were rejected per year?")
    assert answer.abstained
    assert "numbers of submissions are not held" in answer.reason


@pytest.mark.parametrize(
    "question",
    [
        "who are Ada Müller's coauthors?",
        "coauthors of Ada Müller",
        "who has written with Ada Müller?",
    ],
)
def test_coauthors_are_counted_without_the_author(small_library, question):
    answer = small_library.ask(question)
    assert answer.lead == "By author, there are 2 papers: 1 by Jérôme Garçon and 1 by Łukasz Świątek."
    assert [(item.kind, item.value) for item in answer.understood.filters] == [("author", "Ada Müller")]


def test_with_a_thing_nobody_is_a_coauthor(small_library):
    assert small_library.search("who has worked with street lamps?").totals is None
    assert not small_library.search("papers by Ada Müller's coauthors").understood.filters
    facts = small_library.search("who are the coauthors of KITEMAP?")
    assert facts.understood.facts == ("authors",)


def test_of_many_that_lead_together_one_is_named(tmp_path, make_library, embedder):
    papers = [
        new_paper(f"Kite {n} flies over fields.", title=f"Kite {n}", authors=[f"Ada {chr(65 + n)}one"])
        for n in range(12)
    ]
    new_index(tmp_path / "index", embedder, papers).close()
    with make_library(index=tmp_path / "index") as library:
        answer = library.ask("who has the most papers?")
        assert answer.lead == "12 authors have the most papers, 1 each, one of them Ada Aone."
        assert not answer.sources


def test_conditions_that_leave_nothing_are_told(small_library):
    assert small_library.ask("who has the most papers at ICML?").reason.startswith("no papers at ICML")


def test_one_name_counts_once_however_its_umlaut_is_written(tmp_path, make_library, embedder):
    given = [
        ("Jörg Müller", "Ada One"),
        ("Jorg Muller",),
        ("Joerg Mueller",),
        ("Xue Li", "Xu Li"),
        ("Xue Li",),
    ]
    papers = [
        new_paper(f"Kite {n} flies over fields.", title=f"Kite {n}", authors=names)
        for n, names in enumerate(given)
    ]
    new_index(tmp_path / "index", embedder, papers).close()
    with make_library(index=tmp_path / "index") as library:
        counted = library.search("which authors have the most papers?").totals
        assert {total.value: total.papers for total in counted.values} == {
            "Jörg Müller": 2,
            "Xue Li": 2,
            "Ada One": 1,
            "Joerg Mueller": 1,
            "Xu Li": 1,
        }
        assert counted.different == 5


def test_without_a_single_year_that_is_said(tmp_path, make_library, embedder):
    new_index(tmp_path / "index", embedder, [new_paper("Kites fly.", title="Kites")]).close()
    with make_library(index=tmp_path / "index") as library:
        assert (
            library.ask("how many papers per year?").lead
            == "There are 1 paper; no record of them says the year."
        )


def test_every_invented_paper_is_counted_by_keyword_and_collection(small_library):
    (total,) = small_library.search("which collections are there?").totals.values
    assert total.papers == len(PAPERS)
    assert not small_library.search("most common keywords").totals.values
