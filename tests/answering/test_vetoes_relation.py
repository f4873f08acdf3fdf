"""Limits, needs, causes and uses of data that a text does not state."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.claim import Claim
from rag.answering.vetoes.relation import relation_vetoes
from rag.sentences import sentences

TEXT = (
    "Beekeepers weigh hives by hand because scales rust. Our key observation is that hives hum louder before"
    " they swarm. We present HIVEHUM, a microphone network whose semi-supervised filters count"
    " camera-audio models of single bees. Under simulated rain recorded as the DRIZZLE corpus, HIVEHUM counts"
    " bees within 4%. It can follow queens, drones and workers. Swarm alarms depend on the humming pitch,"
    " and every alarm needs two microphones. The method works only in wooden hives."
)
SPANS = sentences(TEXT)


def check(sentence: str) -> list[str]:
    nearest = [TEXT[a:b] for a, b in SPANS if set(sentence.split()) & set(TEXT[a:b].split())][:3]
    return [veto.reason for veto in relation_vetoes(Claim(sentence, nearest or [TEXT], TEXT))]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("HIVEHUM is limited to following queens.", "limited to"),
        ("Following queens is restricted to drones that can be followed.", "restricted to"),
        ("Hand weighing requires a large amount of honey.", "requires"),
        ("Rusting of scales depends on the colour of the paint.", "depends on"),
        ("The key to weighing hives lies in following drones and workers.", "The key"),
        ("The price of weighing hives is the cost of following bees.", "is the cost"),
        ("HIVEHUM was trained on the DRIZZLE corpus.", "trained on"),
        ("The DRIZZLE corpus is the training data of HIVEHUM.", "training data"),
    ],
)
def test_a_relation_that_the_text_does_not_state_is_told(sentence, told):
    assert told in " ".join(check(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "The method is limited to wooden hives.",
        "Each alarm requires two microphones.",
        "The pitch of the humming is what swarm alarms depend on.",
        "HIVEHUM needs fewer scales.",
        "HIVEHUM is not limited to queens.",
        "A key observation is that hives hum louder before swarming.",
        "Hives are weighed by hand, since scales rust.",
    ],
)
def test_a_relation_in_other_words_passes(sentence):
    assert check(sentence) == []


def test_simulated_data_must_be_so_in_the_text():
    text = "We count bees in forty real gardens."
    assert relation_vetoes(Claim("Bees are counted in a simulation.", [text], text))
    assert relation_vetoes(Claim("Bees are counted in gardens.", [text], text)) == []


@pytest.mark.parametrize(
    ("sentence", "passes"),
    [
        ("The network uses supervised filters.", False),
        ("The network uses semi-supervised filters.", True),
        ("The network uses semisupervised filters.", True),
        ("Audio models of single bees are counted.", False),
        ("Camera-audio models of single bees are counted.", True),
    ],
)
def test_half_a_compound_is_another_thing(sentence, passes):
    assert (check(sentence) == []) is passes


def test_half_a_compound_that_the_text_uses_too_passes():
    text = "Semi-supervised filters beat supervised filters."
    assert relation_vetoes(Claim("Supervised filters are beaten.", [text], text)) == []


def test_a_compound_beside_another_passes():
    text = "Two-level hives survive frost. Multi-level hives are rare."
    nearest = text.split(". ")
    assert relation_vetoes(Claim("Two-level hives survive frost.", nearest, text)) == []
    assert relation_vetoes(Claim("Three-level hives are rare.", nearest, text))
