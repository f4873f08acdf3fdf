"""Quoted answers: verbatim sentences, grouped by paper. Grounded by construction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rag.answering.answer import Answer, Evidence, Sentence, Source
from rag.answering.citations import without_markers
from rag.answering.gate import asks_for_several
from rag.answering.named_in_question import is_named_in, papers_called
from rag.answering.sentence_choice import choose_sentences
from rag.models.reranker import OnnxCrossEncoder
from rag.retrieval.names import method_names
from rag.retrieval.results import Hit
from rag.retrieval.search import passage_text
from rag.sentences import Span, sentences
from rag.text import fold

# Sentences that are quoted: of the best paper, of it in a list or where a number is asked for, of
# papers that are compared, and of all others.
_MOST_OF_BEST = 4
_MOST_OF_FIRST = 3
_MOST_OF_COMPARED = 4
_MOST_OF_OTHERS = 1
# Papers that are quoted where neither a list nor a comparison is asked for.
_PAPERS = 3
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|large|big|often|long|fast|far|high|low|accurate\w*|expensive)\b|\bby what\b"
    r"|\b(?:what|which) (?:[\w-]+ ){0,3}?(?:share|percentage|fraction|proportion|rate|accuracy|score|number"
    r"|size"
    r"|speed-?up|factor|perplexity|amount|ratio|error|gain|reduction|bits|parameters)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:compar\w+|differ\w*|versus|vs|unlike|contrast|two papers|which one|the other|both)\b"
    r"|\bbetter than\b",
    re.IGNORECASE,
)


class QuotedAnswers:
    """Answers with sentences of each paper, in the order of the papers.

    The best paper has most room; papers that a question compares stand side by side, in the order
    in which it names them.
    """

    def __init__(self, reranker: Callable[[], OnnxCrossEncoder]) -> None:
        self._reranker = reranker

    def stream(self, question: str, hits: Sequence[Hit], searched: int) -> Iterator[Answer]:
        """Yield the answer as it grows, paper by paper; the last one is whole."""
        sources: list[Source] = []
        plan = _plan(question, hits)
        reason = _absent(question, hits)
        for n, (hit, most) in enumerate(plan, start=1):
            sources.append(Source(n, hit.paper, self._quotations(question, hit, most)))
            yield _answer(question, sources, searched, complete=n == len(plan), reason=reason)

    def _quotations(self, question: str, hit: Hit, most: int) -> tuple[Evidence, ...]:
        text = hit.paper.text
        spans = sentences(text)
        known = {(p.start, p.end): p.score for p in hit.passages}
        unread = [s for s in spans if s not in known]
        logits = self._reranker().score(question, [passage_text(hit.paper, _cut(text, s)) for s in unread])
        known.update(zip(unread, logits, strict=True))
        chosen = choose_sentences(text, spans, [known[s] for s in spans], most, question)
        return tuple(Evidence(_cut(text, s), s.start, s.end) for s in chosen)


def _cut(text: str, span: Span) -> str:
    return text[span.start : span.end]


def _plan(question: str, hits: Sequence[Hit]) -> list[tuple[Hit, int]]:
    """Return the papers to quote, in order, each with how many of its sentences."""
    called = papers_called(question, hits)
    names = [name for _, found in called for name in found]
    if len(called) > 1 and len(set(names)) > 1:
        # Each name of the question has a paper, the first that it calls.
        ordered = sorted(names, key=question.find)
        chosen = dict.fromkeys(next(i for i, (_, n) in enumerate(called) if name in n) for name in ordered)
        return [(called[i][0], _MOST_OF_COMPARED) for i in chosen]
    if asks_for_several(question):
        return [(hit, _MOST_OF_FIRST if n == 0 else _MOST_OF_OTHERS) for n, hit in enumerate(hits)]
    if _COMPARES.search(question) and not called:
        return [(hit, _MOST_OF_COMPARED) for hit in hits[:2]]
    best = _MOST_OF_FIRST if _ASKS_NUMBER.search(question) else _MOST_OF_BEST
    about = hits if _COMPARES.search(question) else _asked_about(hits, called)
    return [(hit, best if n == 0 else _MOST_OF_OTHERS) for n, hit in enumerate(about[:_PAPERS])]


def _asked_about(hits: Sequence[Hit], called: Sequence[tuple[Hit, list[str]]]) -> list[Hit]:
    """Return, where the question names papers, those and the ones that name them too; else all."""
    names = [name for hit, found in called if hit.named for name in found]
    return [
        hit
        for hit in hits
        if not names or any(is_named_in(name, f"{hit.paper.title} {hit.paper.text}") for name in names)
    ]


def _absent(question: str, hits: Sequence[Hit]) -> str:
    """Return what to say of a method that a comparison names and no paper found has."""
    texts = " ".join(fold(f"{hit.paper.title} {hit.paper.text}") for hit in hits)
    if not _COMPARES.search(question) or not papers_called(question, hits):
        return ""
    absent = [name for name in method_names(question) if fold(name) not in texts]
    return f"no paper found speaks of {' or '.join(absent)}" if absent else ""


def _answer(
    question: str, sources: Sequence[Source], searched: int, complete: bool, reason: str = ""
) -> Answer:
    return Answer(
        question=question,
        answer="\n\n".join(_paragraph(source) for source in sources),
        mode="quoted",
        sentences=tuple(
            Sentence(evidence.quote, (source.n,), support=1.0, verdict="supported")
            for source in sources
            for evidence in source.evidence
        ),
        sources=tuple(sources),
        searched=searched,
        complete=complete,
        reason=reason,
    )


def _paragraph(source: Source) -> str:
    """Return a source's part of the answer: its title, then each quotation with its marker."""
    kind = " (from a digest)" if source.paper.text_kind == "digest" else ""
    quotes = " ".join(f"“{without_markers(e.quote)}” [{source.n}]" for e in source.evidence)
    return f"{without_markers(source.paper.label)}{kind}: {quotes}"
