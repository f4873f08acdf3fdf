"""Questions that ask how many papers: the count is scored, wherever the answer states it."""

import pytest
from invented_papers import PAPERS

from eval.answer_record import AnswerRecord
from eval.question_set import GoldPapers, Question
from eval.runs.answer_scores import score_answer, stated_count

QUESTION = Question(
    id="n", question="How many papers dim lamps?", kind="count", count=2, gold=[PAPERS[3].url]
)


def answer(text, **more):
    return AnswerRecord(question="How many?", answer=text, **more)


@pytest.mark.parametrize(
    ("found", "count"),
    [
        (answer("Two papers dim lamps [1] [2]."), 2),
        (answer("There are 14 matching papers:\n- LUMEN-4 saves 22% [1]"), 14),
        (answer("These do.", count=3), 3),
        (answer("Lumen: “It saves 2 watts on 40 streets.” [1]"), None),
        (answer("It lists them.\nTwo papers dim lamps."), None),
        (answer(""), None),
    ],
)
def test_a_count_is_told_from_the_numbers_of_the_papers(found, count):
    assert stated_count(found) == count


def score(found):
    papers = {p.paper_id: p for p in PAPERS}
    return score_answer(QUESTION, found, papers, GoldPapers(PAPERS), None)


def test_only_the_right_count_succeeds_and_a_refusal_does_not():
    right, wrong = score(answer("Two papers dim lamps.")), score(answer("Three papers dim lamps."))
    refused = score(answer("The abstracts searched do not answer this.", abstained=True))
    assert [row.scores["count right"] for row in (right, wrong, refused)] == [1, 0, 0]
    assert [row.scores["success"] for row in (right, wrong, refused)] == [1, 0, 0]
    assert wrong.detail["count"] == "expected 2, stated 3"


def test_other_questions_have_no_count():
    question = QUESTION.model_copy(update={"count": None})
    papers = {p.paper_id: p for p in PAPERS}
    row = score_answer(question, answer("Two papers dim lamps."), papers, GoldPapers(PAPERS), None)
    assert row.scores["count right"] is None
    assert "count" not in row.detail


def test_the_sentence_with_the_count_is_in_no_citation_score():
    lead = {"text": "There are 2 papers.", "citations": [1], "support": 1.0, "verdict": "supported"}
    quote = lead | {"text": PAPERS[3].text}
    source = {"n": 1, "paper_id": PAPERS[3].paper_id, "title": "LUMEN", "url": PAPERS[3].url}
    bare = score(answer("There are 2 papers.", sentences=[lead], sources=[source]))
    assert bare.scores["count right"] == 1
    assert bare.scores["citation recall"] is bare.scores["citations valid"] is None
    listed = score(answer("There are 2 papers.", sentences=[lead, quote], sources=[source]))
    assert listed.scores["citation recall"] == listed.scores["citations valid"] == 1
