"""What is no sentence of an answer."""

from __future__ import annotations

import pytest

from rag.answering.flaws import flaw_of

TITLES = ["HIVEHUM: Hearing Swarms before They Leave", "Scales for Wooden Hives under Rain and Frost"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hearing Swarms before They Leave", "title"),
        ("Scales for Wooden Hives", "title"),
        ("Rusty Scales for Honey", "title"),
        ("HIVEHUM: a family of microphones for general counting of bees", "title"),
        ("Hum-based swarm detection", "no sentence"),
        ("a quiet microphone for bees", "no sentence"),
        ("The source that says the error is 4% is right.", "the sources"),
        ("Source 2 counts bees by their hum.", "the sources"),
        ("The abstract does not give a number, but the abstract says 4%.", "the sources"),
        ("In the provided passages bees are counted.", "the sources"),
        ("The answer: HIVEHUM counts bees within 4%.", "the prompt"),
        ("The source: HIVEHUM counts bees within 4%.", "the prompt"),
    ],
)
def test_what_is_no_sentence_is_told(text, told):
    assert told in flaw_of(text, TITLES)


@pytest.mark.parametrize(
    "text",
    [
        "HIVEHUM counts bees within 4%.",
        "HIVEHUM: it counts bees, and the scales are no longer needed.",
        "HIVEHUM, BUZZNET and WAXNET count Bees.",
        "The paper shows that hives hum louder before a swarm.",
        "Bee counts have one weak side: the weather that day.",
        "Power sources rust in the rain.",
        "HIVEHUM counts bees",
        "bees are counted",
        "蜂群在离开之前会发出声音。",
    ],
)
def test_a_sentence_passes(text):
    assert flaw_of(text, TITLES) == ""
