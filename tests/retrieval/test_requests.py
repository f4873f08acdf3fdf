import pytest
from invented_papers import PAPERS, new_index

from rag.paper import new_paper
from rag.retrieval.rules.requests import request


@pytest.mark.parametrize(
    ("question", "rest", "most"),
    [
        ("top 3 papers on kites", "papers on kites", 3),
        ("the top three papers on kites", "papers on kites", 3),
        ("top-5 papers about kites", "papers about kites", 5),
        ("give me five papers on kites", "papers on kites", 5),
        ("Please give me 5 relevant papers on kites.", "papers on kites.", 5),
        ("list 10 papers on kites", "papers on kites", 10),
        ("give me two RL papers", "RL papers", 2),
        ("What are the top 3 papers on kites?", "papers on kites?", 3),
        ("a couple of papers on kites", "papers on kites", 2),
        ("top 20 papers on kites", "papers on kites", 20),
        ("at least 15 papers on kites", "papers on kites", 15),
        ("show me up to four papers on kites", "papers on kites", 4),
        ("two or three papers on kites", "papers on kites", 3),
        ("give me 5-10 papers on kites", "papers on kites", 10),
        ("can you summarise the field of kites?", "papers on kites?", None),
        ("a short overview of the literature on kites", "papers on kites", None),
        ("sixteen papers on kites", "papers on kites", 16),
        ("give me a hundred papers on kites", "papers on kites", 100),
        ("give me a dozen papers on kites", "papers on kites", 12),
        ("recommend papers on kites", "papers on kites", None),
        ("can you recommend me some good papers on kites", "papers on kites", None),
        ("I am looking for papers on kites", "papers on kites", None),
        ("I’m looking for work on kites", "work on kites", None),
        ("I would like to read papers on kites, please", "papers on kites", None),
        ("hi, show me papers on kites, thanks!", "papers on kites", None),
        ("show me RL papers", "RL papers", None),
        ("recommend me a good paper on kites", "paper on kites", None),
        ("find me something about kites", "papers about kites", None),
        ("do you have anything on kites?", "papers on kites?", None),
        ("keyword: kites", "kites", None),
        ("topic: kite planning", "kite planning", None),
        ("interesting papers on kites", "papers on kites", None),
        ("I am new to kite lines, where should I start?", "papers on kite lines", None),
        ("Which papers should I read first about kites?", "papers on kites", None),
        ("recent progress in kite lines", "papers on kite lines", None),
        ("what are the latest advances in kite lines?", "papers on kite lines", None),
        ("is there a paper called KITEMAP?", "KITEMAP", None),
    ],
)
def test_words_of_asking_are_taken_off(question, rest, most):
    asked = request(question)
    assert (asked.rest, asked.most) == (rest, most)


@pytest.mark.parametrize(
    "question",
    [
        "papers on kites",
        "explain how kites fly",
        "summary of KITEMAP",
        "describe the field strength of kites",
        "an overview of kites",
        "which papers improve DPO?",
        "first papers on kites",
        "papers that find something about kites",
        "top-k sampling",
        "top 5 accuracy of kites",
        "three-body problems in papers",
        "five ways to fold paper kites",
        "how do papers find good kites?",
        "I need to fold a kite",
        "give me a kite",
        "key papers",
        "best arm identification",
        "a 3 paper kite",
        "show that kites fly",
        "search engines",
        "zero papers on kites",
        "Two papers use kites. Which is older?",
        "keyword:",
        "please",
        "",
    ],
)
def test_other_words_stay(question):
    asked = request(question)
    assert (asked.rest, asked.most) == (question, None)


@pytest.mark.parametrize(
    "question",
    [
        "top 2 papers on street lamps",
        "recommend papers on street lamps",
        "I am looking for papers on street lamps",
        "please find me something on street lamps",
    ],
)
def test_the_words_of_asking_do_not_change_the_answer(small_library, question):
    plain, asked = small_library.ask("papers on street lamps"), small_library.ask(question)
    assert not plain.abstained
    assert asked.answer == plain.answer
    assert asked.reason == ""


def test_the_number_asked_for_is_how_many_papers_are_given(small_library):
    assert len(small_library.ask("give me one paper on street lamps").sources) == 1
    assert len(small_library.search("one paper on street lamps").hits) == 1
    assert len(small_library.search("one paper on street lamps", k=2).hits) == 2
    assert len(small_library.ask("give me one paper by Ada Müller").sources) == 1
    few = small_library.ask("give me seven papers on street lamps")
    assert len(few.sources) == 2
    assert few.reason == "only 2 of the 7 papers asked for are relevant enough"
    assert small_library.search("list three papers on street lamps").listing is None


def test_more_than_ten_papers_come_as_a_list(tmp_path, make_library, embedder):
    lamps = [
        new_paper(f"We study street lamps of kind {n}. They are dim.", title=f"Street lamps {n}", year=2030)
        for n in range(14)
    ]
    new_index(tmp_path / "index", embedder, [*lamps, *PAPERS]).close()
    with make_library(index=tmp_path / "index") as library:
        first = library.search("top 12 papers on street lamps")
        assert len(first.hits) == 12
        assert first.listing.total > 12
        plain = library.search("papers on street lamps", k=12)
        assert [hit.paper for hit in first.hits] == [hit.paper for hit in plain.hits]
        answer = library.ask("top 12 papers on street lamps")
        assert len(answer.sources) == 12
        assert answer.lead == f"These are the first 12 of {first.listing}."
        assert answer.reason == ""
        few = library.ask("give me 40 papers on street lamps")
        assert len(few.sources) == first.listing.total
        assert few.reason == f"only {first.listing.total} of the 40 papers asked for are relevant enough"
        assert len(library.search("top 12 papers on street lamps", k=2).hits) == 2
        assert library.ask("give me three papers from 2030").lead == "These are the first 3 of 16 papers."
