"""Decides whether cited papers support a sentence: verbatim first, then the project's support check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rag.library import Library
from rag.paper import Paper
from rag.text import clean


class SupportResult(Protocol):
    """What a support check says. `verdict` is supported, partial or unsupported."""

    @property
    def support(self) -> float:
        """The degree of support, 0 to 1."""
        ...

    @property
    def verdict(self) -> str:
        """The verdict."""
        ...

    @property
    def reasons(self) -> Sequence[str]:
        """Why."""
        ...


class SupportCheck(Protocol):
    """Checks a sentence against the papers it cites, which count together."""

    def check(self, sentence: str, papers: Sequence[Paper]) -> SupportResult:
        """Return how far `papers` support `sentence`."""
        ...


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

    def __init__(self, check: SupportCheck | None) -> None:
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
        if self._check is None:
            return Support(0.0, "unsupported", ("not verbatim, and there is no support check",))
        found = self._check.check(text, papers)
        return Support(float(found.support), str(found.verdict), tuple(map(str, found.reasons)))


def project_check(library: Library) -> SupportCheck | None:
    """Return the project's support check, or None in a version without one."""
    try:
        from rag.answering.support import SupportChecker
    except ImportError:
        return None
    check: SupportCheck = SupportChecker(lambda: library.models.reranker)
    return check


def _stands_in(text: str, paper: Paper) -> bool:
    at = paper.text.find(text)
    if at < 0:
        return False
    end = at + len(text)
    # "reaches 8" stands in "reaches 84%" only by its letters.
    return not paper.text[max(at - 1, 0) : at].isalnum() and not paper.text[end : end + 1].isalnum()
