"""From a question to an answer: search, gate, then the maker."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rag.answering.answer import Answer, Mode
from rag.answering.computed import facts_answer, list_answer, similar_answer, totals_answer
from rag.answering.followups.standalone import Exchange, number_not_given, standalone_question
from rag.answering.gate import apply_gate
from rag.answering.maker import AnswerMaker
from rag.answering.record_fields import field_not_held
from rag.retrieval.results import Hit, SearchResult
from rag.settings import Settings
from rag.text import clean

_NEAREST_NAMED = 3


def stream_answer(
    question: str,
    history: Sequence[Exchange],
    mode: Mode,
    search: Callable[[str], SearchResult],
    maker: Callable[[], AnswerMaker],
    searched: int,
    settings: Settings,
    standalone: Callable[[str, Sequence[Exchange]], str] = standalone_question,
) -> Iterator[Answer]:
    """Yield the answer to `question` as it grows; the last one is whole and has timings.

    `history` holds the earlier exchanges of the conversation, oldest first: a question such as
    "and its limitations?" is understood from them, by `standalone`. `maker` is called only if there
    is something to answer from.

    Raises:
        UsageError: the question is blank or too long.
        ServiceError: the language model cannot be reached.
    """
    started = time.perf_counter()
    if not_given := number_not_given(question, history):
        yield Answer(
            question=clean(question),
            answer=f"I cannot answer this: {not_given}.",
            mode=mode,
            abstained=True,
            reason=not_given,
            searched=searched,
        )
        return
    asked = standalone(question, history)
    result = search(asked)
    for answer in _answers(result, mode, maker, searched, settings):
        total = round(1000 * (time.perf_counter() - started), 2)
        yield replace(
            answer,
            question=clean(question),
            asked="" if asked == question else asked,
            understood=result.understood,
            reason="; ".join(filter(None, (answer.reason, result.understood.remark, _fewer(answer, result)))),
            timings_ms=result.timings_ms | answer.timings_ms | {"total": total},
        )


def _answers(
    result: SearchResult, mode: Mode, maker: Callable[[], AnswerMaker], searched: int, settings: Settings
) -> Iterator[Answer]:
    if result.reason:
        yield refusal(result, mode, searched, result.reason)
        return
    understood = result.understood
    if understood.intent == "similar" and result.hits:
        yield similar_answer(result, searched)
        return
    if understood.intent == "facts" and result.subject is not None:
        yield facts_answer(result, searched)
        return
    # A question for what no record holds is refused as it was asked.
    held = not field_not_held(result.question, result.hits)
    if held and result.totals is not None and (result.totals.counted.exact or understood.of_author):
        yield totals_answer(result, searched)
        return
    is_sure = result.listing is not None and (result.listing.exact or understood.of_author)
    if held and is_sure and (result.hits or not understood.topic):
        yield list_answer(result, searched)
        return
    topic = understood.searched if held else result.question
    most = understood.most or settings.answer_papers
    passed = apply_gate(topic, result.hits, settings.answer_threshold, settings.answer_margin, most)
    if passed.hits and result.totals is not None:
        yield totals_answer(result, searched)
    elif passed.hits and result.listing is not None:
        yield list_answer(result, searched)
    elif passed.hits:
        yield from maker().stream(topic, passed.hits[: understood.most], searched)
    else:
        yield refusal(result, mode, searched, passed.reason, passed.nearest)


def _fewer(answer: Answer, result: SearchResult) -> str:
    """Return the remark that fewer papers fit than the question asks for, if so."""
    most = result.understood.most or 0
    found = len(answer.sources) if result.listing is None else result.listing.total
    if answer.abstained or not answer.complete or found >= most:
        return ""
    return f"only {found} of the {most} papers asked for {'is' if found == 1 else 'are'} relevant enough"


def refusal(
    result: SearchResult, mode: Mode, searched: int, reason: str, nearest_hits: Sequence[Hit] | None = None
) -> Answer:
    """Return the answer that says the abstracts do not answer; it has no citation markers.

    The nearest papers are those of `nearest_hits` or, where it is None, the first of the search.
    """
    nearest = tuple(
        hit.paper for hit in (result.hits if nearest_hits is None else nearest_hits)[:_NEAREST_NAMED]
    )
    text = f"The {searched:,} abstracts searched do not answer this: {reason}."
    if nearest:
        names = "; ".join(paper.label for paper in nearest)
        text += f" The nearest papers, which may be about something else: {names}."
    return Answer(
        question=result.question,
        answer=text,
        mode=mode,
        abstained=True,
        reason=reason,
        nearest=nearest,
        searched=searched,
    )
