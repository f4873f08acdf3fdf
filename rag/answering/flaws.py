"""What is no sentence of an answer, whatever its sources say. Pure functions over one unit of a reply."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.prompt import BEGIN, END

_LEFTOVER = re.compile(r"\]\(|!\[|</?[a-z]+[^>]*$|javascript:|data:text", re.IGNORECASE)
_OF_PROMPT = re.compile(r"^\W*(?:(?:the )?(?:source|question)\s*\d*|the answer)\s*:", re.IGNORECASE)
_ENDS_AS_HEADING = re.compile(r"[:：]\W*$")
_WORD = re.compile(r"\w+")
_SPACED = re.compile(r"[^\W\d_]", re.ASCII)
# "GALE: a family of wind models" names a thing and says nothing of it.
_LABELLED = re.compile(r"^[^:.\s]+(?:\s[^:.\s]+){0,2}:\s+(?:an?|the|towards?|on)\s", re.IGNORECASE)
_SAYS = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|may|might|must|should|we|they"
    r"|it|which|that|who)\b",
    re.IGNORECASE,
)
_SMALL = frozenset(
    "a an and against as at between beyond by for from in into of on or over per the through to toward"
    " towards under via with within without".split()
)
_OF_SOURCES = re.compile(
    r"\b(?:sources?|abstracts?|passages?|excerpts?|documents?)(?: \d+)? (?:that |which )?(?:(?:also|only) )?"
    r"(?:says?|states?|mentions?|reads?|claims?|provided|given|above|below)\b"
    r"|\b(?:provided|given|above|following) (?:sources?|abstracts?|passages?|excerpts?|documents?)\b"
    r"|\b(?:sources?|abstract|passage) \d+\b|\bthe question (?:asks?|is|asked)\b",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"[.!?…。！？]\W*$")
_INFLECTED = re.compile(r"[a-z]+(?:ed|[^su]s)$")
_LEAST_WORDS = 3
_MOST_OF_PHRASE = 5
_OTHER_WORDS = 1
_OF_TITLE = 0.7
_POINTS_BACK = re.compile(
    r"^(?:in other words|that is|(?:this|that|these|those) (?:is|are|was|were|can|may|might|will|would|has"
    r"|have|means?|shows?|makes?|allows?|leads?|results?|suggests?|implies))\b",
    re.IGNORECASE,
)


def flaw_of(text: str, titles: Sequence[str]) -> str:
    """Return why `text` cannot be a sentence of an answer, or nothing; `titles` are those of the sources."""
    if _LEFTOVER.search(text):
        return "it holds the rest of a link or of markup"
    if BEGIN in text or END in text or _OF_PROMPT.match(text):
        return "it copies the form of the prompt"
    if _ENDS_AS_HEADING.search(text):
        return "it is a heading, no sentence"
    if _OF_SOURCES.search(text):
        return "it speaks of the sources instead of what they say"
    if any(_is_title(_words(text), _words(title)) for title in titles):
        return "it is only a title"
    if _is_fragment(text) or _is_phrase(text):
        return "it is a title or a part of one, no sentence"
    # Chinese and Japanese have no spaces between words.
    if _SPACED.search(text) and len(text.split()) < _LEAST_WORDS:
        return "it is too short for a sentence"
    return ""


def points_back(text: str) -> bool:
    """Whether a sentence says something of the one before it ("This is a major limitation")."""
    return bool(_POINTS_BACK.match(text))


def _is_title(told: set[str], title: set[str]) -> bool:
    """Whether a unit is a title, a part of one, or nearly one: one word may be another, a few missing."""
    return told <= title or (len(told - title) <= _OTHER_WORDS and len(told & title) > _OF_TITLE * len(title))


def _is_fragment(text: str) -> bool:
    """Whether a unit has no verb: as far as its form tells, by its capitals or a colon."""
    label = _LABELLED.match(text)
    if label and not _SAYS.search(text, label.end()):
        return True
    found = _WORD.findall(text)
    return (
        len(found) >= _LEAST_WORDS
        and all(w in _SMALL or not w[0].islower() for w in found)
        and (_SPACED.search(text) is not None)
    )


def _is_phrase(text: str) -> bool:
    """Whether a few words without a full stop have none between them that may be a verb."""
    told = text.split()
    if _CLOSED.search(text) or not _LEAST_WORDS <= len(told) <= _MOST_OF_PHRASE:
        return False
    return not _SAYS.search(text) and not any(_INFLECTED.fullmatch(word) for word in told[1:-1])


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
