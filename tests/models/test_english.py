import pytest

from rag.models.english import is_english


@pytest.mark.parametrize(
    "word", ["hiking", "kite", "kites", "shading", "hurries", "gripping", "modelled", "baker"]
)
def test_words_and_their_forms(word):
    assert is_english(word)


@pytest.mark.parametrize("word", ["difusion", "reinforcment", "netwroks", "kiets", "zzing", ""])
def test_slips_are_no_words(word):
    assert not is_english(word)
