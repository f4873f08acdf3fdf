"""What a reply has come to so far, and the answer that makes. No models here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.answering.answer import Answer, Dropped, Evidence, Sentence, Source, Verdict
from rag.answering.citations import renumbered, with_markers
from rag.retrieval.results import Hit


@dataclass(frozen=True, slots=True)
class Kept:
    """A sentence that is shown: with the places of its hits and their evidence, or with a reason against it.

    It is supported by its hits; without any, it is one to be struck through.
    """

    text: str
    hits: tuple[int, ...]
    support: float
    evidence: dict[int, Evidence]
    reason: str = ""


@dataclass(slots=True)
class Draft:
    """The sentences of a reply in order, and what else there is to tell.

    `last` is the sentence read last, if it is part of the answer. `unjudged` counts the sentences for
    which the judge had no clear verdict.
    """

    kept: list[Kept] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    refused: bool = False
    unjudged: int = 0
    last: Kept | None = None

    def follows_on(self, sentence: Kept) -> bool:
        """Whether the sentence read before `sentence` stands in the answer and tells of one of its papers."""
        return self.last is not None and not set(self.last.hits).isdisjoint(sentence.hits)

    @property
    def supported(self) -> list[Kept]:
        """The sentences that make the answer."""
        return [kept for kept in self.kept if kept.hits]

    @property
    def taken(self) -> int:
        """How many sentences were read."""
        return len(self.kept) + len(self.dropped)

    def forget(self) -> None:
        """Begin anew: all that was read was the model's thoughts."""
        self.kept.clear()
        self.dropped.clear()
        self.refused = False
        self.unjudged = 0
        self.last = None

    def all_dropped(self) -> tuple[Dropped, ...]:
        """Return what was dropped, and what would have been shown struck through."""
        struck = [Dropped(kept.text, kept.reason) for kept in self.kept if not kept.hits]
        return (*self.dropped, *struck)


def answer_of(draft: Draft, question: str, hits: Sequence[Hit], searched: int, *, complete: bool) -> Answer:
    """Return the written answer that `draft` makes: sources numbered by first use, one form of citations."""
    numbers = renumbered(kept.hits for kept in draft.supported)
    sentences = tuple(_sentence(kept, [numbers[i] for i in kept.hits]) for kept in draft.kept)
    sources = []
    for place, n in numbers.items():
        quotes = [kept.evidence[place] for kept in draft.supported if place in kept.evidence]
        sources.append(Source(n, hits[place].paper, tuple(dict.fromkeys(quotes))))
    return Answer(
        question=question,
        answer=" ".join(with_markers(s.text, s.citations) for s in sentences if s.citations),
        mode="written",
        sentences=sentences,
        sources=tuple(sources),
        dropped=tuple(draft.dropped),
        searched=searched,
        complete=complete,
    )


def _sentence(kept: Kept, numbers: Sequence[int]) -> Sentence:
    verdict: Verdict = "supported" if numbers else "unsupported"
    return Sentence(kept.text, tuple(sorted(numbers)), kept.support, verdict, kept.reason)
