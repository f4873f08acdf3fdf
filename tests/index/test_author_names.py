import pytest
from invented_papers import PAPERS

from rag.index.authors import author_key, author_rows, authors_by_surname, named_authors
from rag.paper import new_paper

ROWS = author_rows(PAPERS)


def test_rows_by_name_without_case_and_accents():
    assert ROWS["ada muller"] == [0, 1]
    assert ROWS["lukasz swiatek"] == [1]
    assert author_key("J. R. Mills") == "j r mills"
    assert author_key("  ") == ""


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What did Ada Müller publish?", ["ada muller"]),
        ("papers by ADA MULLER and łukasz świątek", ["ada muller", "lukasz swiatek"]),
        ("Ada Müller's work on kites", ["ada muller"]),
        ("What has Jean-Baptiste Four heard?", ["jean-baptiste four"]),
        ("Does Nadia O'Hara like lamps?", ["nadia o'hara"]),
        ("anything by K. Frost?", ["k frost"]),
        ("Ada Müller, again Ada Müller", ["ada muller"]),
        ("Müller Ada", []),
        ("Ada", []),
        ("Müller", []),
        ("four kites", []),
        ("", []),
    ],
)
def test_full_names_in_a_question(question, found):
    assert named_authors(question, ROWS) == found


@pytest.mark.parametrize("question", ["What did Nadia O’Hara write?", "Nadia O’Hara’s lamps"])
def test_a_typographic_apostrophe_is_an_apostrophe(question):
    assert named_authors(question, ROWS) == ["nadia o'hara"]


def test_the_longer_name_wins():
    rows = author_rows([new_paper("x", authors=["Ana Lima"]), new_paper("y", authors=["Ana Lima Reis"])])
    assert named_authors("by Ana Lima Reis", rows) == ["ana lima reis"]


def test_one_author_stands_once_a_paper():
    assert author_rows([new_paper("x", authors=["Ana Lima", "Ána Lima"])]) == {"ana lima": [0]}


def test_a_last_name_will_do_where_papers_of_somebody_are_asked_for():
    rows = {"ada müller".replace("ü", "u"): [0], "bo muller": [2], "cy li": [1]}
    assert authors_by_surname("What did Müller work on?", rows) == ["ada muller", "bo muller"]
    assert authors_by_surname("papers by Li?", rows) == ["cy li"]
    assert authors_by_surname("papers by Li Wei", rows) == []
    assert authors_by_surname("How does Li-ion fail?", rows) == []
    assert authors_by_surname("What did Nobody publish?", rows) == []
