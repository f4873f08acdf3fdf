"""What speaks against a sentence although its subject is that of the text: each veto says why.

A relevance model hardly sees a changed number, name or direction, so each has its own rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from rag.answering.support_words import TextWords, Word, text_words, words

Kind = Literal["number", "name", "negation", "direction", "comparison", "word", "strength", "form"]


class Veto(NamedTuple):
    """A reason against a sentence, as a person may read it."""

    kind: Kind
    reason: str


@dataclass(frozen=True)
class Claim:
    """A sentence to check, with what it is checked against.

    `nearest` are the sentences of the cited texts that are closest to it, the closest first;
    `text` is all that is known of the cited papers: titles, authors, years and texts.
    """

    sentence: str
    nearest: Sequence[str]
    text: str

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of the sentence."""
        return words(self.sentence)

    @cached_property
    def nearest_words(self) -> list[tuple[Word, ...]]:
        """The words of each of the nearest sentences."""
        return [words(sentence) for sentence in self.nearest]

    @cached_property
    def known(self) -> TextWords:
        """The words of everything that is known of the papers."""
        return text_words(self.text)


Rule = Callable[[Claim], list[Veto]]
