"""Scores one answer: what it cites, what it quotes, what it says, and whether it should have refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from eval.answer_record import AnswerRecord
from eval.metrics.citations import CitedSentence, citation_scores
from eval.metrics.facts import fact_recall, holds, numbers
from eval.question_set import GoldPapers, Question
from eval.results import Row
from eval.support import Support, VerbatimFirst
from eval.target import standalone
from rag.answering.support import SupportChecker
from rag.paper import Paper

# Shares of the answers that were given; a refusal has its own columns.
ANSWERED = [
    "citations valid",
    "quotes exact",
    "links exact",
    "citation recall",
    "citation precision",
    "sentences supported",
    "fact recall",
    "gold cited",
    "sources right",
    "words",
    "sources",
]
# `facts of all` counts a refusal of an answerable question as no facts, `count right` as a wrong count.
REFUSALS = ["facts of all", "count right", "refusal recall", "refusal precision", "false refusals"]
# What the question wants: its count, its facts, its papers where neither is given, or a refusal.
SUCCESS = "success"
METRICS = [SUCCESS, *ANSWERED, *REFUSALS]

ABSTAINED = "abstained"
_OF_SENTENCES = ("citations valid", "citation recall", "citation precision", "sentences supported")
_COUNTED = re.compile(
    r"(?<![\w.,])(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zero)"
    r" (?:[\w-]+ ){0,2}?(?:papers?|works?|articles?|abstracts?|studies)\b",
    re.IGNORECASE,
)


def score_answer(
    question: Question,
    answer: AnswerRecord,
    papers: Mapping[str, Paper],
    gold: GoldPapers,
    check: SupportChecker,
) -> Row:
    """Return the scores of `answer`; a metric that does not apply to it is None."""
    scores: dict[str, float | None] = dict.fromkeys(METRICS)
    supports: list[Support] = []
    if question.count is not None:
        # How many papers there are no cited text says; `count right` scores it.
        rest = [s for s in answer.sentences if s is not answer.sentences[0] or not _COUNTED.search(s.text)]
        answer = answer.model_copy(update={"sentences": rest})
    if not answer.abstained:
        content, supports = _content_scores(question, answer, papers, gold, check)
        scores |= content
        if question.count is not None and not answer.sentences:
            # The bare count has no sentence to be cited for.
            scores |= dict.fromkeys(_OF_SENTENCES)
    scores |= _refusal_scores(question, answer)
    if question.answer_facts and question.is_answerable:
        scores["facts of all"] = 0.0 if answer.abstained else scores["fact recall"]
    if question.count is not None:
        scores["count right"] = float(not answer.abstained and stated_count(answer) == question.count)
    scores[SUCCESS] = _success(question, answer, scores)
    marks = [ABSTAINED] if answer.abstained else []
    if not question.complete:
        marks.append("incomplete gold: sources are not scored as right or wrong")
    return Row(
        id=question.id,
        question=standalone(question),
        kind=question.group,
        scores=scores,
        marks=marks,
        ms=answer.timings_ms.get("total"),
        detail=_detail(question, answer, gold, supports),
    )


def stated_count(answer: AnswerRecord) -> int | None:
    """Return how many papers an answer counts: its own field, else "three papers" in its first line.

    Other numbers are those of the papers, and no count.
    """
    if answer.count is not None:
        return answer.count
    found = _COUNTED.search(answer.answer.partition("\n")[0])
    values = numbers(found[1]) if found else set()
    return int(values.pop()) if values else None


def _shown_count(expected: int, answer: AnswerRecord) -> str:
    stated = stated_count(answer)
    return f"expected {expected}, stated {'none' if stated is None else stated}"


def _success(question: Question, answer: AnswerRecord, scores: Mapping[str, float | None]) -> float | None:
    if not question.is_answerable:
        return scores["refusal recall"]
    if question.count is not None:
        return scores["count right"]
    if question.answer_facts:
        return scores["facts of all"]
    return 0.0 if answer.abstained else scores["gold cited"]


def _detail(
    question: Question, answer: AnswerRecord, gold: GoldPapers, supports: Sequence[Support]
) -> dict[str, Any]:
    """Return what a reader of the report needs to see why the answer got its scores."""
    counted = {} if question.count is None else {"count": _shown_count(question.count, answer)}
    return counted | {
        "answer": answer.answer,
        "reason": answer.reason,
        "expected": question.reason if not question.is_answerable else list(question.graded_gold),
        "facts": list(question.answer_facts),
        "missing facts": [f for f in question.answer_facts if not holds(answer.answer, f)],
        "cited ids": [s.paper_id for s in answer.sources],
        "gold ids": list(gold.resolve(question.graded_gold)[0]),
        "cited": [f"[{s.n}] {s.title}" for s in answer.sources],
        "supports": [s.support for s in supports],
        "unsupported": [
            f"{sentence.text} {sentence.citations}: {', '.join(s.reasons)}"
            for sentence, s in zip(answer.sentences, supports, strict=False)
            if s.verdict != "supported"
        ],
        "dropped": [f"{d.text}: {d.reason}" for d in answer.dropped],
    }


def _refusal_scores(question: Question, answer: AnswerRecord) -> dict[str, float | None]:
    """Return the refusal columns: each is a share over the rows to which it applies."""
    refused = float(answer.abstained)
    return {
        "refusal recall": None if question.is_answerable else refused,
        "refusal precision": float(not question.is_answerable) if answer.abstained else None,
        "false refusals": refused if question.is_answerable else None,
    }


def _content_scores(
    question: Question,
    answer: AnswerRecord,
    papers: Mapping[str, Paper],
    gold: GoldPapers,
    check: SupportChecker,
) -> tuple[dict[str, float | None], list[Support]]:
    cited_papers = {s.n: papers.get(s.paper_id) for s in answer.sources}
    judge = VerbatimFirst(check)

    def supported(text: str, numbers: Sequence[int]) -> Support:
        return judge.check(text, [p for n in numbers if (p := cited_papers.get(n)) is not None])

    citations = citation_scores(
        [CitedSentence(s.text, tuple(s.citations)) for s in answer.sentences],
        max(cited_papers, default=0),
        lambda text, numbers: supported(text, [n + 1 for n in numbers]).verdict == "supported",
    )
    supports = [supported(s.text, s.citations) for s in answer.sentences]
    numbers = [n for s in answer.sentences for n in s.citations]
    return {
        # An answer without a citation has none that is valid.
        "citations valid": _share([cited_papers.get(n) is not None for n in numbers]) or 0.0,
        "citation recall": citations.recall,
        "citation precision": citations.precision,
        "sentences supported": _share([s.verdict == "supported" for s in supports]) or 0.0,
        "fact recall": fact_recall(answer.answer, question.answer_facts) if question.answer_facts else None,
        "words": float(len(answer.answer.split())),
        **_source_scores(question, answer, papers, gold),
    }, supports


def _source_scores(
    question: Question, answer: AnswerRecord, papers: Mapping[str, Paper], gold: GoldPapers
) -> dict[str, float | None]:
    wanted, missing = gold.resolve(question.graded_gold)
    cited = {s.paper_id for s in answer.sources}
    quotes = [(s.paper_id, e) for s in answer.sources for e in s.evidence]
    return {
        "quotes exact": _share([_is_exact(papers.get(p), e.quote, e.start, e.end) for p, e in quotes]),
        "links exact": _share(
            [(p := papers.get(s.paper_id)) is not None and p.url == s.url for s in answer.sources]
        ),
        "gold cited": len(cited & wanted.keys()) / (len(wanted) + len(missing))
        if question.is_answerable
        else None,
        "sources right": _share([p in wanted for p in sorted(cited)])
        if question.complete and question.is_answerable
        else None,
        "sources": float(len(answer.sources)),
    }


def _is_exact(paper: Paper | None, quote: str, start: int, end: int) -> bool:
    return paper is not None and bool(quote) and paper.text[start:end] == quote


def _share(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None
