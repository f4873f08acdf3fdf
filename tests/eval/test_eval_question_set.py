import json

import pytest
from invented_papers import PAPERS

from eval.metrics.facts import holds
from eval.question_set import (
    SAMPLE_QUESTIONS,
    GoldPapers,
    Question,
    check_gold,
    limited,
    link_key,
    load_questions,
)
from rag.errors import UsageError
from rag.sample import sample_papers

ROW = {"id": "a", "question": "Which paper counts bees?", "kind": "topic"}


def written(tmp_path, *rows):
    path = tmp_path / "questions.jsonl"
    path.write_text(
        "\n".join(r if isinstance(r, str) else json.dumps(r) for r in rows) + "\n", encoding="utf-8"
    )
    return path


def test_gold_may_be_links_ids_or_graded(tmp_path):
    kite, bee = PAPERS[0], PAPERS[1]
    path = written(
        tmp_path,
        ROW | {"gold": [kite.url.replace("https://", "HTTPS://www.").replace("/papers", "//papers")]},
        ROW | {"id": "b", "gold": {bee.paper_id: 2, kite.url: 1}, "source": "kept", "complete": False},
    )
    first, second = load_questions(path).questions
    gold = GoldPapers(PAPERS)
    assert gold.resolve(first.graded_gold) == ({kite.paper_id: 1}, [])
    assert gold.resolve(second.graded_gold) == ({bee.paper_id: 2, kite.paper_id: 1}, [])
    assert second.model_dump()["source"] == "kept"


def test_missing_gold_is_named(tmp_path):
    questions = load_questions(written(tmp_path, ROW | {"gold": ["https://example.org/nowhere"]}))
    with pytest.raises(
        UsageError, match=r"1 of 1 questions name gold papers.*as a: https://example.org/nowhere"
    ):
        check_gold(questions.path, questions.questions, GoldPapers(PAPERS))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{not json", ":1: "),
        ({"id": "a", "question": "?"}, ":1: kind: Field required"),
        (ROW | {"gold": {"x": 0}}, "grades of gold papers are 1 or more"),
        (ROW | {"gold": ["x"], "negative_type": "off-topic"}, "cannot have a negative_type"),
        ("", "holds no questions"),
    ],
)
def test_a_bad_line_is_told_with_its_place(tmp_path, row, message):
    with pytest.raises(UsageError) as error:
        load_questions(written(tmp_path, row))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_ids_must_differ(tmp_path):
    with pytest.raises(UsageError, match="the id a stands there twice"):
        load_questions(written(tmp_path, ROW, ROW))


def test_a_limit_takes_from_every_kind_in_turn(tmp_path):
    rows = [ROW | {"id": f"{kind}{i}", "kind": kind} for kind in ("x", "y") for i in range(5)]
    questions = load_questions(written(tmp_path, *rows))
    few = limited(questions, 4)
    assert [q.id for q in few.questions] == ["x0", "x1", "y0", "y1"]
    assert few.left_out == 6
    assert limited(questions, 0) is questions


def test_links_differ_by_what_matters_only():
    assert link_key("https://ICFT.org//papers/1/") == link_key("http://www.icft.org/papers/1")
    assert link_key("https://icft.org/forum?id=a") != link_key("https://icft.org/forum?id=b")


def test_the_sample_questions_are_whole():
    questions = load_questions(SAMPLE_QUESTIONS)
    papers = {p.paper_id: p for p in sample_papers()}
    gold = GoldPapers(papers.values())
    check_gold(questions.path, questions.questions, gold)
    assert len(questions.questions) >= 120
    kinds = {q.kind for q in questions.questions}
    assert kinds >= set("topic known-item number comparison author count follow-up negative language".split())
    for question in questions.questions:
        assert question.is_answerable or (question.negative_type and question.reason), question.id
        assert question.kind != "follow-up" or question.history, question.id
    assert len({q.negative_type for q in questions.questions}) == 6


def test_the_facts_of_the_sample_questions_stand_in_their_papers():
    papers = {p.paper_id: p for p in sample_papers()}
    gold = GoldPapers(papers.values())
    for question in load_questions(SAMPLE_QUESTIONS).questions:
        # A count is in no abstract.
        if question.kind != "count":
            found, _ = gold.resolve(question.graded_gold)
            text = " ".join(f"{papers[p].title}. {papers[p].text}" for p in found)
            assert [f for f in question.answer_facts if not holds(text, f)] == [], question.id


def test_a_question_without_gold_is_unanswerable():
    question = Question(**ROW, negative_type="off-topic")
    assert not question.is_answerable
    assert question.group == "topic/off-topic"
