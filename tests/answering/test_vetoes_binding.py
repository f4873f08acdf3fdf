"""Numbers given to another of the things that stand side by side in a text."""

from __future__ import annotations

import pytest

from rag.answering.vetoes.binding import binding_vetoes
from rag.answering.vetoes.claim import Claim

TEXT = (
    "Wooden hives lose 3 kilos in winter, while straw baskets lose 7 kilos. HIVEHUM counts 40 bees on the"
    " SWARM-A set and matches BUZZNET on SWARM-B."
)
FIRST, SECOND = TEXT.split(". ")


def check(sentence: str) -> list[str]:
    return [veto.reason for veto in binding_vetoes(Claim(sentence, [FIRST, SECOND], TEXT))]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Straw baskets lose 3 kilos in winter.", "'3'"),
        ("Straw baskets lose 3 kilos, while wooden hives lose 7 kilos.", "'3'"),
        ("HIVEHUM counts 40 bees on SWARM-B.", "'SWARM-A'"),
    ],
)
def test_a_number_of_another_thing_is_told(sentence, told):
    assert told in " ".join(check(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "In winter wooden hives lose 3 kilos, straw baskets 7.",
        "Straw baskets lose 7 kilos.",
        "HIVEHUM counts 40 bees on SWARM-A and is as good as BUZZNET on SWARM-B.",
        "HIVEHUM counts 40 bees on two sets, SWARM-A and SWARM-B.",
        "In 2031 straw baskets were weighed.",
        "In winter, hives of wood get by with 3 kilos less.",
        "Compared with wooden hives, which lose 3 kilos, baskets lose 7 kilos of straw and honey.",
    ],
)
def test_a_number_of_the_right_thing_passes(sentence):
    assert check(sentence) == []
