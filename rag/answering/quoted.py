"""Quoted answers: verbatim sentences, grouped by paper. Grounded by construction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rag.answering.answer import Answer, Evidence, Sentence, Source
from rag.answering.citations import without_markers
from rag.answering.sentence_choice import choose_sentences
from rag.models.reranker import OnnxCrossEncoder
from rag.retrieval.results import Hit
from rag.retrieval.search import passage_text
from rag.sentences import Span, sentences

# Sentences that are quoted of the best paper, and of each other.
_MOST_OF_BEST = 3
_MOST_OF_OTHERS = 2


class QuotedAnswers:
    """Answers with one or two sentences of each paper, in the order of the papers."""

    def __init__(self, reranker: Callable[[], OnnxCrossEncoder]) -> None:
        self._reranker = reranker

    def stream(self, question: str, hits: Sequence[Hit], searched: int) -> Iterator[Answer]:
        """Yield the answer as it grows, paper by paper; the last one is whole."""
        sources: list[Source] = []
        for n, hit in enumerate(hits, start=1):
            most = _MOST_OF_BEST if n == 1 else _MOST_OF_OTHERS
            sources.append(Source(n, hit.paper, self._quotations(question, hit, most)))
            yield _answer(question, sources, searched, complete=n == len(hits))

    def _quotations(self, question: str, hit: Hit, most: int) -> tuple[Evidence, ...]:
        text = hit.paper.text
        spans = sentences(text)
        known = {(p.start, p.end): p.score for p in hit.passages}
        unread = [s for s in spans if s not in known]
        logits = self._reranker().score(question, [passage_text(hit.paper, _cut(text, s)) for s in unread])
        known.update(zip(unread, logits, strict=True))
        chosen = choose_sentences(text, spans, [known[s] for s in spans], most)
        return tuple(Evidence(_cut(text, s), s.start, s.end) for s in chosen)


def _cut(text: str, span: Span) -> str:
    return text[span.start : span.end]


def _answer(question: str, sources: Sequence[Source], searched: int, complete: bool) -> Answer:
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
    )


def _paragraph(source: Source) -> str:
    """Return a source's part of the answer: its title, then each quotation with its marker."""
    kind = " (from a digest)" if source.paper.text_kind == "digest" else ""
    quotes = " ".join(f"“{without_markers(e.quote)}” [{source.n}]" for e in source.evidence)
    return f"{without_markers(source.paper.label)}{kind}: {quotes}"
