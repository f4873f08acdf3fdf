from __future__ import annotations

from dataclasses import replace

import pytest
from invented_papers import PAPERS
from record_questions import LOOK_ALIKES, NOT_HELD

from rag.answering.gate import apply_gate
from rag.answering.record_fields import field_not_held
from rag.retrieval.results import Hit

KITE = Hit(PAPERS[0], 1.0, lexical=5.0, dense=0.9, relevance=9.0, names=("KITEMAP",))
OTHER = Hit(PAPERS[1], 1.0, lexical=5.0, dense=0.9, relevance=9.0)


def test_most_questions_about_the_record_are_noticed():
    missed = [question for question in NOT_HELD if not field_not_held(question)]
    assert len(missed) <= 0.08 * len(NOT_HELD), missed


def test_look_alikes_are_answered():
    wrong = [question for question in LOOK_ALIKES if field_not_held(question)]
    assert len(wrong) <= 0.02 * len(LOOK_ALIKES), wrong


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("How many citations has KITEMAP?", "citation counts"),
        ("What is the acceptance rate of ICFT?", "acceptance rates"),
        ("What average rating did the reviewers give to KITEMAP?", "reviews"),
        ("Does KITEMAP have an oral?", "kinds of presentation"),
        ("Which university do the authors of KITEMAP work at?", "affiliations"),
        ("What is the h-index of Ada Müller?", "citation indices"),
    ],
)
def test_the_refusal_names_the_field_and_the_paper(question, field):
    passed = apply_gate(question, [OTHER, KITE], -99.0, 99.0, 5)
    assert passed.hits == ()
    assert field in passed.reason
    assert "abstracts" in passed.reason
    assert passed.nearest == ((KITE,) if "KITEMAP" in question else None)


def test_what_the_abstract_gives_all_the_same_is_answered():
    question = "Does the KITEMAP paper have a GitHub repository?"
    assert field_not_held(question, [KITE])
    linked = replace(PAPERS[0], text=f"{PAPERS[0].text} The code is on https://github.com/kite/map.")
    assert field_not_held(question, [replace(KITE, paper=linked)]) == ""
    voted = replace(PAPERS[0], text=f"{PAPERS[0].text} Forty participants flew KITEMAP.")
    assert field_not_held("How many participants flew KITEMAP?", [replace(KITE, paper=voted)]) == ""
