"""Sentences come out as they close, the same ones wherever the chunks are cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.answering.stream import SentenceStream, ThoughtFilter, split_units


def read(text: str, size: int) -> list[str]:
    stream = SentenceStream()
    units = [unit for at in range(0, len(text), size) for unit in stream.feed(text[at : at + size])]
    return units + stream.finish()


CASES = {
    "Kites fly [1]. Bees count.": ["Kites fly [1].", "Bees count."],
    "Kites fly. [1] [2] Bees count.【2】 End": ["Kites fly. [1] [2]", "Bees count.【2】", "End"],
    "Kites fly.[1] Bees count.": ["Kites fly.[1]", "Bees count."],
    "A et al. [3] fly. [1] reports 5%. [2] reports 3.5% [2].": [
        "A et al. [3] fly.",
        "[1] reports 5%.",
        "[2] reports 3.5% [2].",
    ],
    "<think>No. Yes [3].</think>Kites fly [1].": ["Kites fly [1]."],
    "Kites <thinking>hm. </thinking>fly [1].": ["Kites fly [1]."],
    "Kites fly [1].\n- Bees count [2]\n- Dough rises [3]": [
        "Kites fly [1].",
        "- Bees count [2]",
        "- Dough rises [3]",
    ],
    "Kites that\nfly [1].\n\nBees.": ["Kites that fly [1].", "Bees."],
    "# Heading\nKites fly [1].": ["# Heading", "Kites fly [1]."],
    "风筝飞【1】。蜜蜂【2】。": ["风筝飞【1】。", "蜜蜂【2】。"],
    "Kites fly [1]. Sources:\n[1] A paper.": ["Kites fly [1].", "Sources:", "[1] A paper."],
    "If a < b it flies [1]. The <thin wing> too.": ["If a < b it flies [1].", "The <thin wing> too."],
}


@pytest.mark.parametrize("text", CASES)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_sentences_do_not_depend_on_the_chunks(text: str, size: int) -> None:
    assert read(text, size) == CASES[text]


def test_a_sentence_is_out_as_soon_as_the_next_one_has_begun() -> None:
    stream = SentenceStream()
    assert stream.feed("Kites fly [1]. ") == []
    assert stream.feed("[2") == []
    assert stream.feed("] Bees") == ["Kites fly [1]. [2]"]
    assert stream.rest == "Bees"


def test_a_closing_tag_alone_means_all_before_was_a_thought() -> None:
    stream = SentenceStream()
    assert stream.feed("Maybe bees. Maybe kites. Now then") == ["Maybe bees.", "Maybe kites."]
    assert stream.restarts == 0
    assert stream.feed("</thi") == []
    assert stream.feed("nk>Kites fly.") == []
    assert stream.restarts == 1
    assert stream.finish() == ["Kites fly."]


def test_thoughts_that_never_end_show_nothing() -> None:
    assert read("<think>Kites fly [1]. Bees count [2].", 3) == []


def test_a_tag_cut_by_the_end_is_text() -> None:
    thoughts = ThoughtFilter()
    assert thoughts.feed("a <thi") == "a "
    assert thoughts.finish() == "<thi"


@given(st.text(alphabet="ab.[1]<think>/ \n", max_size=80), st.integers(1, 9))
def test_nothing_inside_thoughts_is_shown(text: str, size: int) -> None:
    before = text.replace("<", "(")
    shown = read(f"{before}<think>SECRET. {before}</think> End.", size)
    assert "SECRET" not in " ".join(shown)
    assert shown[-1].endswith("End.")


def test_units_keep_every_word() -> None:
    text = "Kites fly [1]. Bees [2] count.\n- One\n- Two [3]"
    assert " ".join(split_units(text)).split() == text.split()
