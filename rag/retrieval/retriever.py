"""Finds the papers for a question: BM25 and dense search fused, then late interaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from rag.index.acronyms import expanded
from rag.index.snapshot import Snapshot
from rag.index.tokenizer import question_terms, terms
from rag.models.index_embedding import IndexEmbedding
from rag.models.token_states import TokenStates, late_interaction
from rag.paper import Paper
from rag.retrieval.filters import Mask, PaperFilter
from rag.retrieval.fusion import Scores, best_rows, fuse, rescored
from rag.retrieval.names import method_names
from rag.retrieval.paper_by_name import named_rows
from rag.retrieval.results import WordMatch
from rag.retrieval.word_matches import UNKNOWN_NEARNESS, word_matches

# How many candidates of each side take part in the mix.
_FUSION_DEPTH = 100
# A name is rare if at most so many papers hold it, or this share of all.
_FEW_PAPERS = 3
_FEW_SHARE = 0.02


class _Scored(NamedTuple):
    """The scores of every paper row, and by row those of late interaction.

    `nearness` is by row how near the paper comes to each of `words`, where they were compared.
    """

    lexical: Scores
    dense: Scores
    late: dict[int, float]
    mixed: Scores
    words: Sequence[str]
    nearness: dict[int, list[float]]


class HybridRetriever(BaseRetriever):
    """Returns one node a paper, best first, with scores from 0 to 1.

    A node's id is the paper's id, its text the paper's text. Its metadata holds `title`, `lexical`
    (the BM25 score), `dense` (the cosine of the best chunk), `late` (late interaction, or None
    where the paper was not among the first or the index holds no states of tokens), `names` (the
    `rare_names` of the question that stand in it), `matches` (the `word_matches` of the question),
    `named_author`: whether the question names one of the authors in full, and `named`: whether it names
    the paper. Such papers come first, those by an author unless `authors_first` is false.
    """

    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        paper: Callable[[str], Paper | None],
        states: Callable[[Snapshot, Sequence[int]], list[TokenStates]],
        embedder: IndexEmbedding,
        dense_weight: float,
        late_weight: float,
        limit: int,
        allowed: PaperFilter,
        authors_first: bool = True,
    ) -> None:
        super().__init__()
        self._snapshot = snapshot
        self._paper = paper
        self._embedder = embedder
        self._states = states
        self._dense_weight = dense_weight
        self._late_weight = late_weight
        self._limit = limit
        self._allowed = allowed
        self._authors_first = authors_first

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        snapshot = self._snapshot()
        question = query_bundle.query_str
        allowed = self._allowed.mask(snapshot, self._paper)
        scored = self._scored(question, snapshot, allowed)
        unknown = [UNKNOWN_NEARNESS] * len(scored.words)
        named = _rows_of_authors(question, snapshot) if self._authors_first else frozenset()
        authored = frozenset(row for row in named if allowed[row])
        scores = _put_first(scored.mixed, authored) if authored else scored.mixed
        names = rare_names(question, snapshot)
        called = [row for row in named_rows(question, names, snapshot, self._paper) if allowed[row]]
        rows = [row for row in best_rows(scores, self._limit) if scores[row] > 0]
        # Papers that are named must be among those that are read.
        rows = list(dict.fromkeys([*called, *rows]))[: self._limit]
        # A paper that another process has just removed is None.
        found = [(row, self._paper(snapshot.paper_ids[row])) for row in rows]
        return [
            _node(
                paper,
                float(scores[row]),
                {
                    "lexical": float(scored.lexical[row]),
                    "dense": float(scored.dense[row]),
                    "late": scored.late.get(int(row)),
                    "named_author": int(row) in authored,
                    "named": int(row) in called,
                    "names": [name for name in names if name.casefold() in _words(paper)],
                    "matches": word_matches(
                        scored.words, scored.nearness.get(int(row), unknown), snapshot.lexical
                    ),
                },
            )
            for row, paper in found
            if paper is not None
        ]

    def _scored(self, question: str, snapshot: Snapshot, allowed: Mask) -> _Scored:
        lexical = snapshot.lexical.scores(question) * allowed
        # The embedder does not know what DPO stands for, but the library does.
        asked = self._embedder.embed_question(expanded(question, snapshot.acronyms))
        vector = np.asarray(asked.vector, dtype=np.float32)
        dense = np.where(allowed, paper_scores(snapshot, vector), np.float32(-1))
        mixed = fuse(lexical, dense, self._dense_weight, _FUSION_DEPTH)
        words = asked.words or question_terms(question)
        if not self._late_weight or not len(asked.tokens):
            return _Scored(lexical, dense, {}, mixed, words, {})
        first = [int(row) for row in best_rows(mixed, _FUSION_DEPTH) if mixed[row] > 0]
        nearest = late_interaction(asked.tokens, self._states(snapshot, first))
        compared = nearest.mean(axis=1)
        late = dict(zip(first, compared.tolist(), strict=True))
        mixed = rescored(mixed, first, compared, self._late_weight)
        nearness = dict(zip(first, nearest.tolist(), strict=True)) if asked.words else {}
        return _Scored(lexical, dense, late, mixed, words, nearness)


def paper_scores(snapshot: Snapshot, vector: Scores) -> Scores:
    """Return the cosine of each paper's best chunk with `vector`; without chunks it is -1."""
    scores = np.full(len(snapshot.paper_ids), -1, dtype=np.float32)
    if len(snapshot.chunk_paper):
        cosines = snapshot.vectors @ vector
        # The chunks of a paper stand together.
        first_chunks = np.flatnonzero(np.diff(snapshot.chunk_paper, prepend=-1))
        scores[snapshot.chunk_paper[first_chunks]] = np.maximum.reduceat(cosines, first_chunks)
    return scores


def rare_names(question: str, snapshot: Snapshot) -> list[str]:
    """Return the names of methods in the question that few papers hold: those tell papers apart."""
    most = max(_FEW_PAPERS, _FEW_SHARE * len(snapshot.paper_ids))
    held = {n: snapshot.lexical.papers_with(terms(n)[0]) for n in method_names(question) if terms(n)}
    return [name for name, papers in held.items() if 0 < papers <= most]


def _words(paper: Paper) -> str:
    return f"{paper.title} {paper.text}".casefold()


def _rows_of_authors(question: str, snapshot: Snapshot) -> frozenset[int]:
    authors = snapshot.facets.authors
    return authors.rows_of(name for mention in authors.mentions(question) for name in mention.names)


def _put_first(scores: Scores, rows: frozenset[int]) -> Scores:
    """Return the scores halved, with another half for `rows`."""
    result = scores / np.float32(2)
    result[sorted(rows)] += 0.5
    return result


def _node(
    paper: Paper, score: float, facts: dict[str, float | bool | list[str] | tuple[WordMatch, ...] | None]
) -> NodeWithScore:
    node = TextNode(id_=paper.paper_id, text=paper.text, metadata={"title": paper.title} | facts)
    node.excluded_embed_metadata_keys = list(facts)
    node.excluded_llm_metadata_keys = list(facts)
    return NodeWithScore(node=node, score=score)
