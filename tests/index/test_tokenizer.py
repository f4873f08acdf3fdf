import pytest

from rag.index.tokenizer import question_terms, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GPT-4", ["gpt-4", "gpt", "4"]),
        ("GPT-5", ["gpt-5", "gpt", "5"]),
        ("C++", ["c++"]),
        ("C#", ["c#"]),
        ("C", ["c"]),
        ("R", ["r"]),
        ("k-NN", ["k-nn", "k", "nn"]),
        ("2.5", ["2.5", "2", "5"]),
        ("Łukasz Świątek", ["lukasz", "swiatek"]),
        ("青竹林", ["青竹", "竹林"]),
        ("竹", ["竹"]),
        ("kite青竹", ["kite", "青竹"]),
        ("こんにちは", ["こん", "んに", "にち", "ちは"]),
        ("planners planning", ["planner", "plan"]),
        ("two_extra", ["two", "extra"]),
        ("ＧＰＴ４", ["gpt4"]),
        ("نخلة", ["نخلة"]),
    ],
)
def test_terms(text, expected):
    assert terms(text) == expected


@pytest.mark.parametrize("text", ["", "  ", "?!", "the of and is", "_ - +", "…"])
def test_stop_words_and_signs_give_no_terms(text):
    assert terms(text) == question_terms(text) == []


@pytest.mark.parametrize(
    "text", ["What is this?", "does it do", "Which papers are there?", "what is the of and to in a"]
)
def test_words_by_which_people_ask_are_no_terms_of_a_question(text):
    assert question_terms(text) == []


@pytest.mark.parametrize("text", ["GPT-4", "C++", "k-NN planners", "青竹林", "R", "2.5"])
def test_what_is_asked_for_are_the_same_terms(text):
    assert question_terms(f"Which papers use {text}?") == terms(text)


def test_korean_gives_pairs():
    assert terms("한국어") == ["한국", "국어"]


def test_case_and_width_and_accents_do_not_matter():
    assert terms("MÜLLER naïve") == terms("muller NAIVE")
