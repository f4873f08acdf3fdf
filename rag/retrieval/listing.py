"""All papers on a topic, as deep as the evidence goes, or all that meet conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rag.index.acronyms import expanded
from rag.index.paper_index import PaperIndex
from rag.index.snapshot import Snapshot
from rag.index.tokenizer import question_terms, terms
from rag.models.index_embedding import IndexEmbedding
from rag.retrieval.filters import Mask, PaperFilter
from rag.retrieval.fusion import Scores, best_rows
from rag.retrieval.held_terms import rows_holding
from rag.retrieval.passages import candidate_passages, term_weights
from rag.retrieval.results import Hit, SearchResult
from rag.retrieval.retriever import paper_scores
from rag.retrieval.rules.order import Order
from rag.retrieval.search import Searcher
from rag.retrieval.totals import Listing
from rag.retrieval.understanding import Understanding

# A logistic regression on 20 topics of ICML 2024 with all relevant papers judged: is a paper, of
# those near the topic, about it? In five-fold cross-validation the papers from _BORDERLINE on have
# a precision of .60 and a recall of .78, those from _CLEAR on .84 and .48. The cross-encoder's logit
# as a third feature changed neither (F1 .618 and .620), so that no pair is read for a list.
_INTERCEPT = -6.07
_LEXICAL = 6.46  # BM25 as a share of the best paper's
_DENSE = 3.19  # cosine: 1 for the best paper, 0 for the hundredth
_CLEAR, _BORDERLINE = 0.0, -1.5
_DENSE_DEPTH = 100
# Of an author's own few papers one is left out only if it is far from the topic. Chosen by reading the
# papers of 16 pairs of an author and a topic: those that fit lie above, most of the others below -5.
_BORDERLINE_OF_AUTHOR = -3.5
# Without a word of the topic a paper is on it only with this cosine.
_NEAR = 0.4
# A topic of so few words is a name: a paper that holds it is at least borderline.
_FEW_WORDS = 3
_ASIDE = re.compile(
    r"\b(?:(?:which|the|all|any|every|each|these)\s+)*(?:papers?|works?|articles?|publications?|studies|research)\b"
    r"(?:\s+(?:that|which|there|are|is|were|do|does|deal|deals|dealing|with|on|about|for|using|use|uses|study|discuss"
    r"|concern|concerning|in|of))*",
    re.IGNORECASE,
)
_SENTENCES = 2


class Lister:
    """Lists the papers of one index."""

    def __init__(self, index: PaperIndex, embedder: IndexEmbedding, searcher: Searcher) -> None:
        self._index = index
        self._embedder = embedder
        self._searcher = searcher

    def list(
        self, understood: Understanding, condition: PaperFilter, k: int | None, depth: int
    ) -> SearchResult:
        """Return all papers on the topic, the surer first; without a topic all that `condition` allows.

        Of these the first `k` are returned, but all are counted. Where the question says how many are
        wanted, so many come in the order of a search; where it wants them by year, all in that order.
        The cross-encoder reads the first `depth`, which does not change what is listed.
        """
        k = k or (None if understood.order else understood.most)
        snapshot = self._index.snapshot()
        mask = condition.mask(snapshot, self._index.paper)
        if not understood.topic:
            rows = np.flatnonzero(mask)
            rows = rows[np.argsort(_by_year(snapshot, understood.order)[rows], kind="stable")]
            hits = tuple(hit for row in rows[:k] if (hit := self._hit(snapshot, int(row))) is not None)
            return SearchResult(
                understood.question, hits, understood=understood, listing=Listing(len(rows), exact=True)
            )
        return self._on_topic(snapshot, understood, mask, condition, k, depth)

    def _on_topic(
        self,
        snapshot: Snapshot,
        understood: Understanding,
        mask: Mask,
        condition: PaperFilter,
        k: int | None,
        depth: int,
    ) -> SearchResult:
        topic = understood.topic
        lexical, dense, strength = self._strengths(topic, snapshot)
        held, entitled = self._held(topic, snapshot)
        clear = mask & ((strength >= _CLEAR) | entitled)
        lowest = _BORDERLINE_OF_AUTHOR if understood.of_author else _BORDERLINE
        listed = np.flatnonzero(mask & (clear | held | (strength >= lowest)))
        by_year = _by_year(snapshot, understood.order)
        order = listed[np.lexsort((listed, -strength[listed], by_year[listed], ~clear[listed]))].tolist()
        read = self._searcher.search(topic, max(depth, understood.most or 1), condition, depth)
        known = {hit.paper.paper_id: hit for hit in read.hits}
        if understood.most and not understood.order:
            found = [snapshot.paper_ids.index(paper_id) for paper_id in known]
            order = [*(row for row in found if row in order), *(row for row in order if row not in found)]
        weights = term_weights(topic, snapshot.lexical)
        hits = []
        for row in order[:k]:
            score = float(1 / (1 + np.exp(-strength[row])))
            hit = self._hit(snapshot, row, score, float(lexical[row]), float(dense[row]))
            if hit is not None:
                seen = known.get(hit.paper.paper_id)
                passages = seen.passages if seen else candidate_passages(weights, hit.paper.text, _SENTENCES)
                hits.append(
                    replace(
                        hit,
                        passages=tuple(passages),
                        relevance=seen.relevance if seen else None,
                        names=seen.names if seen else (),
                        matches=seen.matches if seen else (),
                        borderline=not clear[row],
                    )
                )
        listing = Listing(len(order), int(np.count_nonzero(~clear[order])))
        return SearchResult(understood.question, tuple(hits), read.timings_ms, understood, listing=listing)

    def fitting_first(self, topic: str, hits: Sequence[Hit]) -> tuple[Hit, ...]:
        """Return papers of an author, first those that may be on the topic; the others are borderline."""
        snapshot = self._index.snapshot()
        lexical, dense, strength = self._strengths(topic, snapshot)
        held, _ = self._held(topic, snapshot)
        fitting = held | ((strength >= _BORDERLINE_OF_AUTHOR) & ((lexical > 0) | (dense >= _NEAR)))
        marked = [
            replace(hit, borderline=not fitting[snapshot.paper_ids.index(hit.paper.paper_id)]) for hit in hits
        ]
        return tuple(sorted(marked, key=lambda hit: hit.borderline))

    def _strengths(self, topic: str, snapshot: Snapshot) -> tuple[Scores, Scores, Scores]:
        """Return for every paper its BM25 score, its cosine and the log-odds that it is on the topic."""
        lexical = snapshot.lexical.scores(topic)
        spelt_out = expanded(topic, snapshot.acronyms)
        vector = np.asarray(self._embedder.get_query_embedding(spelt_out), dtype=np.float32)
        dense = paper_scores(snapshot, vector)
        return lexical, dense, topic_strength(lexical, dense)

    def _held(self, topic: str, snapshot: Snapshot) -> tuple[Mask, Mask]:
        """Return the papers that hold a short topic, and of these the ones that do in the title."""
        held = np.zeros(len(snapshot.paper_ids), dtype=np.bool_)
        entitled = np.zeros_like(held)
        name = _ASIDE.sub(" ", topic).strip(" ?.!,;:")
        if not 0 < len(name.split()) <= _FEW_WORDS or not question_terms(name):
            return held, entitled
        rows = rows_holding(name, snapshot, self._index.paper)
        held[rows] = True
        wanted = set(terms(name))
        entitled[[row for row in rows if wanted <= set(terms(snapshot.facets.titles[row]))]] = True
        return held, entitled

    def _hit(
        self, snapshot: Snapshot, row: int, score: float = 1.0, lexical: float = 0.0, dense: float = 0.0
    ) -> Hit | None:
        paper = self._index.paper(snapshot.paper_ids[row])
        return None if paper is None else Hit(paper, score, lexical, dense)


def _by_year(snapshot: Snapshot, order: Order | None) -> npt.NDArray[np.int32]:
    """Return what papers are sorted by, so that they come in this order; those of no known year come last."""
    years = snapshot.facets.years
    if order is None:
        return np.zeros_like(years)
    return np.where(years == 0, np.iinfo(years.dtype).max, -years if order == "newest" else years)


def topic_strength(lexical: Scores, dense: Scores) -> npt.NDArray[np.float32]:
    """Return the log-odds that each paper is about a topic, from its BM25 scores and cosines.

    Both are compared with the best paper's, so that this says nothing about whether any paper is.
    """
    if not len(dense):
        return np.zeros(0, dtype=np.float32)
    best, edge = dense.max(), dense[best_rows(dense, _DENSE_DEPTH)[-1]]
    near = (dense - edge) / (best - edge) if best > edge else np.ones_like(dense)
    share = lexical / lexical.max() if lexical.max() > 0 else np.zeros_like(lexical)
    return (_INTERCEPT + _LEXICAL * share + _DENSE * near).astype(np.float32)
