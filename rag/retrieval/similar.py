"""The papers nearest to a paper or a text, and the sentences in which they are alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rag.index.paper_index import PaperIndex
from rag.models.index_embedding import IndexEmbedding
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

    def __init__(self, index: PaperIndex, embedder: IndexEmbedding, dense_weight: float) -> None:
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
        vectors = own_chunks or list(self._vectors([f"{title}. {text}" if title else text]))
        near = np.stack([paper_scores(snapshot, vector) for vector in vectors]).mean(axis=0, dtype=np.float32)
        dense = np.where(allowed, near, np.float32(-1))
        scores = fuse(lexical, dense, self._dense_weight, _FUSION_DEPTH)
        own_sentences = [text[start:end] for start, end in sentences(text)]
        own = self._vectors(own_sentences)
        hits = []
        for row in best_rows(scores, k):
            paper = self._index.paper(snapshot.paper_ids[row]) if scores[row] > 0 else None
            if paper is not None:
                pairs = self._pairs(own_sentences, own, paper)
                passages = tuple(pair.sentence for pair in pairs)
                found = Hit(
                    paper, float(scores[row]), float(lexical[row]), float(dense[row]), passages, pairs=pairs
                )
                hits.append(found)
        return SearchResult(understood.question, tuple(hits), understood=understood, subject=subject)

    def _pairs(self, own: list[str], vectors: Scores, paper: Paper) -> tuple[SentencePair, ...]:
        """Return the pairs of sentences that are most alike, no sentence twice, best first."""
        spans = sentences(paper.text)
        theirs = [paper.text[span.start : span.end] for span in spans]
        cosines = vectors @ self._vectors(theirs).T
        pairs: list[SentencePair] = []
        # Ties go by the place in both texts.
        for place in np.argsort(-cosines, axis=None, kind="stable"):
            i, j = divmod(int(place), len(theirs))
            if cosines[i, j] < _LEAST_COSINE or len(pairs) == _PAIRS:
                break
            used = any(pair.like == own[i] or pair.sentence.start == spans[j].start for pair in pairs)
            if not used:
                score = round(float(cosines[i, j]), 4)
                sentence = Passage(theirs[j], spans[j].start, spans[j].end, score)
                pairs.append(SentencePair(sentence, own[i], score))
        return tuple(pairs)

    def _vectors(self, texts: Sequence[str]) -> Scores:
        """Return the vectors [texts, dimension]."""
        embedded = self._embedder.embed_passages(texts)
        return np.array([one.vector for one in embedded], dtype=np.float32).reshape(
            len(texts), self._embedder.spec.dimension
        )
