"""What is no sentence of an answer, whatever its sources say. Pure functions over one unit of a reply."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.prompt import BEGIN, END

_LEFTOVER = re.compile(r"\]\(|!\[|</?[a-z]+[^>]*$|javascript:|data:text", re.IGNORECASE)
_OF_PROMPT = re.compile(r"^\W*(?:source|question)\s*\d*\s*:", re.IGNORECASE)
_ENDS_AS_HEADING = re.compile(r"[:：]\W*$")
_WORD = re.compile(r"\w+")
_SPACED = re.compile(r"[^\W\d_]", re.ASCII)
_LEAST_WORDS = 3
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
    if any(_is_title(_words(text), _words(title)) for title in titles):
        return "it is only a title"
    # Chinese and Japanese have no spaces between words.
    if _SPACED.search(text) and len(text.split()) < _LEAST_WORDS:
        return "it is too short for a sentence"
    return ""


def points_back(text: str) -> bool:
    """Whether a sentence says something of the one before it ("This is a major limitation")."""
    return bool(_POINTS_BACK.match(text))


def _is_title(told: set[str], title: set[str]) -> bool:
    """Whether a unit is a title or nearly one: one word may be another, a few may be missing."""
    return len(told - title) <= _OTHER_WORDS and len(told & title) > _OF_TITLE * len(title)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
