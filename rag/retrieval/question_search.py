"""From a question as it is asked to papers: what it means decides what is searched, and how."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rag.errors import UsageError
from rag.index.authors import asked_author
from rag.index.paper_index import PaperIndex
from rag.models.index_embedding import IndexEmbedding
from rag.paper import Paper
from rag.retrieval.author_names import written_name
from rag.retrieval.counting import totals
from rag.retrieval.emptiness import why_nothing
from rag.retrieval.filters import PaperFilter
from rag.retrieval.listing import Lister
from rag.retrieval.paper_by_name import paper_by_name
from rag.retrieval.reading import Reading
from rag.retrieval.results import Hit, SearchResult
from rag.retrieval.rules.recognised import PAPERS
from rag.retrieval.rules.tallies import Tally
from rag.retrieval.search import Searcher, checked_question
from rag.retrieval.similar import SimilarPapers
from rag.retrieval.spelling import corrected, corrections, near_author
from rag.retrieval.understanding import LONGEST_READ, Understanding, as_find, as_written, understand
from rag.settings import Settings

_HITS = 10
# Of so many papers of an author it is told whether they are on the topic.
MOST_OF_AUTHOR = 50
_ON_TOPIC = re.compile(
    r"\b(?:on|about|regarding|concerning|involving|us(?:e|es|ing)|related\s+to|deal(?:s|ing)?\s+with)\b",
    re.IGNORECASE,
)
_BEFORE_PAPERS = re.compile(rf"^(?:the\s+)?[\w-]+(?:\s+[\w-]+)*\s+{PAPERS}\W*$", re.IGNORECASE)


class QuestionSearcher:
    """Searches one index for what questions mean."""

    def __init__(
        self, index: PaperIndex, embedder: IndexEmbedding, searcher: Searcher, settings: Settings
    ) -> None:
        self._index = index
        self._searcher = searcher
        self._lister = Lister(index, embedder, searcher)
        self._similar = SimilarPapers(index, embedder, settings.dense_weight)
        self._max_question_chars = settings.max_question_chars

    def search(
        self,
        question: str,
        k: int | None,
        allowed: PaperFilter,
        depth: int,
        reading: Reading,
        most: int | None = None,
    ) -> SearchResult:
        """Return the papers that `question` asks for, of those that `allowed` lets through.

        Without `k` these are all, where all are asked for, else at most `most`; without that
        as many as the question asks for, or ten. More than ten come as a list, as far as there are so
        many on the topic. The cross-encoder reads the first `depth`.

        Raises:
            UsageError: the question is blank or too long, or `k` is below 1.
        """
        question = checked_question(question, self._max_question_chars)
        if k is not None and k < 1:
            raise UsageError(f"k is {k}; ask for at least one paper")
        result = self._searched(question, k, allowed, depth, reading, most)
        return replace(result, question=question)

    def _searched(
        self,
        question: str,
        k: int | None,
        allowed: PaperFilter,
        depth: int,
        reading: Reading,
        most: int | None,
    ) -> SearchResult:
        understood, subject = self._understood(question, reading)
        condition = allowed.and_also(understood.condition)
        reason = why_nothing(condition, self._index.snapshot(), self._index.paper)
        if reason:
            return SearchResult(question, (), understood=understood, reason=reason)
        is_long = understood.intent == "find" and (understood.most or 0) > _HITS and bool(understood.topic)
        if understood.intent in ("count", "list") or is_long:
            return self._lister.list(understood, condition, k, depth)
        if understood.intent == "find" and understood.order:
            result = self._lister.list(understood, condition, k, depth)
            # An answer needs them all, since its gate looks at those nearest to the topic.
            return result if k or most else replace(result, hits=result.hits[: understood.most or _HITS])
        if understood.tally is not None:
            return self._counted(understood, understood.tally, condition, k, depth)
        found = k or most or understood.most or _HITS
        if understood.intent == "facts" and subject is not None:
            return SearchResult(
                question, (Hit(subject, 1.0, 0.0, 0.0),), understood=understood, subject=subject
            )
        if understood.intent == "similar":
            nearest = _HITS if k is None else k
            if subject is not None:
                return self._similar.to_paper(subject, understood, nearest, condition)
            return self._similar.to_text(question, understood, nearest, condition)
        return self._found(understood, found, condition, depth, reading)

    def like(self, subject: Paper, k: int, allowed: PaperFilter) -> SearchResult:
        """Return the `k` papers nearest to one of the library."""
        understood = Understanding(subject.label, subject.label, "similar")
        return self._similar.to_paper(subject, understood, k, allowed)

    def _understood(self, question: str, reading: Reading) -> tuple[Understanding, Paper | None]:
        """Return what the question means, and the paper it is about, where it must be about one."""
        if not reading.by_rules:
            return as_written(question), None
        snapshot = self._index.snapshot()
        understood = self._read(question, reading)
        if understood.intent not in ("similar", "facts") or understood.topic == question:
            return understood, None
        subject = paper_by_name(understood.topic, snapshot, self._index.paper)
        if subject is None:
            return as_find(understood), None
        # The facts of one paper need no further condition.
        return (replace(understood, filters=()) if understood.facts else understood), subject

    def _read(self, question: str, reading: Reading) -> Understanding:
        """Return what the rules make of a question, without its slips of the pen."""
        snapshot = self._index.snapshot()

        def named(name: str) -> Paper | None:
            return paper_by_name(name, snapshot, self._index.paper)

        understood = understand(question, snapshot.facets, reading.ignored, named)
        if len(question) > LONGEST_READ or (understood.intent == "similar" and understood.topic == question):
            return understood
        kept = [(item.start, item.end) for item in understood.filters]
        slips = [s for s in corrections(question, snapshot, kept) if s.written not in reading.ignored]
        if slips:
            understood = understand(corrected(question, slips), snapshot.facets, reading.ignored, named)
        notes = understood.notes
        asked = None if understood.of_author else asked_author(question)
        if asked and (near := near_author(asked, snapshot.facets.authors)):
            first = min(snapshot.facets.authors.rows[near])
            notes = (*notes, f"perhaps {written_name(near, first, snapshot, self._index.paper)} is meant")
        return replace(understood, corrections=tuple(slips), notes=notes)

    def _counted(
        self, understood: Understanding, wanted: Tally, condition: PaperFilter, k: int | None, depth: int
    ) -> SearchResult:
        """Return the numbers that are wanted, with the papers of a topic or else of what leads alone."""
        snapshot = self._index.snapshot()
        apart = understood.condition.authors if wanted.beside else ()
        if not understood.topic:
            counted = condition.mask(snapshot, self._index.paper)
            found = totals(wanted, counted, None, snapshot, self._index.paper, apart)
            leading = [paper for paper_id in found.leading[:k] if (paper := self._index.paper(paper_id))]
            hits = tuple(Hit(paper, 1.0, 0.0, 0.0) for paper in leading)
            return SearchResult(understood.question, hits, understood=understood, totals=found)
        listed = self._lister.list(understood, condition, None, depth)
        is_borderline = {hit.paper.paper_id: hit.borderline for hit in listed.hits}
        counted = np.isin(snapshot.paper_ids, list(is_borderline))
        borderline = np.array([is_borderline.get(paper_id, False) for paper_id in snapshot.paper_ids])
        found = totals(wanted, counted, borderline, snapshot, self._index.paper, apart)
        return replace(listed, hits=listed.hits[:k], totals=found)

    def _found(
        self, understood: Understanding, k: int, condition: PaperFilter, depth: int, reading: Reading
    ) -> SearchResult:
        first = not self._ignores_an_author(understood.question, reading)
        retrieved = max(k, MOST_OF_AUTHOR) if understood.of_author else k
        result = self._searcher.search(understood.searched, retrieved, condition, depth, authors_first=first)
        if understood.of_author:
            result = self._with_all_of_author(replace(result, understood=understood), condition, retrieved)
            return replace(result, hits=result.hits[:k])
        return replace(result, understood=understood)

    def _with_all_of_author(self, found: SearchResult, condition: PaperFilter, most: int) -> SearchResult:
        """Return what was found with the author's papers that share nothing with the topic, told apart."""
        understood = found.understood
        every = self._lister.list(replace(understood, topic=""), condition, most, 0)
        known = {hit.paper.paper_id for hit in found.hits}
        others = (replace(hit, score=0.0) for hit in every.hits if hit.paper.paper_id not in known)
        hits = tuple(replace(hit, named_author=True) for hit in (*found.hits, *others))
        if understood.topic and every.listing is not None:
            marked = self._lister.fitting_first(understood.topic, hits)
            # Other words beside a name may say nothing of a topic: "did Ada Lund publish anything nice".
            if _ON_TOPIC.search(understood.topic) or (
                _BEFORE_PAPERS.search(understood.topic) and not all(hit.borderline for hit in marked)
            ):
                hits = marked
                understood = _with_note_on_topic(understood, hits, every.listing.total)
        return replace(found, hits=hits, understood=understood)

    def _ignores_an_author(self, question: str, reading: Reading) -> bool:
        """Whether an author's name is no condition: then that author does not come first either."""
        if not reading.ignored:
            return False
        named = self._index.snapshot().facets.authors.mentions(question)
        return any(question[m.start : m.end] in words for m in named for words in reading.ignored)


def _with_note_on_topic(understood: Understanding, hits: Sequence[Hit], papers: int) -> Understanding:
    """Return what was understood with a note on how many of an author's `papers` seem to be on the topic."""
    fitting = sum(not hit.borderline for hit in hits)
    if fitting == papers:
        return understood
    authors = " and ".join(item.value for item in understood.filters if item.kind == "author")
    of = f"of the {papers:,} papers by {authors}" if papers > 1 else f"of the one paper by {authors}"
    note = f"{fitting or 'none'} {of} {'seem' if fitting > 1 else 'seems'} to be on the topic"
    return replace(understood, notes=(*understood.notes, note))
