from __future__ import annotations

import pytest

from rag.answering.answer import Answer, Source
from rag.answering.followups import Exchange, standalone_question
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


def test_with_several_papers_and_no_name_the_whole_question_is_the_subject():
    history = [exchange("Who bends reeds?", KITE, REED)]
    assert standalone_question("Are they fast?", history) == "Are they fast? (about: Who bends reeds)"


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


def test_a_number_that_no_source_has_changes_nothing():
    question = "Why do 3 of the papers in [7] disagree on pruning networks?"
    assert standalone_question(question, [exchange("Who?", KITE, REED)]) == question


@pytest.mark.parametrize(
    "question",
    [
        "which papers improve DPO and its variants?",
        "Is there work on pruning transformers that keeps their accuracy?",
        "How are labels recovered from federated updates?",
        "What did Ada One publish?",
    ],
)
def test_a_question_that_stands_alone_stays_as_it_is(question):
    assert standalone_question(question, [exchange("Who?", KITE)]) == question


def test_without_history_nothing_changes():
    assert standalone_question("and its limitations?", []) == "and its limitations?"
