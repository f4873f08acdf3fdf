"""Decides whether cited papers support a sentence: verbatim first, then the project's support check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.answering.support import SupportChecker
from rag.library import Library
from rag.paper import Paper
from rag.text import clean


@dataclass(frozen=True, slots=True)
class Support:
    """A verdict that was reached here, or copied from a check."""

    support: float
    verdict: str
    reasons: tuple[str, ...] = ()


class VerbatimFirst:
    """A support check to which a sentence that stands word for word in a cited text is supported.

    Deterministic checks go before any model: they cannot be wrong.
    """

    def __init__(self, check: SupportChecker) -> None:
        self._check = check

    def check(self, sentence: str, papers: Sequence[Paper]) -> Support:
        """Return how far `papers` support `sentence`; without papers or words not at all."""
        text = clean(sentence)
        if not text:
            return Support(0.0, "unsupported", ("the sentence is empty",))
        if not papers:
            return Support(0.0, "unsupported", ("nothing is cited",))
        if any(_stands_in(text, paper) for paper in papers):
            return Support(1.0, "supported", ("verbatim",))
        found = self._check.check(text, papers)
        return Support(found.support, found.verdict, found.reasons)


def project_check(library: Library) -> SupportChecker:
    """Return the project's support check."""
    return SupportChecker(lambda: library.models.reranker)


def _stands_in(text: str, paper: Paper) -> bool:
    at = paper.text.find(text)
    if at < 0:
        return False
    end = at + len(text)
    # "reaches 8" stands in "reaches 84%" only by its letters.
    return not paper.text[max(at - 1, 0) : at].isalnum() and not paper.text[end : end + 1].isalnum()
