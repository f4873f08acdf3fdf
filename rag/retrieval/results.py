"""What a search returns."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from rag.paper import Paper
from rag.retrieval.totals import Listing, Totals
from rag.retrieval.understanding import Understanding, as_written

NOTHING_UNDERSTOOD = as_written("")


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a paper's text: exactly `paper.text[start:end]`.

    `score` is the raw logit of the cross-encoder for the question, or, where it did not run, the
    share of the question's terms that the passage holds.
    """

    text: str
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class SentencePair:
    """A sentence of a paper and the sentence of another text that says something like it.

    `score` is the cosine of the two.
    """

    sentence: Passage
    like: str
    score: float


@dataclass(frozen=True, slots=True)
class WordMatch:
    """A word of the question, how rare it is in the library, and how near the paper comes to it.

    `rarity` is its inverse document frequency. `nearness` is the best cosine of the word in its context
    with a word of the paper, -1 to 1.
    """

    word: str
    rarity: float
    nearness: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A paper that was found. `score` is the fused score of both retrievers, 0 to 1.

    `lexical` is its BM25 score, `dense` the cosine of its best chunk with the question, `late`
    the mean over the question's words of the best cosine with a word of it (None beyond the first
    hundred), and `relevance` the highest raw logit the cross-encoder gave to a passage of it, or
    None where it did not run. `named_author` is whether the question names an author of it in full,
    `named` whether it names the paper by a method or the start of its title, and `names` are the
    names of methods in the question that it holds and few other papers do. `matches` are the words of
    the question that say something, in order. In a list of all papers on a topic, `borderline` are
    those that may be about something else. `pairs` are the sentences in which it is like the paper or
    text that similar ones were asked for.
    """

    paper: Paper
    score: float
    lexical: float
    dense: float
    passages: tuple[Passage, ...] = ()
    late: float | None = None
    relevance: float | None = None
    named_author: bool = False
    named: bool = False
    names: tuple[str, ...] = ()
    matches: tuple[WordMatch, ...] = ()
    borderline: bool = False
    pairs: tuple[SentencePair, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of the search contract."""
        return paper_facts(self.paper) | {
            "score": round(self.score, 6),
            "lexical": round(self.lexical, 4),
            "dense": round(self.dense, 4),
            "late": None if self.late is None else round(self.late, 4),
            "relevance": self.relevance,
            "passages": [asdict(p) for p in self.passages],
            "borderline": self.borderline,
            "pairs": [asdict(pair) for pair in self.pairs],
        }


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The hits of a question, best first.

    `understood` is what the question was taken to mean, `reason` why there are no hits, where it is
    a condition that leaves none. `listing` is how many papers there are, where all were asked for,
    and `totals` are the numbers of them by year, author and so on, where these were.
    `subject` is the paper of the library that the question is about, where it asks for similar ones
    or for facts of one.
    """

    question: str
    hits: tuple[Hit, ...]
    timings_ms: dict[str, float] = field(default_factory=dict)
    understood: Understanding = NOTHING_UNDERSTOOD
    reason: str = ""
    listing: Listing | None = None
    totals: Totals | None = None
    subject: Paper | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of the search contract."""
        return {
            "question": self.question,
            "understood": self.understood.to_dict(),
            "reason": self.reason,
            "listing": None if self.listing is None else asdict(self.listing),
            "totals": None if self.totals is None else asdict(self.totals),
            "subject": None if self.subject is None else paper_facts(self.subject),
            "hits": [hit.to_dict() for hit in self.hits],
            "timings_ms": self.timings_ms,
        }


def paper_facts(paper: Paper) -> dict[str, Any]:
    """Return the facts by which a paper is shown; `title` is never empty."""
    return {
        "paper_id": paper.paper_id,
        "title": paper.label,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "url": paper.url,
        "text_kind": paper.text_kind,
    }
