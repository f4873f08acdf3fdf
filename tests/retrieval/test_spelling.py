import time

import pytest
from invented_papers import PAPERS, new_index

from rag.paper import new_paper
from rag.retrieval.reading import Reading
from rag.retrieval.spelling import corrected, corrections

SUBJECTS = (
    "diffusion models of kites",
    "diffusion models of lamps",
    "reinforcement learning of kites",
    "reinforcement learning of lamps",
    "federated learning of kites",
    "federated learning of lamps",
)


@pytest.fixture(scope="module")
def library(tmp_path_factory, make_library, embedder):
    """Papers on a few subjects, each in three titles, and some with methods that have names."""
    papers = [
        new_paper(
            f"We study {subject} with optimized networks, part {n}. The serving of unlabeled data is tested.",
            title=f"On {subject}: networks, serving and unlabeled data {n}",
            authors=["Yolanda Bengtson", "Wei Li"] if n else ["Jo Frost"],
        )
        for subject in SUBJECTS
        for n in range(3)
    ]
    named = [
        new_paper("We introduce KiteFlow, a planner.", title="KiteFlow: planning with flows"),
        new_paper("We introduce LampGPS, a controller.", title="LampGPS: dimming by place"),
    ]
    folder = tmp_path_factory.mktemp("slips") / "index"
    new_index(folder, embedder, [*papers, *named, *PAPERS]).close()
    with make_library(index=folder) as library:
        yield library


def read(library, question):
    found = corrections(question, library.index.snapshot(), ())
    return corrected(question, found), [(item.written, item.meant) for item in found]


@pytest.mark.parametrize(
    ("question", "written", "meant"),
    [
        ("difusion models", "difusion", "diffusion"),
        ("Difusion models", "Difusion", "diffusion"),
        ("papers on diffusoin models", "diffusoin", "diffusion"),
        ("reinforcment learning", "reinforcment", "reinforcement"),
        ("how do netwroks learn?", "netwroks", "networks"),
        ("papers on fedreated learning, not on lamps", "fedreated", "federated"),
        ("what is KiteFlwo?", "KiteFlwo", "KiteFlow"),
        ("how does KiteFlow's rival KiteFlow differ from KitFlow?", "KitFlow", "KiteFlow"),
    ],
)
def test_a_slip_is_corrected(library, question, written, meant):
    assert read(library, question) == (question.replace(written, meant), [(written, meant)])


@pytest.mark.parametrize(
    "question",
    [
        "diffusion models",
        "papers on hiking and quilting",
        # Another spelling is no slip, nor is another form.
        "optimised networks",
        "unlabelled data",
        "a network",
        # An English word, however near.
        "papers on severing",
        # Names of people, acronyms, numbers, quotations and names of other methods.
        "what did Difusion write?",
        "papers by yolanda difusion",
        "the DFFUSION score",
        "diffusion2 models",
        "the “difusion” models",
        "LampGPT",
        "KiteFlows",
        "KITEFLWO",
        "see difusion.org or a-difusion",
        # Too many slips, or other unknown words: perhaps another language.
        "difusion netwroks of fedreated learning",
        "difusion modelle für zweitägige Drachenflüge im Windkanalraum",
        "",
    ],
)
def test_what_is_no_clear_slip_stays(library, question):
    assert read(library, question) == (question, [])


def test_a_word_between_two_stays(tmp_path, make_library, embedder):
    papers = [
        new_paper(f"On {word} {n}.", title=f"On {word} {n}")
        for word in ("kernels", "kennels")
        for n in range(6)
    ]
    new_index(tmp_path / "index", embedder, papers).close()
    with make_library(index=tmp_path / "index") as library:
        assert read(library, "papers on keynels") == ("papers on keynels", [])
        assert read(library, "papers on kernles")[1] == [("kernles", "kernels")]


def test_a_correction_is_shown_and_can_be_taken_back(library):
    result = library.search("difusion models of kites")
    assert result.question == "difusion models of kites"
    assert result.understood.topic == "diffusion models of kites"
    assert result.understood.remark == "searched for “diffusion” instead of “difusion”"
    assert result.to_dict()["understood"]["corrections"] == [{"written": "difusion", "meant": "diffusion"}]
    assert "diffusion models of kites" in result.hits[0].paper.title
    answer = library.ask("papers on difusion models of kites")
    assert answer.question == "papers on difusion models of kites"
    assert answer.reason == result.understood.remark
    for reading in (Reading(ignored=["difusion"]), Reading(by_rules=False)):
        plain = library.search("difusion models of kites", reading=reading)
        assert plain.understood.topic == "difusion models of kites"
        assert plain.understood.remark == ""


def test_a_long_question_is_left_as_it_is_and_quickly(library):
    question = "difusion modles of kties " * 300
    started = time.process_time()
    assert library.search(question, rerank=False).understood.corrections == ()
    assert time.process_time() - started < 2


def test_words_that_are_asked_for_as_they_stand_are_not_corrected(library):
    assert library.search("papers that mention difusion").reason.startswith("no papers that mention difusion")


@pytest.mark.parametrize("name", ["Yolanda Bengston", "Yolnada Bengtson", "Yolanda Bengtsson"])
def test_an_author_whose_name_is_near_is_suggested(library, name):
    answer = library.ask(f"papers by {name}")
    assert answer.abstained
    assert answer.reason == f"no paper searched is by {name}; perhaps Yolanda Bengtson is meant"


@pytest.mark.parametrize("name", ["Wei Lu", "Jo Fraast", "Ada Muller-Bengtson", "Jack Zeppelin"])
def test_other_authors_are_not(library, name):
    assert "meant" not in library.ask(f"papers by {name}").reason
