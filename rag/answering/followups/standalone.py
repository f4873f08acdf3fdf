"""Understands a question that leans on the ones before it, by rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.answering.answer import Answer
from rag.answering.followups.conditions import with_condition
from rag.answering.followups.records import asked_of_record
from rag.answering.followups.sources import source_not_given, with_titles_of
from rag.answering.named_in_question import EVERYONES_NAMES, title_is_called
from rag.index.tokenizer import question_terms, terms
from rag.retrieval.names import method_names
from rag.retrieval.rules.intents import wanted

_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|their|theirs|them|this|that|these|those|the (?:paper|method|approach|"
    r"authors|model|work|study|former|latter))\b(?! (?:there|is|are) )",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"^(?:and|but|also|so|or|what about|how about)\b", re.IGNORECASE)
# "What learning rate does it use?", "which one is about agents?"
_ASKS_OF_IT = re.compile(
    r"^(?:(?:and|but|so)\s+)?(?:(?:in|on|at|by|with|for|to)\s+)?(?:what|which|how|why|where|when)\b[^,;:.]{0,40}?"
    r"\b(?:does|do|did|is|was|are|were|can|could|has|have|had|will|would)\s+"
    r"(?:it|they|this|the (?:paper|authors|method|approach|model))\b"
    r"|^(?:and\s+)?which (?:ones?|of (?:them|these|those))\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(r" \(about: (?P<subject>.+)\)$")
# What is asked of a paper whose name does not need to be said again: "limitations?", "is there code?".
_ASPECTS = frozenset(
    terms(
        "limitations weaknesses drawbacks assumptions advantages strengths benefits results findings"
        " experiments evaluation evaluated code implementation available source open github gpu gpus"
        " hardware memory cost runtime speed fast faster slow"
        " datasets data benchmarks tasks metrics baselines models parameters"
        " size large training trained train tested test theory proof proofs guarantees bounds rates details"
        " detail explain elaborate summary summarise summarize summarised more else further main idea key"
        " contribution contributions conclusion conclusions example examples future motivation goal problem"
        " technique novelty novel better best worse difference differences same similar compare compared"
        " comparison one ones reason simple short brief sentence words again go say mean work works"
    )
)
_MOST_WORDS = 8
# No question, though it has no subject either.
_GREETS = re.compile(r"\W*(?:hello|hi|hey|thanks?|help)\b", re.IGNORECASE)
# Papers that are named as a subject; of more, the question for them is the subject.
_MOST_NAMED = 3
# A pronoun after more telling words than this means something within the question.
_MOST_WORDS_BEFORE = 1
# "And ..." with more telling words than this is a question of its own.
_MOST_WORDS_AFTER_AND = 3


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier question and its answer."""

    question: str
    answer: Answer


def standalone_question(question: str, history: Sequence[Exchange]) -> str:
    """Return `question` so that it can be understood without the exchanges before it.

    "The second one" and "[2]" become the title of that source of the last answer, and "it" the title
    of its paper where a fact of the record is asked for. "And by Ada One?" becomes the question before
    with that condition. A question that points back ("and its limitations?") gets the last subject
    added. Every other question comes back as it is.
    """
    last = _last_with_subject(history)
    if last is None:
        return question
    named = with_titles(question, history)
    if named != question:
        return named
    title = _paper_title(last)
    return (
        (asked_of_record(question, title) if title else "")
        or _changed(question, history)
        or (f"{question} (about: {_subject(last)})" if leans_on_history(question) else question)
    )


def with_titles(question: str, history: Sequence[Exchange]) -> str:
    """Return `question` with titles in the place of "the second one", "[2]" and "the two"."""
    shown = _last_shown(history)
    return with_titles_of(question, shown) if shown else question


def number_not_given(question: str, history: Sequence[Exchange]) -> str:
    """Return that `question` means a source the last answer does not have, or an empty string."""
    shown = _last_shown(history)
    return source_not_given(question, shown) if shown else ""


def leans_on_history(question: str) -> bool:
    """Whether `question` points back ("and its limitations?") instead of standing alone."""
    if _GOES_ON.match(question):
        return len(question_terms(question)) <= _MOST_WORDS_AFTER_AND
    of_it = _ASKS_OF_IT.search(question)
    if of_it and not _names(of_it.group()):
        return True
    pronoun = _POINTS_BACK.search(question)
    if pronoun is None:
        return _has_no_subject(question)
    before = question[: pronoun.start()]
    return len(question_terms(before)) <= _MOST_WORDS_BEFORE and not _names(before)


def has_subject_added(asked: str) -> bool:
    """Whether `standalone_question` added a subject to a question, without which it means nothing."""
    return _ABOUT.search(asked) is not None


def _has_no_subject(question: str) -> bool:
    """Whether a few words ask for something of a paper, and no word says of which."""
    few = 0 < len(question.split()) <= _MOST_WORDS and not _GREETS.match(question)
    return few and set(question_terms(question)) <= _ASPECTS and wanted(question).intent == "find"


def _names(text: str) -> list[str]:
    return [name for name in method_names(text) if name.casefold() not in EVERYONES_NAMES]


def _changed(question: str, history: Sequence[Exchange]) -> str:
    """Return the last question with another condition; what asked for facts of a paper is passed over."""
    for exchange in reversed(history):
        if exchange.answer.abstained:
            continue
        changed = with_condition(question, exchange.answer.understood)
        if changed or exchange.answer.understood.intent != "facts":
            return changed
    return ""


def _last_shown(history: Sequence[Exchange]) -> Answer | None:
    """Return the last answer that shows papers, before any that picked one of them."""
    shown = [e.answer for e in reversed(history) if e.answer.sources]
    last = next(iter(shown), None)
    several = next((answer for answer in shown if len(answer.sources) > 1), None)
    if last is None or several is None:
        return last
    # After "the third one" alone, "the second" still counts in the list that it was of.
    listed = {source.paper.paper_id for source in several.sources}
    return several if {source.paper.paper_id for source in last.sources} <= listed else last


def _last_with_subject(history: Sequence[Exchange]) -> Exchange | None:
    """Return the last exchange that was answered, or refused about a paper that it names; else the last."""
    told = [exchange for exchange in history if not exchange.answer.abstained or _called(exchange)]
    return next(reversed(told or history), None)


def _paper_title(last: Exchange) -> str:
    """Return the title of the paper that "it" means: one that was asked about, or the first."""
    labels = [source.paper.label for source in last.answer.sources]
    return next(iter(_called(last) or labels), "")


def _called(last: Exchange) -> list[str]:
    """Return the titles of the papers of an answer or a refusal that the question called by them."""
    asked = last.answer.asked or last.question
    papers = [source.paper for source in last.answer.sources] or last.answer.nearest
    return [paper.label for paper in papers if title_is_called(paper.label, asked)]


def _subject(last: Exchange) -> str:
    """Return what the last exchange was about: what it took over itself, papers, methods, or all of it."""
    asked = last.answer.asked or last.question
    called = _called(last)
    if called[1:]:
        return " and ".join(called)
    taken_over = _ABOUT.search(asked)
    if taken_over:
        return taken_over.group("subject")
    if len(last.answer.sources) == 1:
        return last.answer.sources[0].paper.label
    if called:
        return called[0]
    names = _names(asked)
    if names:
        return ", ".join(names)
    if 0 < len(last.answer.sources) <= _MOST_NAMED:
        return " and ".join(source.paper.label for source in last.answer.sources)
    want = wanted(asked)
    # Of "list all papers on kites", the papers are the subject.
    subject = want.rest if want.intent in ("count", "list") else asked
    return " ".join(subject.split()).rstrip("?!. ")
