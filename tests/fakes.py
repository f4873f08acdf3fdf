"""Stand-ins that a test can script."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from rag.answering.answer import Answer, Evidence, Sentence, Source
from rag.models.index_embedding import IndexEmbedding
from rag.models.language_model import Message, Reply, SchemaRefusedError
from rag.models.loading import Models
from rag.models.reranker import OnnxCrossEncoder
from rag.paper import Paper
from rag.retrieval.results import Hit, Passage
from rag.settings import Settings


class ScriptedModel:
    """A language model that replies what it was told to, in pieces of `size` characters.

    `messages`, `max_tokens`, `schema` and `timeout` are those of the last call; `closed` says that it
    was ended early.
    """

    def __init__(
        self,
        reply: str | Sequence[str],
        *,
        size: int = 7,
        cut: str = "",
        usage: dict[str, int] | None = None,
        error: Exception | None = None,
        takes_schema: bool = True,
    ) -> None:
        self.model = "scripted"
        self.messages: list[Message] = []
        self.max_tokens = 0
        self.schema: Mapping[str, Any] | None = None
        self.timeout: float | None = None
        self.calls = 0
        self.pieces_taken = 0
        self.closed = False
        self._reply = reply
        self._size = size
        self._cut = cut
        self._usage = usage or {}
        self._error = error
        self._takes_schema = takes_schema

    def stream(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        *,
        schema: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> Reply:
        self.messages = list(messages)
        self.max_tokens = max_tokens
        self.schema = schema
        self.timeout = timeout
        self.calls += 1
        return Reply(self._pieces)

    def _pieces(self, reply: Reply) -> Generator[str, None, None]:
        try:
            if self._error is not None:
                raise self._error
            if self.schema is not None and not self._takes_schema:
                raise SchemaRefusedError("no schema here")
            for piece in self._cut_up():
                self.pieces_taken += 1
                yield piece
        except GeneratorExit:
            self.closed = True
            raise
        reply.cut = self._cut
        reply.usage.update(self._usage)

    def _cut_up(self) -> Iterator[str]:
        if not isinstance(self._reply, str):
            yield from self._reply
            return
        for at in range(0, len(self._reply), self._size):
            yield self._reply[at : at + self._size]


def hit_of(paper: Paper, *passages: Passage) -> Hit:
    """A hit on `paper`, as the search returns it."""
    return Hit(paper, score=0.9, lexical=9.0, dense=0.5, passages=passages, relevance=5.0)


class QuoteFirst:
    """An answer maker that quotes the first words of the first hit."""

    def stream(self, question: str, hits: Sequence[Hit], searched: int) -> Iterator[Answer]:
        paper = hits[0].paper
        quote = paper.text[:20]
        yield Answer(
            question=question,
            answer=f"“{quote}” [1]",
            mode="quoted",
            sentences=(Sentence(quote, (1,), 1.0, "supported"),),
            sources=(Source(1, paper, (Evidence(quote, 0, 20),)),),
            searched=searched,
        )


def loaded_models(settings: Settings, embedder: IndexEmbedding, reranker: OnnxCrossEncoder) -> Models:
    """Return models of which these two are loaded already."""
    models = Models(settings)
    models.__dict__.update(_embedder=embedder, _reranker=reranker)
    return models
