"""The papers nearest to a paper or a text, and the sentences in which they are alike."""

from __future__ import annotations

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.index.paper_index import PaperIndex
from rag.paper import Paper
from rag.retrieval.filters import PaperFilter
from rag.retrieval.fusion import Scores, best_rows, fuse
from rag.retrieval.results import Hit, Passage, SearchResult, SentencePair
from rag.retrieval.retriever import paper_scores
from rag.retrieval.understanding import Understanding
from rag.sentences import sentences
from rag.text import clean, fingerprint

_FUSION_DEPTH = 100
_PAIRS = 2
_LEAST_COSINE = 0.35


class SimilarPapers:
    """Finds papers like another in one index."""

    def __init__(self, index: PaperIndex, embedder: BaseEmbedding, dense_weight: float) -> None:
        self._index = index
        self._embedder = embedder
        self._dense_weight = dense_weight

    def to_paper(
        self, subject: Paper, understood: Understanding, k: int, condition: PaperFilter
    ) -> SearchResult:
        """Return the `k` papers nearest to one of the library, without itself."""
        return self._nearest(subject.title, subject.text, subject, understood, k, condition)

    def to_text(self, text: str, understood: Understanding, k: int, condition: PaperFilter) -> SearchResult:
        """Return the `k` papers nearest to a text; a paper whose abstract it is, is left out and named."""
        text = clean(text)
        stored = self._index.records.by_fingerprint(fingerprint(text))
        return self._nearest("", text, stored.paper if stored else None, understood, k, condition)

    def _nearest(
        self,
        title: str,
        text: str,
        subject: Paper | None,
        understood: Understanding,
        k: int,
        condition: PaperFilter,
    ) -> SearchResult:
        snapshot = self._index.snapshot()
        allowed = condition.mask(snapshot, self._index.paper)
        own_chunks: list[Scores] = []
        if subject is not None and subject.paper_id in snapshot.paper_ids:
            row = snapshot.paper_ids.index(subject.paper_id)
            allowed[row] = False
            own_chunks = [snapshot.vectors[chunk] for chunk in snapshot.chunks_of(row)]
        lexical = snapshot.lexical.scores(f"{title} {text}") * allowed
        vectors = own_chunks or [self._vector(f"{title}. {text}" if title else text)]
        near = np.stack([paper_scores(snapshot, vector) for vector in vectors]).mean(axis=0, dtype=np.float32)
        dense = np.where(allowed, near, np.float32(-1))
        scores = fuse(lexical, dense, self._dense_weight, _FUSION_DEPTH)
        own = [(text[start:end], self._vector(text[start:end])) for start, end in sentences(text)]
        hits = []
        for row in best_rows(scores, k):
            paper = self._index.paper(snapshot.paper_ids[row]) if scores[row] > 0 else None
            if paper is not None:
                pairs = self._pairs(own, paper)
                passages = tuple(pair.sentence for pair in pairs)
                found = Hit(
                    paper, float(scores[row]), float(lexical[row]), float(dense[row]), passages, pairs=pairs
                )
                hits.append(found)
        return SearchResult(understood.question, tuple(hits), understood=understood, subject=subject)

    def _pairs(self, own: list[tuple[str, Scores]], paper: Paper) -> tuple[SentencePair, ...]:
        """Return the pairs of sentences that are most alike, no sentence twice, best first."""
        theirs = [(span, self._vector(paper.text[span.start : span.end])) for span in sentences(paper.text)]
        graded = sorted(
            (
                (-float(vector @ other), i, j)
                for i, (_, vector) in enumerate(own)
                for j, (_, other) in enumerate(theirs)
            )
        )
        pairs: list[SentencePair] = []
        used: set[tuple[str, int]] = set()
        for negative, i, j in graded:
            if -negative < _LEAST_COSINE or len(pairs) == _PAIRS:
                break
            if ("own", i) not in used and ("their", j) not in used:
                used |= {("own", i), ("their", j)}
                span, score = theirs[j][0], round(-negative, 4)
                sentence = Passage(paper.text[span.start : span.end], span.start, span.end, score)
                pairs.append(SentencePair(sentence, own[i][0], score))
        return tuple(pairs)

    def _vector(self, text: str) -> Scores:
        return np.asarray(self._embedder.get_text_embedding(text), dtype=np.float32)
