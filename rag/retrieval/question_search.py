"""From a question as it is asked to papers: what it means decides what is searched, and how."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from rag.index.paper_index import PaperIndex
from rag.retrieval.emptiness import why_nothing
from rag.retrieval.filters import PaperFilter
from rag.retrieval.results import SearchResult
from rag.retrieval.search import Searcher, checked_question
from rag.retrieval.understanding import Understanding, as_written, understand

_HITS = 10


@dataclass(frozen=True, slots=True)
class Reading:
    """How a question is read: by the rules or, with `by_rules` false, every word as it stands.

    `ignored` are phrases of it that are no condition, as `Recognised.words` has them.
    """

    by_rules: bool = True
    ignored: Collection[str] = ()


class QuestionSearcher:
    """Searches one index for what questions mean."""

    def __init__(self, index: PaperIndex, searcher: Searcher, max_question_chars: int) -> None:
        self._index = index
        self._searcher = searcher
        self._max_question_chars = max_question_chars

    def search(
        self, question: str, k: int | None, allowed: PaperFilter, depth: int, reading: Reading
    ) -> SearchResult:
        """Return the papers that `question` asks for, of those that `allowed` lets through.

        The cross-encoder reads the first `depth`. Without `k` there are at most ten.

        Raises:
            UsageError: the question is blank or too long, or `k` is below 1.
        """
        question = checked_question(question, self._max_question_chars)
        understood = self._understood(question, reading)
        condition = allowed.and_also(understood.condition)
        reason = why_nothing(condition, self._index.snapshot(), self._index.paper)
        if reason:
            return SearchResult(question, (), understood=understood, reason=reason)
        return self._found(understood, _HITS if k is None else k, condition, depth, reading)

    def _understood(self, question: str, reading: Reading) -> Understanding:
        if not reading.by_rules:
            return as_written(question)
        return understand(question, self._index.snapshot().facets, reading.ignored)

    def _found(
        self, understood: Understanding, k: int, condition: PaperFilter, depth: int, reading: Reading
    ) -> SearchResult:
        first = not self._ignores_an_author(understood.question, reading)
        result = self._searcher.search(understood.searched, k, condition, depth, authors_first=first)
        hits = result.hits
        if any(item.kind == "author" for item in understood.filters):
            hits = tuple(replace(hit, named_author=True) for hit in hits)
        return replace(result, question=understood.question, hits=hits, understood=understood)

    def _ignores_an_author(self, question: str, reading: Reading) -> bool:
        """Whether an author's name is no condition: then that author does not come first either."""
        if not reading.ignored:
            return False
        named = self._index.snapshot().facets.authors.mentions(question)
        return any(question[m.start : m.end] in words for m in named for words in reading.ignored)
