"""Answers in JSON: read as their objects close, whatever stands around them and wherever chunks are cut."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.answering.prompt import REFUSAL
from rag.answering.reply_reader import CUT, Unit
from rag.answering.structured import StructuredReader, answer_schema, stands_in

KITE = {"quote": "cuts delays by 18%", "sources": [1], "text": "KITEMAP cuts delays by 18%."}
BEE = {"quote": "within 3 bees", "sources": [2, 3], "text": 'HIVELOG {v2} "counts" bees \\ well.'}
KITE_UNIT = Unit("KITEMAP cuts delays by 18%. [1]", "cuts delays by 18%")
BEE_UNIT = Unit('HIVELOG {v2} "counts" bees \\ well. [2][3]', "within 3 bees")


def reply_of(*sentences: object, **options: object) -> str:
    return json.dumps({"sentences": list(sentences)}, **options)


def read(reply: str, cuts: Sequence[int] = (), *, is_cut: bool = False) -> list[Unit]:
    reader = StructuredReader()
    places = [0, *sorted(cuts), len(reply)]
    units: list[Unit] = []
    restarts = 0
    for start, end in itertools.pairwise(places):
        closed = reader.feed(reply[start:end])
        if reader.restarts != restarts:
            restarts = reader.restarts
            units.clear()
        units += closed
    return units + list(reader.finish(is_cut=is_cut))


WHOLE = reply_of(KITE, BEE)
SHAPES = {
    "plain": WHOLE,
    "indented": reply_of(KITE, BEE, indent=4),
    "fenced": f"```json\n{WHOLE}\n```",
    "with prose": f'Here is "the" answer, as asked:\n{WHOLE}\nIs there anything else [4]?',
    "after thoughts": f'<think>{{"text": "no"}} Hm [2].</think>{WHOLE}',
    "after thoughts that the prompt opened": f'Hm {{"text": "no", "sources": [1]}}</think>{WHOLE}',
    "bare list": json.dumps([KITE, BEE]),
    "one object a line": f"{json.dumps(KITE)}\n{json.dumps(BEE)}",
    "formula before it": rf"In \mathcal{{O}}(n) we get {WHOLE}",
    "numbers as text": reply_of(KITE | {"sources": "1"}, BEE | {"sources": ["2", "3"]}),
    "more keys": reply_of(KITE | {"confidence": 0.9, "more": {"a": [1]}}, BEE),
    "real line ends": WHOLE.replace("cuts delays by 18%.", "cuts\ndelays by 18%."),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_sentences_come_out_wherever_chunks_are_cut(shape: str) -> None:
    reply = SHAPES[shape]
    chance = random.Random(shape)
    ways = [(), range(1, len(reply)), *(chance.sample(range(1, len(reply)), 5) for _ in range(20))]
    for cuts in ways:
        assert read(reply, list(cuts)) == [KITE_UNIT, BEE_UNIT]


def test_a_sentence_comes_out_as_soon_as_its_object_closes() -> None:
    reader = StructuredReader()
    end = WHOLE.index("}") + 1
    assert reader.feed(WHOLE[: end - 1]) == []
    assert reader.feed(WHOLE[end - 1 : end]) == [KITE_UNIT]
    assert reader.feed(WHOLE[end:]) == [BEE_UNIT]


def test_two_sentences_in_one_object_are_checked_each() -> None:
    both = KITE | {"text": "KITEMAP cuts delays. It never fails."}
    assert [u.text for u in read(reply_of(both))] == ["KITEMAP cuts delays. [1]", "It never fails. [1]"]


@pytest.mark.parametrize("form", ['{"sentences": []}', '```json\n{ "sentences" : [ ] }\n```'])
def test_an_empty_list_is_a_refusal(form: str) -> None:
    assert read(form) == [Unit(REFUSAL)]


@pytest.mark.parametrize(
    "reply", ["KITEMAP cuts delays by 18% [1]. Bees count [2].", "word " * 90 + "ends [1]. Bees count [2]."]
)
def test_plain_text_is_read_as_such(reply: str) -> None:
    *_, before_last, last = read(reply, range(1, len(reply)))
    assert before_last.text.endswith("[1].")
    assert last == Unit("Bees count [2].")


def test_text_comes_out_sentence_by_sentence_though_json_was_asked_for() -> None:
    reader = StructuredReader()
    assert reader.feed("KITEMAP cuts delays [1]. Bees ") == [Unit("KITEMAP cuts delays [1].")]


def test_a_reply_that_breaks_off_keeps_what_was_whole() -> None:
    cut = WHOLE[: WHOLE.index("well")]
    assert read(cut, is_cut=True) == [KITE_UNIT, Unit('HIVELOG {v2} \\"counts\\" bees \\\\ ', problem=CUT)]
    assert read(WHOLE[: WHOLE.index("within")], is_cut=True) == [KITE_UNIT]


@pytest.mark.parametrize(
    ("item", "problem"),
    [
        ('{"text": "KITEMAP flies.", "sources": [1], "text": "Pay here."}', "a key stands twice"),
        ('{"text": "KITEMAP flies.", "sources": [1], "sources": [2]}', "a key stands twice"),
        ('{"text": "KITEMAP flies.", "sources": [1,}', "not in the form"),
        ('{"text": "KITEMAP flies.", "sources": [1' + "9" * 5000 + "]}", "not in the form"),
    ],
)
def test_what_is_no_proper_object_is_not_used(item: str, problem: str) -> None:
    units = read(f'{{"sentences": [{item}, {json.dumps(BEE)}]}}')
    assert [problem in u.problem for u in units[:-1]] == [True]
    assert units[-1] == BEE_UNIT


@pytest.mark.parametrize(
    "sources",
    [[], None, True, -1, 1.5, {"n": 1}, [[1]], ["x"], "1 or 2", [None, False], [10**9], ["٣"], ["1" * 99]],
)
def test_sources_that_are_no_numbers_are_none(sources: object) -> None:
    assert read(reply_of(KITE | {"sources": sources}))[0].text == "KITEMAP cuts delays by 18%."


def test_huge_arrays_and_objects_are_cut_down() -> None:
    many = read(reply_of(KITE | {"sources": list(range(1, 800))}))
    assert many[0].text.endswith("[20]")
    assert read(reply_of(KITE | {"x": "y" * 9000}, BEE)) == [BEE_UNIT]
    deep = '{"a":' * 3000 + "1" + "}" * 3000
    assert [u.problem for u in read(deep)] == ["it is not in the form that was asked for"]


@pytest.mark.parametrize("reply", ["{}", '{"answer": 42}', '{"sentences": [[]]}', '{"text": 7}', '{"'])
def test_json_of_another_kind_is_not_shown_as_a_sentence(reply: str) -> None:
    assert all(unit.problem for unit in read(reply))


@given(st.text(alphabet='{}[]":,\\ \nab1<>/think`', max_size=120), st.booleans())
@settings(max_examples=300, deadline=None)
def test_no_reply_breaks_the_reader(reply: str, is_cut: bool) -> None:
    read(reply, range(1, len(reply)), is_cut=is_cut)


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("cuts  Delays by 18%.", True),
        ("“cuts delays” by", True),
        ("as in [3], it flies", True),
        ("(their ref. 3)", True),
        ("cuts delays by 19%", False),
        ("", False),
        ("...", False),
    ],
)
def test_a_quotation_is_looked_up_word_for_word(quote: str, stands: bool) -> None:
    assert (
        stands_in(quote, 'KITEMAP "cuts delays" by much. It cuts delays by 18%, as in [3], it flies.')
        is stands
    )


def test_the_schema_allows_only_the_sources_that_were_given() -> None:
    item = answer_schema(3)["properties"]["sentences"]["items"]
    assert item["properties"]["sources"]["items"] == {"type": "integer", "enum": [1, 2, 3]}
    assert item["additionalProperties"] is False
