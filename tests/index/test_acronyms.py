from __future__ import annotations

import pytest

from rag.index.acronyms import defined_acronyms, expanded


@pytest.mark.parametrize(
    ("text", "acronyms"),
    [
        ("We use kite planning optimization (KPO) daily.", {"KPO": "kite planning optimization"}),
        ("Mixture of Experts (MoE) layers", {"MoE": "mixture of experts"}),
        ("many large kite models (LKMs) fly", {"LKM": "large kite models"}),
        ("the wind-resistant kite network (WRKN)", {"WRKN": "wind-resistant kite network"}),
        ("a thing of its own (KPO)", {}),
        ("(KPO) alone", {}),
        ("in the year (2031) and (a)", {}),
    ],
)
def test_definitions(text, acronyms):
    assert defined_acronyms([text]) == acronyms


def test_the_most_frequent_meaning_wins_and_ties_go_by_alphabet():
    kite, kilo = "kite planning optimization (KPO)", "kilo paper order (KPO)"
    assert defined_acronyms([kilo, kite, kite]) == {"KPO": "kite planning optimization"}
    assert defined_acronyms([kite, kilo]) == defined_acronyms([kilo, kite]) == {"KPO": "kilo paper order"}


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ("which papers improve KPO?", "which papers improve KPO (kite planning optimization)?"),
        ("KPOs and KPO", "KPOs (kite planning optimization) and KPO"),
        ("kite planning optimization or KPO?", "kite planning optimization or KPO?"),
        ("kpo", "kpo"),
        ("XKPO", "XKPO"),
    ],
)
def test_expanded(question, result):
    assert expanded(question, {"KPO": "kite planning optimization"}) == result
