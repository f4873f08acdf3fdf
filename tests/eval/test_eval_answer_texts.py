"""What an LLM judge gets wrong on edges (NaN on refusals, 1.0 without context) is settled before it."""

import pytest
from invented_papers import BEE, KITE

from eval.answer_text import is_refusal, score_answer_text
from eval.claim_set import AnswerText
from eval.support import Support, VerbatimFirst
from rag.answering.support import SupportChecker


@pytest.fixture(scope="module")
def check(reranker):
    return SupportChecker(lambda: reranker)


def score(answer, contexts, check, answerable=True):
    return score_answer_text(AnswerText(answer=answer, contexts=contexts, answerable=answerable), check)


def test_a_refusal_has_its_own_column(check):
    found = score("The abstracts do not answer this.", [BEE], check, answerable=False)
    assert (found.abstained, found.right_abstention, found.score, found.precision) == (True, True, None, None)
    assert score("The abstracts do not answer this.", [BEE], check).right_abstention is False


@pytest.mark.parametrize(
    ("answer", "contexts"),
    [
        ("It is off by 3 bees.", []),
        ("It is off by 3 bees [1].", []),
        ("", [BEE]),
        ("  \n", [BEE]),
        ("[1]", [BEE]),
        ("HIVELOG is within 30 bees of a human count [1].", [BEE]),
        ("HIVELOG does not count bees at the hive entrance [1].", [BEE]),
        ("HIVELOG is within 3 bees of a human count [1].", [KITE, BEE]),
        ("HIVELOG is within 3 bees of a human count [3].", [KITE, BEE]),
        ("HIVELOG is within 3 bees of a human count.", [KITE, BEE]),
    ],
    ids=(
        "no-context invented-source empty blank marker-only number negation wrong-source no-such-source"
        " uncited"
    ).split(),
)
def test_what_is_not_supported_scores_zero(answer, contexts, check):
    found = score(answer, contexts, check)
    assert (found.abstained, found.score, found.precision) == (False, 0, 0)


def test_the_right_source_scores_one(check):
    found = score("HIVELOG counts bees at the entrance of the hive with a camera [2].", [KITE, BEE], check)
    assert (found.score, found.precision) == (1, 1)


def test_verbatim_goes_before_any_model(check):
    class Never:
        def check(self, sentence, papers):
            raise AssertionError("not asked")

    found = score("HIVELOG is within 3 bees of a human count. [1]", [BEE], Never())
    assert found.score == 1
    assert VerbatimFirst(check).check("HIVELOG", []) == Support(0.0, "unsupported", ("nothing is cited",))


@pytest.mark.parametrize(
    ("answer", "refuses"),
    [
        ("The provided abstracts do not mention this.", True),
        ("I cannot answer this from the sources.", True),
        ("No abstract is relevant enough.", True),
        ("The method does not need labels [1].", False),
        ("The abstract does not mention labels, but it needs 3 cameras [1].", False),
        ("HIVELOG counts bees.", False),
    ],
)
def test_refusals_are_told_from_answers(answer, refuses):
    assert is_refusal(answer) is refuses
