from __future__ import annotations

import pytest

from rag.answering.answer import Answer, Source
from rag.answering.followups.standalone import Exchange, number_not_given, standalone_question
from rag.paper import new_paper

KITE = new_paper("Kites plan detours.", title="Kitemap: Planning Detours", url="https://example.org/1")
REED = new_paper("Reeds bend.", title="Reedbend", url="https://example.org/2")


def exchange(question: str, *papers, asked: str = "") -> Exchange:
    sources = tuple(Source(n, paper) for n, paper in enumerate(papers, start=1))
    return Exchange(question, Answer(question, "…", "quoted", sources=sources, asked=asked))


@pytest.mark.parametrize(
    "question",
    [
        "and its limitations?",
        "How fast is it?",
        "What data do they use?",
        "what about GPUs?",
        "compare it with DPO",
    ],
)
def test_a_question_that_points_back_gets_the_last_subject(question):
    asked = standalone_question(question, [exchange("Who plans kite detours?", KITE)])
    assert asked == f"{question} (about: Kitemap: Planning Detours)"


def test_the_subject_is_the_method_that_was_asked_about():
    history = [exchange("which papers improve DPO?", KITE, REED)]
    assert standalone_question("and its limitations?", history) == "and its limitations? (about: DPO)"


def test_a_few_papers_are_the_subject_and_of_more_the_whole_question():
    asked = standalone_question("Are they fast?", [exchange("Who bends reeds?", KITE, REED)])
    assert asked == "Are they fast? (about: Kitemap: Planning Detours and Reedbend)"
    history = [exchange("Who bends reeds?", KITE, REED, KITE, REED)]
    assert standalone_question("Are they fast?", history) == "Are they fast? (about: Who bends reeds)"


def test_the_subject_of_a_list_is_its_papers():
    history = [exchange("list all papers by Ada One", KITE, REED, KITE, REED)]
    asked = standalone_question("which of them is fast?", history)
    assert asked == "which of them is fast? (about: papers by Ada One)"


def test_a_subject_lasts_over_several_questions():
    history = [exchange("and its cost?", KITE, asked="and its cost? (about: DPO)")]
    assert standalone_question("and its limits?", history) == "and its limits? (about: DPO)"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does the second one report?", "What does “Reedbend” report?"),
        ("Compare the first paper with DPO", "Compare “Kitemap: Planning Detours” with DPO"),
        ("More on the last one", "More on “Reedbend”"),
        ("what is the result of [2]?", "what is the result of “Reedbend”?"),
        ("and source 1?", "and “Kitemap: Planning Detours”?"),
    ],
)
def test_a_numbered_source_becomes_its_title(question, expected):
    assert standalone_question(question, [exchange("Who?", KITE, REED)]) == expected


@pytest.mark.parametrize(
    ("question", "n"),
    [
        ("the fifth one", 5),
        ("tell me more about [7]", 7),
        ("What does the third paper say?", 3),
        ("source 4?", 4),
    ],
)
def test_a_number_that_no_source_has_is_told(question, n):
    history = [exchange("Who?", KITE, REED)]
    assert number_not_given(question, history) == f"the last answer has 2 sources, so there is no source {n}"


@pytest.mark.parametrize(
    "question",
    [
        "What is the third step of training?",
        "the second one",
        "Which is the fifth method here?",
        "the last one",
        "Which papers go on from earlier work that plans detours [12] and bends reeds?",
    ],
)
def test_numbers_that_are_given_or_mean_no_source(question):
    assert number_not_given(question, [exchange("Who?", KITE, REED)]) == ""
    assert number_not_given(question, []) == ""


@pytest.mark.parametrize(
    "question",
    [
        "compare the first and the second",
        "compare the two",
        "compare them",
        "compare the former and the latter",
        "compare [1] and [2]",
    ],
)
def test_two_sources_are_compared_by_their_titles(question):
    asked = standalone_question(question, [exchange("Who?", KITE, REED)])
    assert asked == "compare “Kitemap: Planning Detours” and “Reedbend”"


def test_after_one_of_a_list_the_others_still_count():
    history = [exchange("Who?", KITE, REED), exchange("the 2nd one", REED, asked="“Reedbend”")]
    assert standalone_question("and the first?", history) == "and “Kitemap: Planning Detours”?"
    assert (
        number_not_given("the 3rd one", history) == "the last answer has 2 sources, so there is no source 3"
    )


