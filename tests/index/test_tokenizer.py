import pytest

from rag.index.tokenizer import terms


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


@pytest.mark.parametrize("text", ["", "  ", "?!", "the of and is", "What is this?", "does it do", "_ - +", "…"])
def test_nothing_telling_gives_no_terms(text):
    assert terms(text) == []


def test_korean_gives_pairs():
    assert terms("한국어") == ["한국", "국어"]


def test_case_and_width_and_accents_do_not_matter():
    assert terms("MÜLLER naïve") == terms("muller NAIVE")
