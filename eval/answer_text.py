"""Scores an answer that comes as a text with [n] markers, against the texts it was given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from eval.claim_set import AnswerText
from eval.metrics.citations import CitedSentence, citation_scores
from eval.support import Support, VerbatimFirst
from rag.answering.citations import read_citations
from rag.answering.stream import SentenceStream
from rag.answering.support import SupportChecker
from rag.paper import Paper, new_paper

_REFUSAL = re.compile(
    r"\b(?:abstracts?|papers?|sources?|texts?|documents?|contexts?)\b[^.]{0,60}?"
    r"\b(?:do|does|did|can)(?: not|n't|not)\b[^.]{0,30}?"
    r"\b(?:cover|answer|contain|mention|say|address|state|discuss)"
    r"|\b(?:can(?:not|'t| not)|unable to) (?:be )?answer"
    r"|\bno (?:abstract|paper|source|text)s?\b[^.]{0,40}?\b(?:answer|cover|relevant)"
    r"|\bnot enough information\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AnswerTextScore:
    """What an answer's text is worth.

    `abstained` answers have no `score`; `right_abstention` says whether they were right to. Else
    `score` is the share of sentences that what they cite supports, and 0 for an empty answer.
    """

    abstained: bool
    right_abstention: bool | None
    score: float | None
    precision: float | None
    supports: tuple[Support, ...] = ()
    sentences: tuple[str, ...] = ()


def score_answer_text(row: AnswerText, check: SupportChecker) -> AnswerTextScore:
    """Return the scores of an answer's text."""
    if is_refusal(row.answer):
        return AnswerTextScore(True, not row.answerable, None, None)
    papers = [context_paper(text) for text in row.contexts]
    stream = SentenceStream()
    units = [*stream.feed(row.answer), *stream.finish()]
    cited = [c for unit in units if re.search(r"\w", (c := read_citations(unit, len(papers))).text)]
    judge = VerbatimFirst(check)

    def supported(text: str, numbers: Sequence[int]) -> Support:
        return judge.check(text, [papers[n] for n in numbers])

    scores = citation_scores(
        [CitedSentence(c.text, (*c.good, *c.bad)) for c in cited],
        len(papers),
        lambda text, numbers: supported(text, numbers).verdict == "supported",
    )
    supports = tuple(
        Support(0.0, "unsupported", (f"it cites a source that was not given: {c.bad}",))
        if c.bad
        else supported(c.text, [n - 1 for n in c.good])
        for c in cited
    )
    return AnswerTextScore(
        False, None, scores.recall, scores.precision, supports, tuple(c.text for c in cited)
    )


def is_refusal(answer: str) -> bool:
    """Whether a text says that the sources do not answer, and cites none."""
    return bool(_REFUSAL.search(answer)) and not re.search(r"\[\d", answer)


def context_paper(text: str) -> Paper:
    """Return a text as a paper, which is what the support check reads."""
    return new_paper(text if text.strip() else "(empty)")