def test_of_three_sources_none_is_the_former():
    assert "“" not in standalone_question("the former", [exchange("Who?", KITE, REED, KITE)])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("who wrote it?", "who wrote “Kitemap: Planning Detours”?"),
        ("and who are its authors?", "authors of “Kitemap: Planning Detours”"),
        ("where was it published?", "where was “Kitemap: Planning Detours” published?"),
        ("when was this published?", "when was “Kitemap: Planning Detours” published?"),
        ("when was the paper published?", "when was “Kitemap: Planning Detours” published?"),
        ("give me the link", "link of “Kitemap: Planning Detours”"),
        ("what is the URL of this paper?", "what is the URL of “Kitemap: Planning Detours”?"),
        ("how many authors does it have?", "how many authors does “Kitemap: Planning Detours” have?"),
        ("papers like it", "papers like “Kitemap: Planning Detours”"),
        ("and when?", "when was “Kitemap: Planning Detours” published?"),
        ("similar papers?", "papers like “Kitemap: Planning Detours”"),
        ("any related work?", "papers like “Kitemap: Planning Detours”"),
        ("what else did they publish?", "other papers by the authors of “Kitemap: Planning Detours”"),
        (
            "any other papers by the same authors?",
            "other papers by the authors of “Kitemap: Planning Detours”",
        ),
        (
            "and what else have its authors written?",
            "other papers by the authors of “Kitemap: Planning Detours”",
        ),
    ],
)
def test_facts_of_it_and_papers_like_it_name_the_paper(question, expected):
    assert standalone_question(question, [exchange("What is Kitemap?", KITE)]) == expected


def test_it_is_the_paper_that_was_asked_about():
    history = [exchange("What is Reedbend?", KITE, REED)]
    assert standalone_question("who wrote it?", history) == "who wrote “Reedbend”?"


@pytest.mark.parametrize(
    "question",
    ["limitations?", "tell me more", "is there code?", "which GPU did they use?", "which datasets?", "why?"],
)
def test_a_few_words_without_a_subject_go_to_the_last_one(question):
    asked = standalone_question(question, [exchange("Who plans kite detours?", KITE)])
    assert asked == f"{question} (about: Kitemap: Planning Detours)"


@pytest.mark.parametrize(
    "question",
    [
        "What learning rate does it use?",
        "Which two data sets did they use?",
        "which one is about wind?",
        "which of them are about wind?",
    ],
)
def test_a_question_about_it_points_back(question):
    asked = standalone_question(question, [exchange("Who plans kite detours?", KITE)])
    assert asked == f"{question} (about: Kitemap: Planning Detours)"


def test_a_refusal_about_a_paper_that_it_names_leaves_it_as_the_subject():
    refused = Answer("?", "…", "quoted", abstained=True, nearest=(REED, KITE))
    history = [exchange("What is Reedbend?", REED), Exchange("Which GPU does Kitemap use?", refused)]
    assert standalone_question("who wrote it?", history) == "who wrote “Kitemap: Planning Detours”?"
    assert standalone_question("limitations?", history) == "limitations? (about: Kitemap: Planning Detours)"
    assert standalone_question("more on [1]", history) == "more on “Reedbend”"


def test_both_papers_of_a_comparison_stay_the_subject():
    history = [exchange("Kitemap vs Reedbend", KITE, REED)]
    asked = standalone_question("which one is better?", history)
    assert asked == "which one is better? (about: Kitemap: Planning Detours and Reedbend)"


def test_a_refused_turn_does_not_replace_the_subject():
    refused = Exchange("Who breeds bees?", Answer("Who breeds bees?", "…", "quoted", abstained=True))
    asked = standalone_question("limitations?", [exchange("Who plans?", KITE), refused])
    assert asked == "limitations? (about: Kitemap: Planning Detours)"


@pytest.mark.parametrize(
    "question",
    [
        "which papers improve DPO and its variants?",
        "How fast does LoRA+ train when it is scaled?",
        "What bounds the error of a network, and how tight is it?",
        "Is there work on pruning transformers that keeps their accuracy?",
        "How are labels recovered from federated updates?",
        "What did Ada One publish?",
        "which datasets are there for reeds?",
        "list all papers",
        "how many papers are there?",
        "papers by Ada One",
        "thanks",
        "Hello!",
        "help",
    ],
)
def test_a_question_that_stands_alone_stays_as_it_is(question):
    assert standalone_question(question, [exchange("Who?", KITE)]) == question


def test_without_history_nothing_changes():
    assert standalone_question("and its limitations?", []) == "and its limitations?"
