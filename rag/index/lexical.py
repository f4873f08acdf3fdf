"""The BM25 index over title, abstract, authors and keywords."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import bm25s
import numpy as np
import numpy.typing as npt

from rag.index.tokenizer import question_terms, terms
from rag.paper import Paper

# k1 and b of BM25 (Robertson and Zaragoza 2009), in Lucene's form; measured on ICML 2024
# questions, as is counting the title twice.
_K1 = 1.2
_B = 0.4
_TITLE_WEIGHT = 2


class LexicalIndex:
    """BM25 scores of papers. Rows stand in the order in which the papers were given."""

    def __init__(self, bm25: bm25s.BM25 | None, size: int) -> None:
        self._bm25 = bm25
        self._size = size

    @classmethod
    def build(cls, papers: Iterable[Paper]) -> LexicalIndex:
        """Index `papers`."""
        documents = [paper_terms(paper) for paper in papers]
        if not any(documents):
            # bm25s cannot index an empty vocabulary.
            return cls(None, len(documents))
        bm25 = bm25s.BM25(method="lucene", k1=_K1, b=_B)
        bm25.index(documents, show_progress=False)
        return cls(bm25, len(documents))

    def scores(self, question: str) -> npt.NDArray[np.float32]:
        """Return the score of every row; 0 means that no term of the question occurs in it."""
        known = (
            [] if self._bm25 is None else [t for t in question_terms(question) if t in self._bm25.vocab_dict]
        )
        if self._bm25 is None or not known:
            return np.zeros(self._size, dtype=np.float32)
        return np.asarray(self._bm25.get_scores(known), dtype=np.float32)

    def papers_with(self, term: str) -> int:
        """Return how many rows hold a term, which must be one of `terms`."""
        if self._bm25 is None or term not in self._bm25.vocab_dict:
            return 0
        term_id = self._bm25.vocab_dict[term]
        first, last = self._bm25.scores["indptr"][term_id : term_id + 2]
        return int(last - first)

    def rarity(self, term: str) -> float:
        """Return the inverse document frequency of a term, in Lucene's form; always above 0."""
        holding = self.papers_with(term)
        return math.log1p((self._size - holding + 0.5) / (holding + 0.5))

    def rows_with(self, wanted: Sequence[str]) -> npt.NDArray[np.intp]:
        """Return the rows that hold all of `wanted`, which must be of `terms`, ascending."""
        rows = np.arange(self._size)
        for term in wanted:
            if self._bm25 is None or term not in self._bm25.vocab_dict:
                return np.zeros(0, dtype=np.intp)
            term_id = self._bm25.vocab_dict[term]
            first, last = self._bm25.scores["indptr"][term_id : term_id + 2]
            rows = np.intersect1d(rows, self._bm25.scores["indices"][first:last])
        return rows

    def save(self, folder: Path) -> None:
        """Write the index into a new folder."""
        folder.mkdir()
        if self._bm25 is not None:
            self._bm25.save(str(folder), show_progress=False)

    @classmethod
    def load(cls, folder: Path, size: int) -> LexicalIndex:
        """Read what `save` wrote for `size` rows."""
        if not any(folder.iterdir()):
            return cls(None, size)
        return cls(bm25s.BM25.load(str(folder)), size)


def paper_terms(paper: Paper) -> list[str]:
    """Return the terms under which a paper is found."""
    names = ", ".join((*paper.authors, *paper.keywords))
    return [*terms(paper.title) * _TITLE_WEIGHT, *terms(paper.text), *terms(names)]
