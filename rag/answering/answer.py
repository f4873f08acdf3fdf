"""What an answer is made of. Every maker of answers returns these."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from rag.paper import Paper
from rag.retrieval.results import NOTHING_UNDERSTOOD, paper_facts
from rag.retrieval.totals import Totals
from rag.retrieval.understanding import Understanding

Mode = Literal["quoted", "written"]
Verdict = Literal["supported", "partial", "unsupported"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quotation: exactly the stored text's `[start:end]`."""

    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """A paper the answer cites as [n]. `n` counts from 1 in the order of first use.

    In a list of papers on a topic, a `borderline` one may be about something else.
    """

    n: int
    paper: Paper
    evidence: tuple[Evidence, ...] = ()
    borderline: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of the answer contract."""
        return (
            {"n": self.n}
            | paper_facts(self.paper)
            | {"evidence": [asdict(e) for e in self.evidence], "borderline": self.borderline}
        )


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the answer, without markers, and the sources `n` it cites.

    `support` is the checked degree of support by the cited texts, 0 to 1. A sentence that is not
    supported is no part of the answer and cites nothing; it is there only where the settings want it
    shown struck through, with the `reason`.
    """

    text: str
    citations: tuple[int, ...]
    support: float
    verdict: Verdict
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of the answer contract; a reason is there only where one is given."""
        value = asdict(self) | {"citations": list(self.citations)}
        return value if self.reason else {k: v for k, v in value.items() if k != "reason"}


@dataclass(frozen=True, slots=True)
class Dropped:
    """A sentence that a language model wrote and the user does not get, and why."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, or while it is being made, the part that stands already (`complete` False).

    `answer` is plain text with [n] markers. When `abstained`, `answer` says so, `sources` is
    empty and `nearest` names the papers that came closest. `searched` is the number of papers
    in the index. `reason` says why it abstained, or what else the user must know. `asked` is the
    question as it was understood, where earlier questions were needed for that, and `understood`
    what it was taken to mean. `lead` is the first sentence of an answer that was computed, such as
    a count, and `totals` the numbers by year, author and so on that it gives. `usage` counts the tokens
    of a language model, `cost` is what they cost where the settings hold the prices.
    """

    question: str
    answer: str
    mode: Mode
    asked: str = ""
    abstained: bool = False
    reason: str = ""
    sentences: tuple[Sentence, ...] = ()
    sources: tuple[Source, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    nearest: tuple[Paper, ...] = ()
    searched: int = 0
    complete: bool = True
    timings_ms: dict[str, float] = field(default_factory=dict)
    usage: dict[str, int] = field(default_factory=dict)
    cost: float | None = None
    understood: Understanding = NOTHING_UNDERSTOOD
    lead: str = ""
    totals: Totals | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of the answer contract."""
        return {
            "question": self.question,
            "asked": self.asked or self.question,
            "understood": self.understood.to_dict(),
            "answer": self.answer,
            "abstained": self.abstained,
            "reason": self.reason,
            "mode": self.mode,
            "sentences": [s.to_dict() for s in self.sentences],
            "sources": [s.to_dict() for s in self.sources],
            "dropped": [asdict(d) for d in self.dropped],
            "nearest": [paper_facts(p) for p in self.nearest],
            "totals": None if self.totals is None else asdict(self.totals),
            "searched": self.searched,
            "complete": self.complete,
            "timings_ms": self.timings_ms,
            "usage": self.usage,
            "cost": self.cost,
        }
