"""llama-index's CitationQueryEngine over Chroma, with the project's embedder and language model."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

from llama_index.core.base.llms.types import CompletionResponse, CompletionResponseGen, LLMMetadata
from llama_index.core.llms import CustomLLM
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.query_engine import CitationQueryEngine
from llama_index.core.schema import NodeWithScore, QueryBundle
from pydantic import ConfigDict, PrivateAttr

from eval.answer_systems import PAPERS, AnswerSystem
from eval.answer_text import is_refusal
from eval.stock_index import stock_index
from eval.systems import STOCK
from eval.target import Target
from rag.answering.citations import read_citations
from rag.answering.stream import SentenceStream
from rag.models.language_model import LanguageModel, Message

_EMPTY = "Empty Response"


class EndpointLLM(CustomLLM):
    """The project's language model as llama-index calls one."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    context_window: int
    max_tokens: int
    _model: LanguageModel = PrivateAttr()

    def __init__(self, model: LanguageModel, context_window: int, max_tokens: int) -> None:
        super().__init__(context_window=context_window, max_tokens=max_tokens)  # type: ignore[call-arg,unused-ignore]
        self._model = model

    @property
    def metadata(self) -> LLMMetadata:
        """Its limits."""
        return LLMMetadata(
            context_window=self.context_window, num_output=self.max_tokens, model_name=self._model.model
        )

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:  # noqa: ARG002
        """Return the reply to a prompt."""
        messages: list[Message] = [{"role": "user", "content": prompt}]
        return CompletionResponse(text="".join(self._model.stream(messages, self.max_tokens)))

    def stream_complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponseGen:
        """Yield the reply, in one piece."""
        yield self.complete(prompt, formatted)


class TitleAlone(BaseNodePostprocessor):
    """Shows the language model a paper's title beside its text, and not what only we need.

    Chroma returns metadata in any order, so that with more of it no prompt would be like another.
    """

    @classmethod
    def class_name(cls) -> str:
        """Return the name llama-index registers."""
        return "TitleAlone"

    def _postprocess_nodes(
        self,
        nodes: list[NodeWithScore],
        query_bundle: QueryBundle | None = None,  # noqa: ARG002
    ) -> list[NodeWithScore]:
        for node in nodes:
            node.node.excluded_llm_metadata_keys = ["paper_id"]
        return nodes


def citation_engine(target: Target) -> AnswerSystem:
    """Return the engine as its documentation sets it up, with the language model of the settings.

    Raises:
        UsageError: llama-index's integration of Chroma is not installed.
    """
    settings = target.library.settings
    llm = EndpointLLM(
        target.library.models.language_model, settings.llm_context_window, settings.llm_max_tokens
    )
    engine = CitationQueryEngine.from_args(
        stock_index(target.library), llm=llm, similarity_top_k=PAPERS, node_postprocessors=[TitleAlone()]
    )

    def ask(question: str, earlier: Sequence[str]) -> dict[str, Any]:
        started, saved = time.perf_counter(), target.saved_ms
        response = engine.query(" ".join([*earlier, question]))
        ms = 1000 * (time.perf_counter() - started) + target.saved_ms - saved
        paper_ids = [str(node.node.metadata["paper_id"]) for node in response.source_nodes]
        answer = cited_answer(question, str(response), paper_ids, target)
        return answer | {"timings_ms": {"total": round(ms, 2)}}

    return AnswerSystem(STOCK, ask)


def cited_answer(question: str, text: str, paper_ids: Sequence[str], target: Target) -> dict[str, Any]:
    """Return the JSON of an answer whose [n] name the papers of `paper_ids`, from 1."""
    abstained = text.strip() in ("", _EMPTY) or is_refusal(text)
    stream = SentenceStream()
    units = [] if abstained else [*stream.feed(text), *stream.finish()]
    cited = [c for unit in units if re.search(r"\w", (c := read_citations(unit, len(paper_ids))).text)]
    used = sorted({n for c in cited for n in c.good})
    papers = {n: target.papers[paper_ids[n - 1]] for n in used}
    return {
        "question": question,
        "answer": text,
        "abstained": abstained,
        "reason": "it says that the sources do not answer" if abstained else "",
        "mode": "written",
        "sentences": [
            # What it supports is for the evals to find out; the engine does not check.
            {"text": c.text, "citations": [*c.good, *c.bad], "support": 0.0, "verdict": "unsupported"}
            for c in cited
        ],
        "sources": [
            {"n": n, "paper_id": p.paper_id, "title": p.label, "url": p.url} for n, p in papers.items()
        ],
    }
