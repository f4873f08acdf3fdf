"""Understands a question that leans on the ones before it, by rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.answering.answer import Answer
from rag.index.tokenizer import question_terms
from rag.retrieval.names import method_names

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_NUMBERED = re.compile(
    rf"\bthe (?P<word>{'|'.join(_ORDINALS)}|last)(?: (?:one|paper|source|method|study|work|result))?\b"
    r"|\b(?:paper|source|number|no\.) (?P<number>\d{1,2})\b|\[(?P<marker>\d{1,2})\]",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|their|theirs|them|this|that|these|those|the (?:paper|method|approach|"
    r"authors|model|work|study|former|latter))\b(?! (?:there|is|are) )",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"^(?:and|but|also|so|or|what about|how about)\b", re.IGNORECASE)
_ABOUT = re.compile(r" \(about: (?P<subject>.+)\)$")
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

    "The second one" and "[2]" become the title of that source of the last answer. A question that
    points back ("and its limitations?") gets the last subject added. Every other question comes
    back as it is.
    """
    named = with_titles(question, history)
    if named != question or not history or not leans_on_history(question):
        return named
    return f"{question} (about: {_subject(history[-1])})"


def with_titles(question: str, history: Sequence[Exchange]) -> str:
    """Return `question` with the title in the place of "the second one" or "[2]", if there is one."""
    named = _NUMBERED.search(question)
    title = _title_of(named, history[-1].answer) if named and history else ""
    return f"{question[: named.start()]}“{title}”{question[named.end() :]}" if named and title else question


def leans_on_history(question: str) -> bool:
    """Whether `question` points back ("and its limitations?") instead of standing alone."""
    if _GOES_ON.match(question):
        return len(question_terms(question)) <= _MOST_WORDS_AFTER_AND
    pronoun = _POINTS_BACK.search(question)
    if pronoun is None:
        return False
    before = question[: pronoun.start()]
    return len(question_terms(before)) <= _MOST_WORDS_BEFORE and not method_names(before)


def _title_of(named: re.Match[str], answer: Answer) -> str:
    digits = named.group("number") or named.group("marker")
    ordinals = _ORDINALS | {"last": len(answer.sources)}
    n = int(digits) if digits else ordinals[named.group("word").casefold()]
    return next((source.paper.label for source in answer.sources if source.n == n), "")


def _subject(last: Exchange) -> str:
    """Return what the last exchange was about: what it took over itself, a method, a paper, or all of it."""
    asked = last.answer.asked or last.question
    taken_over = _ABOUT.search(asked)
    if taken_over:
        return taken_over.group("subject")
    if len(last.answer.sources) == 1:
        return last.answer.sources[0].paper.label
    names = method_names(asked)
    if names:
        return ", ".join(names)
    return asked.rstrip("?!. ")
