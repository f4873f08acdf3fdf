from __future__ import annotations

from dataclasses import replace

import pytest
from invented_papers import PAPERS

from rag.answering.details import missing_detail
from rag.answering.gate import apply_gate
from rag.retrieval.results import Hit

KITE = Hit(PAPERS[0], 1.0, lexical=5.0, dense=0.9, relevance=9.0)
OTHER = replace(KITE, paper=PAPERS[1])
NAMED = replace(KITE, names=("KITEMAP",))


@pytest.mark.parametrize(
    ("question", "detail"),
    [
        ("What batch size did KITEMAP use?", "batch size"),
        ("Which optimiser trained KITEMAP?", "optimiser"),
        ("Which GPU trained KITEMAP?", "gpu"),
        ("Which tokenizer does KITEMAP need?", "tokenizer"),
        ("What does Theorem 3 of KITEMAP say?", "theorem 3"),
        ("Which figure shows KITEMAP?", "figure"),
        ("What colour and fabric has KITEMAP?", "colour fabric"),
        ("Who painted the tail of KITEMAP?", "what is asked about KITEMAP"),
        ("How many seams has KITEMAP?", "seams"),
        ("By how much does KITEMAP cut delays on SKY-10?", "on SKY-10"),
        ("What colour has KITEMAP?", "colour"),
        ("Explain the main difference of KITEMAP", ""),
        ("By how much does KITEMAP cut delays?", ""),
        ("What is KITEMAP?", ""),
    ],
)
def test_a_detail_of_a_named_paper(question, detail):
    assert missing_detail(question, [NAMED]) == detail


@pytest.mark.parametrize(
    ("text", "question", "detail"),
    [
        ("KITEMAP flies two kites over towns.", "How many kites does KITEMAP fly?", ""),
        ("KITEMAP flies kites. It has two tails.", "How many kites does KITEMAP fly?", "how many kites"),
        ("KITEMAP reads a single map.", "How many maps does KITEMAP read?", ""),
        ("KITEMAP reads maps.", "What is the number of maps in KITEMAP?", "how many maps"),
        ("KITEMAP follows the rope of a kite.", "Which rope material does KITEMAP use?", "rope material"),
        ("KITEMAP is made of a light material.", "Which rope material does KITEMAP use?", ""),
        ("KITEMAP climbs by 12%.", "How many percent does KITEMAP climb?", ""),
        ("KITEMAP climbs fast.", "How many percent does KITEMAP climb?", "how many percent"),
    ],
)
def test_a_number_and_the_thing_itself_must_stand_there(text, question, detail):
    assert missing_detail(question, [replace(NAMED, paper=replace(PAPERS[0], text=text))]) == detail


def test_a_title_may_tell_the_number():
    paper = replace(PAPERS[0], title="KITEMAP: flying under 18 knots", text="KITEMAP flies.")
    assert missing_detail("How many knots does KITEMAP need?", [replace(NAMED, paper=paper)]) == ""


def test_without_a_name_only_known_details_count():
    assert missing_detail("What colour have kites?", [KITE]) == ""
    assert missing_detail("Which optimiser trained the kites?", [KITE]) == "optimiser"


def test_a_paper_about_the_detail_answers():
    about = replace(KITE, paper=replace(PAPERS[0], text="We tune the learning rate of kites."))
    assert missing_detail("Which papers tune the learning rate?", [KITE, about]) == ""


def test_the_words_of_a_detail_apart_from_each_other_are_not_the_detail():
    apart = replace(NAMED, paper=replace(PAPERS[0], text="KITEMAP needs learning, at a low rate of gusts."))
    assert missing_detail("What learning rate does KITEMAP use?", [apart]) == "learning rate"
    together = replace(NAMED, paper=replace(PAPERS[0], text="KITEMAP is learnt at learning rates of 3."))
    assert missing_detail("What learning rate does KITEMAP use?", [together]) == ""


def test_where_a_paper_is_named_another_cannot_supply_the_detail():
    about = replace(KITE, paper=replace(PAPERS[1], text="The batch size is 3."))
    assert missing_detail("What batch size did KITEMAP use?", [about, NAMED]) == "batch size"


def test_the_gate_refuses_and_names_the_paper():
    passed = apply_gate("What batch size did KITEMAP use?", [OTHER, NAMED], -99.0, 99.0, 5)
    assert passed.hits == ()
    assert "batch size" in passed.reason
    assert passed.nearest == (NAMED,)
