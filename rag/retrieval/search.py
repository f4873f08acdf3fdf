"""From a question to hits: the retriever, then the cross-encoder for passages and relevance."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

from llama_index.core.schema import NodeWithScore

from rag.errors import UsageError
from rag.index.paper_index import PaperIndex
from rag.index.snapshot import Snapshot
from rag.models.index_embedding import IndexEmbedding
from rag.models.reranker import OnnxCrossEncoder
from rag.paper import Paper
from rag.retrieval.filters import PaperFilter
from rag.retrieval.passages import candidate_passages, term_weights
from rag.retrieval.results import Hit, SearchResult
from rag.retrieval.retriever import HybridRetriever
from rag.settings import Settings
from rag.text import clean

# Sentences of a paper that the cross-encoder reads. A third one changed the order of no paper on
# the development questions, and costs half as much again.
_SENTENCES_PER_PAPER = 2
# Beyond this a logit says nothing more about the order.
_LOGIT_SPAN = 8.0


class Searcher:
    """Searches one index.

    `reranker` is called when it is first needed, because loading it takes a while.
    """

    def __init__(
        self,
        index: PaperIndex,
        embedder: IndexEmbedding,
        reranker: Callable[[], OnnxCrossEncoder],
        settings: Settings,
    ) -> None:
        self._index = index
        self._embedder = embedder
        self._reranker = reranker
        self._settings = settings

    def search(
        self, question: str, k: int, allowed: PaperFilter, depth: int, authors_first: bool = True
    ) -> SearchResult:
        """Return the `k` best papers that `allowed` lets through.

        The cross-encoder reads the first `depth`: it orders their passages, gives their relevance,
        and has a say in their order. The order does not depend on `k`.

        Raises:
            UsageError: the question is blank or too long, or `k` is below 1.
        """
        question = checked_question(question, self._settings.max_question_chars)
        if k < 1:
            raise UsageError(f"k is {k}; ask for at least one paper")
        started = time.perf_counter()
        snapshot = self._index.snapshot()
        weights = term_weights(question, snapshot.lexical)
        # The retriever and the hits need the same papers.
        paper = cache(self._index.paper)
        nodes = self._retriever(snapshot, paper, max(k, depth), allowed, authors_first).retrieve(question)
        hits = [hit for node in nodes if (hit := _hit(weights, paper(node.node.node_id), node)) is not None]
        retrieved = time.perf_counter()
        timings = {"retrieve": _milliseconds(started, retrieved)}
        if depth:
            hits = self._reranked(question, hits[:depth]) + [self._unread(hit) for hit in hits[depth:]]
            timings["rerank"] = _milliseconds(retrieved, time.perf_counter())
        return SearchResult(question, tuple(hits[:k]), timings)

    def _retriever(
        self,
        snapshot: Snapshot,
        paper: Callable[[str], Paper | None],
        limit: int,
        allowed: PaperFilter,
        authors_first: bool,
    ) -> HybridRetriever:
        return HybridRetriever(
            lambda: snapshot,
            paper,
            self._index.token_states,
            self._embedder,
            dense_weight=self._settings.dense_weight,
            late_weight=self._settings.late_weight,
            limit=limit,
            allowed=allowed,
            authors_first=authors_first,
        )

    def _reranked(self, question: str, hits: Sequence[Hit]) -> list[Hit]:
        # All pairs in one call: the cross-encoder reads them side by side.
        texts = [passage_text(hit.paper, passage.text) for hit in hits for passage in hit.passages]
        logits = iter(self._reranker().score(question, texts))
        read = [self._read(hit, list(islice(logits, len(hit.passages)))) for hit in hits]
        return sorted(
            read, key=lambda hit: (not hit.named_author, not hit.named, -hit.score, hit.paper.paper_id)
        )

    def _read(self, hit: Hit, logits: Sequence[float]) -> Hit:
        """Return the hit with the cross-encoder's logits of its passages, in their order."""
        passages = [replace(p, score=round(s, 4)) for p, s in zip(hit.passages, logits, strict=True)]
        passages.sort(key=lambda p: (-p.score, p.start))
        relevance = passages[0].score
        weight = self._settings.rerank_weight
        score = (1 - weight) * hit.score + weight * _unit(relevance)
        return replace(hit, score=score, passages=tuple(passages), relevance=relevance)

    def _unread(self, hit: Hit) -> Hit:
        """Put the score of a hit that the cross-encoder did not read on the same scale."""
        return replace(hit, score=(1 - self._settings.rerank_weight) * hit.score)


def _hit(weights: Mapping[str, float], paper: Paper | None, node: NodeWithScore) -> Hit | None:
    """Return the hit that a node is, or None for a paper that another process has just removed."""
    if paper is None:
        return None
    facts = node.node.metadata
    return Hit(
        paper,
        score=node.score or 0.0,
        lexical=facts["lexical"],
        dense=facts["dense"],
        late=facts["late"],
        passages=tuple(candidate_passages(weights, paper.text, _SENTENCES_PER_PAPER)),
        named_author=facts["named_author"],
        named=facts["named"],
        names=tuple(facts["names"]),
        matches=facts["matches"],
    )


def _unit(logit: float) -> float:
    """Return a cross-encoder logit on the scale of the fused scores, 0 to 1."""
    return (min(max(logit, -_LOGIT_SPAN), _LOGIT_SPAN) + _LOGIT_SPAN) / (2 * _LOGIT_SPAN)


def passage_text(paper: Paper, passage: str) -> str:
    """Return what a cross-encoder reads for a passage: a sentence alone does not name its subject."""
    return f"{paper.title}. {passage}" if paper.title else passage


def checked_question(question: str, max_chars: int) -> str:
    """Return the question, cleaned.

    Raises:
        UsageError: it is blank or longer than `max_chars`.
    """
    cleaned = clean(question)
    if not cleaned:
        raise UsageError("the question is empty; ask something like: which papers improve DPO?")
    if len(cleaned) > max_chars:
        raise UsageError(
            f"the question has {len(cleaned):,} characters, at most {max_chars:,} are read; shorten it"
        )
    return cleaned


def _milliseconds(start: float, end: float) -> float:
    return round(1000 * (end - start), 2)
