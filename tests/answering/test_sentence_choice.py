import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.answering.sentence_choice import choose_sentences
from rag.sentences import sentences


def choose(*parts, logits, question="", most=2):
    text = " ".join(parts)
    spans = sentences(text)
    assert len(spans) == len(parts)
    return [text[s.start : s.end] for s in choose_sentences(text, spans, logits, most, question)]


BACKGROUND = "Delivery kites have become popular in recent years."
GIVES = "We present KITEMAP, a planner around gusts."
RESULT = "KITEMAP outperforms two older planners by 18%."
OTHER = "The code is available on request."


def test_a_contribution_goes_before_equally_relevant_background():
    assert choose(BACKGROUND, GIVES, OTHER, logits=[3, 3, -9]) == [GIVES]
    assert choose(BACKGROUND, OTHER, GIVES, logits=[3, -9, 2]) == [GIVES]


def test_much_more_relevant_background_is_still_quoted():
    assert choose(BACKGROUND, GIVES, logits=[9, -5]) == [BACKGROUND, GIVES]


def test_what_a_field_has_achieved_is_background():
    praised = "Delivery kites have achieved remarkable success in towns."
    assert choose(praised, GIVES, logits=[4, 4]) == [GIVES]
    assert choose("Kites are widely used for parcels.", GIVES, logits=[4, 4]) == [GIVES]


def test_an_address_without_its_scheme_is_one():
    address = "Our code is available at github.com/gusts/kitemap."
    assert choose(GIVES, address, logits=[4, 4]) == [GIVES]


def test_two_relevant_sentences_stand_in_text_order():
    assert choose(BACKGROUND, GIVES, RESULT, logits=[-5, 4, 5]) == [GIVES, RESULT]
    assert choose(RESULT, BACKGROUND, GIVES, logits=[4, -5, 5]) == [RESULT, GIVES]


def test_background_and_questions_are_not_added_to_a_better_quotation():
    assert choose(BACKGROUND, GIVES, "Why do gusts matter?", logits=[4, 4, 4]) == [GIVES]


def test_an_address_is_quoted_for_those_who_ask_for_it():
    address = "Our code is available at https://example.org/kite."
    assert choose(GIVES, address, logits=[4, 4]) == [GIVES]
    assert choose(GIVES, address, logits=[4, 4], question="Where is the code?") == [GIVES, address]


def test_a_result_with_a_number_goes_before_one_without():
    plain = "KITEMAP outperforms two older planners."
    assert choose(plain, RESULT, logits=[4, 4], most=1) == [RESULT]


def test_a_sentence_that_leans_on_a_chain_gives_way_to_one_that_stands_alone():
    chain = ["Gusts vary.", "This matters.", "However, it is hard."]
    assert choose(*chain, GIVES, logits=[-9, -9, 5, 4], most=1) == [GIVES]


def test_two_sentences_that_say_the_same_are_not_both_quoted():
    same = "We present a planner around gusts, KITEMAP."
    assert choose(GIVES, same, logits=[5, 5]) == [GIVES]
    assert choose(GIVES, same, RESULT, logits=[5, 5, 4.9]) == [GIVES, RESULT]


@pytest.mark.parametrize(
    "start",
    [
        "It",
        "This planner",
        "However, it",
        "To address this, it",
        "Thus it",
        "These runs",
        "For instance, it",
        "% more: it",
        "(2) It",
    ],
)
def test_a_dangling_start_takes_the_sentence_before(start):
    dangling = f"{start} outperforms others by 18%."
    assert choose(BACKGROUND, GIVES, dangling, logits=[-9, -4, 5]) == [f"{GIVES} {dangling}"]


def test_a_sentence_that_names_its_object_only_by_a_pronoun_takes_the_one_before():
    dangling = "In this paper, we provide one."
    assert choose(BACKGROUND, GIVES, dangling, logits=[-9, -4, 5]) == [f"{GIVES} {dangling}"]


def test_this_paper_does_not_dangle():
    own = "This paper presents KITEMAP."
    assert choose(BACKGROUND, own, logits=[-9, 5]) == [own]


def test_a_first_sentence_may_dangle():
    assert choose("It outperforms others.", logits=[5]) == ["It outperforms others."]


def test_a_single_sentence_is_quoted_whatever_it_is():
    assert choose(BACKGROUND, logits=[-9]) == [BACKGROUND]


PARTS = [BACKGROUND, GIVES, RESULT, OTHER, "It works.", "However, gusts vary.", "Yes.", "This shows 18%."]


@given(st.lists(st.tuples(st.sampled_from(PARTS), st.floats(-11, 11)), min_size=1, max_size=9))
def test_quotations_are_one_or_two_apart_and_whole(rows):
    text = " ".join(part for part, _ in rows)
    spans = sentences(text)
    chosen = choose_sentences(text, spans, [logit for _, logit in rows], most=2)
    assert 1 <= len(chosen) <= 4
    starts, ends = {s.start for s in spans}, {s.end for s in spans}
    last = -1
    for span in chosen:
        assert span.start in starts
        assert span.end in ends
        assert last < span.start < span.end
        last = span.end
