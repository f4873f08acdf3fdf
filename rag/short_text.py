"""Short texts that the shell and the page share."""

from __future__ import annotations

from collections.abc import Sequence

from rag.answering.answer import Answer
from rag.paper import Paper

_MOST_AUTHORS = 3


def venue_and_year(paper: Paper) -> str:
    """Return such as "ICML 2024"."""
    return f"{paper.venue} {paper.year or ''}".strip()


def short_authors(authors: Sequence[str]) -> str:
    """Return the first three authors, and "et al." where there are more."""
    names = ", ".join(authors[:_MOST_AUTHORS])
    return f"{names} et al." if len(authors) > _MOST_AUTHORS else names


def spent_texts(answer: Answer) -> list[str]:
    """Return how many tokens of a language model the answer took, and their cost where it is known."""
    tokens = sum(answer.usage.values())
    if not tokens:
        return []
    cost = [] if answer.cost is None else [f"cost {answer.cost:.2g}"]
    return [f"{tokens:,} tokens", *cost]
