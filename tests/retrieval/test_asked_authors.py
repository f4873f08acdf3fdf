"""Authors whose papers a question asks for, or does not want."""

import pytest
from small_facets import FACETS, read

from rag.retrieval.understanding import understand


@pytest.mark.parametrize(
    ("question", "author"),
    [
        ("papers by Yolanda Bengtson", "Yolanda Bengtson"),
        ("papers by yolanda bengtson", "yolanda bengtson"),
        ("Which papers are by Y. Bengtson?", "Y. Bengtson"),
        ("papers by Bengtson, Y.", "Bengtson, Y."),
        ("papers by Bengtson et al.", "Bengtson et al."),
        ("papers by Severine Levy", "Severine Levy"),
        ("papers by Levy", "Levy"),
        ("Show me the work of Wei Li at this conference.", "Wei Li"),
        ("I follow the research of Wei Li; what is there?", "Wei Li"),
        ("Which papers have Wei Li as an author?", "Wei Li"),
        ("which papers is wei li on", "wei li"),
        ("What has Séverine Lévy got at the conference?", "Séverine Lévy"),
        ("Which papers list Alex Hernandez-Gall among the authors?", "Alex Hernandez-Gall"),
        ("What did Wei Li publish here?", "Wei Li"),
        ("Wei Li's papers", "Wei Li"),
        ("how many papers does Wei Li have?", "Wei Li"),
        ("publications of Wei Li", "Wei Li"),
        ("what did Wei Li write?", "Wei Li"),
        ("anything by Wei Li?", "Wei Li"),
        ("everything written by Wei Li", "Wei Li"),
        ("author: Wei Li", "Wei Li"),
        ("papers coauthored by Wei Li", "Wei Li"),
        ("papers with Wei Li", "Wei Li"),
        ("how many papers with Wei Li were added?", "Wei Li"),
    ],
)
def test_authors_whose_papers_are_asked_for(question, author):
    assert read(question) == ("", [("author", author)])


def test_an_author_and_a_topic():
    for question in (
        "papers by Wei Li and Séverine Lévy about lamps in 2024",
        "What papers did Wei Li and Séverine Lévy publish about lamps in 2024?",
    ):
        topic, filters = read(question)
        assert topic.endswith("about lamps") or topic.endswith("about lamps?")
        assert filters == [("author", "Wei Li or Séverine Lévy"), ("year", "2024")]
    assert read("Levy's work on lamps") == ("work on lamps", [("author", "Levy")])
    assert read("papers on lamps by Wei Li") == ("papers on lamps", [("author", "Wei Li")])


@pytest.mark.parametrize(
    "question",
    [
        "papers by both Wei Li and Séverine Lévy",
        "papers by Wei Li with Séverine Lévy",
        "papers by Wei Li together with Levy",
        "how many papers did Wei Li and Séverine Lévy write together?",
    ],
)
def test_papers_that_two_authors_wrote_together(question):
    topic, filters = read(question)
    assert topic == ""
    assert [(kind, " and " in value) for kind, value in filters] == [("author", True)]
    condition = understand(question, FACETS).condition
    assert [list(part.authors) for part in condition.parts()] == [["wei li"], ["severine levy"]]


@pytest.mark.parametrize(
    "question", ["papers by Wei Li and Jack Zeppelin on lamps", "papers by Jack Zeppelin and Wei Li on lamps"]
)
def test_a_second_author_who_is_not_in_the_library_is_remarked(question):
    understood = understand(question, FACETS)
    assert understood.topic == "papers on lamps"
    assert [(item.kind, item.value) for item in understood.filters] == [("author", "Wei Li")]
    assert understood.remark == "no paper here is by Jack Zeppelin"
    assert understood.to_dict()["remark"] == understood.remark


def test_authors_whose_papers_are_not_wanted():
    for question in ("papers not by Levy on lamps", "papers on lamps not by Séverine Lévy"):
        understood = understand(question, FACETS)
        assert understood.topic == "papers on lamps"
        assert [(item.kind, item.value[:2]) for item in understood.filters] == [("not", "by")]
        assert list(understood.condition.none_of[0].authors) == ["severine levy"]
        assert not understood.condition.authors


@pytest.mark.parametrize(
    "question",
    [
        "How does the method of moments by Wei Lin work?",
        "Is Wei Li right about lamps?",
        "papers by Jo Nobody",
        "how do methods of optimisation by Wei Li compare with others?",
        "what has Wei Li to do with lamps?",
        "Li-ion",
    ],
)
def test_names_that_are_no_condition(question):
    assert read(question) == (question, [])
