import pytest
from invented_papers import PAPERS

from rag.index.authors import AuthorIndex, author_key, author_rows
from rag.paper import new_paper

ROWS = author_rows(PAPERS)


def named_authors(question, rows=ROWS):
    mentions = AuthorIndex(rows).mentions(question)
    assert all(0 <= m.start < m.end <= len(question) for m in mentions)
    return list(dict.fromkeys(name for m in mentions for name in m.names))


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
        ("papers by A. Müller", ["ada muller"]),
        ("what has Müller, A. done", ["ada muller"]),
        ("by Müller, Ada", ["ada muller"]),
        ("Müller et al. on kites", ["ada muller"]),
        ("by B. Müller", []),
        ("J.-B. Four", []),
        ("by J. Garcon and L. Swiatek", ["jerome garcon", "lukasz swiatek"]),
        ("papers by Karl Frost", ["k frost"]),
        ("a. muller", []),
        ("muller et al", []),
        ("A kite, A. Kite", []),
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
    assert named_authors("What did Müller work on?", rows) == ["ada muller", "bo muller"]
    assert named_authors("papers by Li?", rows) == ["cy li"]
    assert named_authors("papers by Li Wei", rows) == []
    assert named_authors("How does Li-ion fail?", rows) == []
    assert named_authors("What did Nobody publish?", rows) == []


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("muller", ["ada muller"]),
        ("Müller, A.", ["ada muller"]),
        ("A. Müller", ["ada muller"]),
        ("B. Müller", []),
        ("Ada Garcon", []),
        ("K. Frost", ["k frost"]),
        ("Karl Frost", []),
        ("", []),
        ("...", []),
    ],
)
def test_authors_by_a_part_of_the_name_or_initials(name, found):
    assert AuthorIndex(ROWS).matching(name) == found


def test_initials_stand_for_first_names_in_order():
    index = AuthorIndex({"john robert mills": [0], "jane mills": [1], "robert mills": [2]})
    assert index.matching("J. Mills") == ["john robert mills", "jane mills"]
    assert index.matching("J. R. Mills") == ["john robert mills"]
    assert index.matching("R. Mills") == ["robert mills"]


NAMES = AuthorIndex(
    author_rows(
        new_paper(f"Text {n}.", authors=[name])
        for n, name in enumerate(
            (
                "Emanuela J. Candela",
                "Mirko Jordan",
                "Tom B. Lindqvist",
                "Tom C. Lindqvist",
                "M. van der Scholt",
                "Jürgen Rödelmeier",
                "Hal Roedelmeier",
                "P. Frost",
                "Paul Frost",
                "Xue Li",
                "Xu Li",
                "Anna Maria Reis",
                "Q. Rico Colter",
            )
        )
    )
)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("papers by Emanuela Candela", ["emanuela j candela"]),
        ("papers by emanuela candela", ["emanuela j candela"]),
        ("papers by Candela, Emanuela", ["emanuela j candela"]),
        ("papers by Mirko I. Jordan", ["mirko jordan"]),
        ("papers by M. I. Jordan", ["mirko jordan"]),
        ("papers by Tom Lindqvist", ["tom b lindqvist", "tom c lindqvist"]),
        ("papers by Tom B. Lindqvist", ["tom b lindqvist"]),
        ("papers by Tom D. Lindqvist", []),
        ("papers by Anna Reis", ["anna maria reis"]),
        ("papers by Anna M. Reis", ["anna maria reis"]),
        ("papers by Anna Berta Reis", []),
        ("papers by Rico Colter", ["q rico colter"]),
        ("papers by Nico Colter", []),
        ("papers by Marga van der Scholt", ["m van der scholt"]),
        ("papers by M. van der Scholt", ["m van der scholt"]),
        ("papers by van der Scholt", ["m van der scholt"]),
        ("papers by Ruth van der Scholt", []),
        ("papers by Petra Frost", []),
        ("papers by Paul Frost", ["paul frost"]),
        ("papers by Juergen Roedelmeier", ["juergen roedelmeier"]),
        ("papers by J. Roedelmeier", ["juergen roedelmeier"]),
        ("papers by Roedelmeier", ["juergen roedelmeier", "hal roedelmeier"]),
        ("papers by Rödelmeier", ["jurgen rodelmeier"]),
        ("papers by Xue Li", ["xue li"]),
        ("papers by Mirko Jordan, Xu Li and Frost", ["mirko jordan", "xu li", "p frost", "paul frost"]),
        ("Frost's work on lamps", ["p frost", "paul frost"]),
        ("author: Candela", ["emanuela j candela"]),
        ("anything by Candela?", ["emanuela j candela"]),
        ("the emanuela candela effect", []),
        ("papers by Mirko Jordan and Frost damage", ["mirko jordan"]),
        ("does Jordan freeze?", []),
        ("Does Frost hurt?", []),
        ("Frost damage of papers", []),
    ],
)
def test_other_ways_to_write_a_name(question, found):
    assert [name for mention in NAMES.mentions(question) for name in mention.names] == found


def test_umlauts_written_with_two_letters_have_the_same_papers():
    assert NAMES.rows["juergen roedelmeier"] == NAMES.rows["jurgen rodelmeier"]
    assert NAMES.matching("Roedelmeier") == ["juergen roedelmeier", "hal roedelmeier"]
    assert NAMES.matching("Mirko I. Jordan") == ["mirko jordan"]
