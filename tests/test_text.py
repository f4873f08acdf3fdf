import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.text import clean, fingerprint, fold, shorten

TEXT = "We compare 12 kite planners, and KITEMAP wins. Its error is $O(n\\log n)$ on 40 flights."


@pytest.mark.parametrize(
    "variant",
    [
        TEXT.replace(" ", "\n"),
        TEXT.replace(" kite", "\r\n   kite"),
        TEXT.upper(),
        TEXT.lower(),
        "\ufeff" + TEXT + "\n\n",
        TEXT.replace(" ", "\u00a0"),
        TEXT.replace(" ", "\u2028"),
        TEXT.replace(" ", "\t \t"),
        TEXT.replace("12 kite", "12~kite"),
        TEXT.replace("12 kite", "12\\,kite"),
        TEXT.replace("12 kite", "12\\ kite"),
        TEXT.replace("n\\log", "n\\,\\log"),
        TEXT.replace("12 kite", "12\\quad kite"),
        TEXT.replace("kite", "ki\u00adte"),
    ],
)
def test_a_fingerprint_survives_layout(variant):
    assert fingerprint(variant) == fingerprint(TEXT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("12", "13"),
        ("40", "400"),
        ("wins", "loses"),
        ("n\\log", "m\\log"),
        ("planners", "planner"),
        ("$", ""),
    ],
)
def test_a_fingerprint_shows_a_changed_word_or_number(old, new):
    assert fingerprint(TEXT.replace(old, new)) != fingerprint(TEXT)


def test_a_fingerprint_takes_typographic_signs_for_plain_ones():
    assert fingerprint("a “kite” – it’s best-in-class") == fingerprint(
        'a "kite" - it\'s best\u2011in\u2010class'
    )
    assert fingerprint("79.8% and 80.8%") != fingerprint("79.8% and 79.8%")
    assert len(fingerprint("x")) == 32
    assert set(fingerprint("x")) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    ("raw", "stored"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("a\udc00", "a\ufffd"),
        ("\ud83d\ude00 stays", "\U0001f600 stays"),
        ("a\x00b\x07c", "abc"),
        ("a\x1b[31mred", "a[31mred"),
        ("one\u2028two\u2029three\x85four", "one two three four"),
        ("\ufeffstart", "start"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("  a \r\n\t b  ", "a b"),
        ("\n\n", ""),
        ("family \U0001f469\u200d\U0001f52c", "family \U0001f469\u200d\U0001f52c"),
    ],
)
def test_clean_makes_text_safe_to_store(raw, stored):
    assert clean(raw) == stored


@given(st.text(st.characters(codec=None)))
def test_cleaned_text_is_safe_and_stays(text):
    cleaned = clean(text)
    cleaned.encode("utf-8")
    assert clean(cleaned) == cleaned
    assert cleaned == " ".join(cleaned.split())
    assert not any(unicodedata.category(c) == "Cc" for c in cleaned)
    assert fingerprint(cleaned) == fingerprint(text)


def test_fold_drops_case_and_accents():
    assert fold("ÉCOLE Łukasz Straße naïve") == "ecole lukasz strasse naive"
    assert fold("Müller") == fold("MU\u0308LLER") == "muller"
    assert fold("ŞENGÜL Gülçehre") == "sengul gulcehre"
    assert fold("C++ 2.5") == "c++ 2.5"


def test_fold_takes_letters_that_are_typed_as_plain_ones():
    assert fold("Sørensen Đorđe Yıldız") == "sorensen dorde yildiz"


def test_fold_takes_typographic_apostrophes_and_hyphens_for_plain_ones():
    assert fold("O’Brien Jean\u2010Luc") == "o'brien jean-luc"


def test_fold_keeps_korean_syllables():
    assert fold("한국어") == "한국어"


def test_shorten_keeps_whole_words():
    assert shorten("one two three", 3) == "one two three"
    assert shorten("one two three four", 3) == "one two three …"
    assert shorten("", 3) == ""
