"""Questions for numbers over the records, and others that only look like it."""

from __future__ import annotations

import pytest

from rag.retrieval.rules.tallies import Tally, tally


@pytest.mark.parametrize(
    ("question", "group", "rest"),
    [
        ("how many papers per year?", "year", "papers"),
        ("how many papers are there per venue?", "venue", "papers"),
        ("papers by conference", "venue", "papers"),
        ("How many papers on kites were published each year?", "year", "papers on kites"),
        ("number of papers by year on kites", "year", "papers on kites"),
        ("how many papers on kites does each venue have?", "venue", "papers on kites does have"),
        ("how many papers did each author write?", "author", "papers"),
        ("How has the number of papers on kites changed over time?", "year", "papers on kites"),
        ("is the number of papers on kites growing?", "year", "papers on kites"),
        ("show me the number of papers per year for ICFT", "year", "papers for ICFT"),
        ("in which years were papers on kites published?", "year", "papers on kites"),
        ("which venues have papers on kites?", "venue", "papers on kites"),
        ("what years does the library cover?", "year", "papers"),
        ("Which venues are there?", "venue", "papers"),
        ("list all venues", "venue", "papers"),
        ("which conferences do you have?", "venue", "papers"),
        ("what keywords are in the library?", "keyword", "papers"),
        ("which collections are there?", "collection", "papers"),
        ("what time span does the library cover?", "year", "papers"),
        ("from which years are the papers?", "year", "the papers"),
        ("what year is the newest paper from?", "year", "papers"),
        ("how far back does the library go?", "year", "papers"),
        ("list the venues by number of papers", "venue", "papers"),
        ("where did Ada Müller publish?", "venue", "papers Ada Müller"),
        ("in which years has Ada Müller published?", "year", "papers Ada Müller"),
        ("how old is the oldest paper?", "year", "papers"),
        ("what is the time range of the papers?", "year", "papers"),
        ("compare the number of papers in 2030 and 2031", "year", "papers in 2030 and 2031"),
        ("when was the first paper on kites published?", "year", "paper on kites"),
        ("since when are there papers on kites?", "year", "papers on kites"),
        ("which conferences cover kites?", "venue", "papers on kites"),
        ("what is in this library?", "venue", "papers"),
    ],
)
def test_numbers_of_each(question, group, rest):
    found, said = tally(question)
    assert (found.group, found.kind) == (group, "each")
    assert said == rest


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("who are Ada Müller's coauthors?", "papers Ada Müller's"),
        ("coauthors of Ada Müller", "papers of Ada Müller"),
        ("list the collaborators of Ada Müller on kites", "papers of Ada Müller on kites"),
        ("who has written with Ada Müller?", "papers written with Ada Müller?"),
        ("who has published papers with Ada Müller?", "papers published papers with Ada Müller?"),
    ],
)
def test_coauthors(question, rest):
    found, said = tally(question)
    assert found == Tally("author", "each", beside=True)
    assert " ".join(said.split()) == rest


@pytest.mark.parametrize(
    ("question", "group", "rest"),
    [
        ("how many authors are there?", "author", "papers"),
        ("How many different authors does the library have?", "author", "papers"),
        ("how many venues are covered", "venue", "papers"),
        ("number of years in the library", "year", "papers"),
        ("how many authors are there at ICFT?", "author", "papers at ICFT"),
        ("how many authors published at ICFT in 2031?", "author", "papers published at ICFT in 2031"),
        ("how many authors have published papers on kites?", "author", "papers on kites"),
        ("how many people wrote papers on kites", "author", "papers on kites"),
    ],
)
def test_how_many_there_are(question, group, rest):
    found, said = tally(question)
    assert (found.group, found.kind) == (group, "number")
    assert said == rest


@pytest.mark.parametrize(
    ("question", "wanted", "rest"),
    [
        ("who has the most papers?", Tally("author", "most", 1), "papers"),
        ("who published the most at ICFT?", Tally("author", "most", 1), "papers at ICFT"),
        ("Who has published the most papers on kites?", Tally("author", "most", 1), "papers on kites"),
        ("which author published most?", Tally("author", "most", 1), "papers"),
        ("which authors have the most papers?", Tally("author", "most", 10), "papers"),
        ("which venue has the most kite papers?", Tally("venue", "most", 1), "kite papers"),
        ("which year had the fewest papers?", Tally("year", "fewest", 1), "papers"),
        ("when did Ada Müller publish most?", Tally("year", "most", 1), "papers Ada Müller"),
        ("who has more than 3 papers on kites?", Tally("author", "at least", 4), "papers on kites"),
        ("who works most on kites?", Tally("author", "most", 1), "papers on kites"),
        ("who are the experts on kites?", Tally("author", "most", 10), "papers on kites"),
        ("which venue is best represented?", Tally("venue", "most", 1), "papers"),
        ("in which year did papers on kites peak?", Tally("year", "most", 1), "papers on kites"),
        ("which authors have more than 8 papers?", Tally("author", "at least", 9), "papers"),
        ("authors with at least two papers on kites", Tally("author", "at least", 2), "papers on kites"),
        ("top 5 authors", Tally("author", "most", 5), "papers"),
        ("who are the top ten authors on kites?", Tally("author", "most", 10), "papers on kites"),
        ("the three most productive researchers since 2030", Tally("author", "most", 3), "papers since 2030"),
        ("author with the most papers on kites", Tally("author", "most", 1), "papers on kites"),
        ("the 5 authors with the most papers", Tally("author", "most", 5), "papers"),
        ("top 3 venues by number of papers", Tally("venue", "most", 3), "papers"),
        ("most common keywords", Tally("keyword", "most", 10), "papers"),
        ("when were the most papers on kites published?", Tally("year", "most", 1), "papers on kites"),
        ("where were most papers on kites published?", Tally("venue", "most", 1), "papers on kites"),
    ],
)
def test_the_most(question, wanted, rest):
    found, said = tally(question)
    assert found == wanted
    assert said == rest


@pytest.mark.parametrize(
    "question",
    [
        "which kite has the most lines?",
        "who has the most cited paper?",
        "which paper has the most authors?",
        "which year has the most extreme winds?",
        "how many authors does KITEMAP have?",
        "how many authors are there on KITEMAP?",
        "How many people fly kites?",
        "How many years of wind data are used?",
        "papers by year of birth",
        "papers on how many papers per year are retracted",
        "which authors propose the most stable kite?",
        "how many papers by author Wei Li?",
        "how many papers are there?",
        "top authors' kites",
        "who works on kites?",
        "how old is the wind?",
        "papers by coauthors of Wei Li",
        "who has written about kites?",
        "who are the experts in a mixture of experts?",
        "authors with at least two kites",
        "which conferences are on kites?",
        "what is the most common knot?",
        "who are the authors of KITEMAP?",
        "when was KITEMAP published?",
        "list the authors of KITEMAP",
        "which venues reject the most papers?",
        "venues",
        "",
    ],
)
def test_other_questions_are_no_tally(question):
    assert tally(question) is None
