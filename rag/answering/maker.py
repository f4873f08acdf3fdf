"""The one interface behind which answers are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from rag.answering.answer import Answer
from rag.retrieval.results import Hit


class AnswerMaker(Protocol):
    """Makes an answer from papers that passed the relevance gate."""

    def stream(self, question: str, hits: Sequence[Hit], searched: int) -> Iterator[Answer]:
        """Yield the answer as it grows; the last one is whole.

        `hits` stand best first, each with its passages, and there is at least one. `searched` is
        the number of papers in the index.

        Raises:
            ServiceError: what the maker needs is not there and nothing was answered.
        """
        ...
