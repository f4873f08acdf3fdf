"""The embedder, as a llama-index `BaseEmbedding`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import ConfigDict, PrivateAttr

from rag.errors import ServiceError, UsageError
from rag.models.index_embedding import Embedded, EmbeddingSpec, IndexEmbedding, unit_vector
from rag.models.onnx_file import (
    BGE_MODEL,
    MINILM_MODEL,
    UNCASED_TOKENIZER,
    OnnxEncoder,
    WordPieces,
    sha256_of,
)
from rag.models.token_states import NO_STATES, TOKEN_DIMENSION, token_states

_ENDPOINT = "openai:"


@dataclass(frozen=True, slots=True)
class EmbeddingOptions:
    """What embedders of others need: an endpoint and its key, or the arguments of a class."""

    base_url: str = ""
    api_key: str = field(default="", repr=False)
    arguments: Mapping[str, Any] = field(default_factory=dict)


class OnnxEmbedding(IndexEmbedding):
    """An embedder from an ONNX file. Its vectors have length 1.

    A text always gets the same vector, whatever else is embedded with it.
    """

    model_config = ConfigDict(protected_namespaces=(), arbitrary_types_allowed=True)

    _encoder: OnnxEncoder = PrivateAttr()
    _pieces: WordPieces = PrivateAttr()

    def __init__(self, spec: EmbeddingSpec, model: Path, tokenizer: Path, threads: int) -> None:
        super().__init__(model_name=spec.name, spec=spec, embed_batch_size=64)
        self._encoder = OnnxEncoder(model, threads)
        self._pieces = WordPieces(tokenizer)

    @classmethod
    def class_name(cls) -> str:
        """Return the name llama-index registers."""
        return "OnnxEmbedding"

    def count_tokens(self, text: str) -> int:
        """Return how many tokens `text` has for this model, without the two special ones."""
        return len(self._pieces.encode(text))

    def embed_passages(self, texts: Sequence[str]) -> list[Embedded]:
        """Return the vector and the token states of each text."""
        return self._encoder.side_by_side(lambda text: self._embed(self._passage_pieces(text)), texts)

    def embed_question(self, question: str) -> Embedded:
        """Return the vector and the token states of a question."""
        # Of a question that is too long the end is kept: that is where the question stands.
        prefix = self._pieces.encode(self.spec.query_prefix)
        room = self.spec.max_tokens - 2 - len(prefix)
        asked = self._pieces.encode(question)[-room:]
        embedded = self._embed(prefix + asked)
        if not self.spec.token_dimension:
            return embedded
        # Such an embedder has no prefix: each state is one of a token of the question.
        words = np.array(self._pieces.words(question)[-room:])[self._pieces.are_telling(asked)]
        return replace(embedded, words=tuple(words.tolist()))

    def _get_text_embedding(self, text: str) -> list[float]:
        return list(self._embed(self._passage_pieces(text)).vector)

    def _get_query_embedding(self, query: str) -> list[float]:
        return list(self.embed_question(query).vector)

    def _passage_pieces(self, text: str) -> list[int]:
        return self._pieces.encode(text)[: self.spec.max_tokens - 2]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    def telling_states(self, text: str) -> npt.NDArray[np.float32]:
        """Return the model's states [tokens, hidden size] of the words of `text` that say something."""
        pieces = self._passage_pieces(text)
        return self._telling(pieces, self._hidden(pieces))

    def _embed(self, pieces: list[int]) -> Embedded:
        hidden = self._hidden(pieces)
        pooled = hidden[0] if self.spec.pooling == "cls" else hidden.mean(axis=0)
        vector = unit_vector(pooled, self.spec.name)
        has_tokens = self.spec.token_dimension > 0
        tokens = token_states(self._telling(pieces, hidden)) if has_tokens else NO_STATES
        return Embedded(vector, tokens)

    def _hidden(self, pieces: list[int]) -> npt.NDArray[np.float32]:
        ids = [self._pieces.start, *pieces, self._pieces.end]
        return self._encoder.run(ids, [0] * len(ids))

    def _telling(self, pieces: list[int], hidden: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        # The first and the last state are those of the special tokens.
        states: npt.NDArray[np.float32] = hidden[1:-1][self._pieces.are_telling(pieces)]
        return states


MINILM = EmbeddingSpec("all-MiniLM-L6-v2-int8", MINILM_MODEL.sha256, 384, "mean", "", 256, TOKEN_DIMENSION)
BGE_SMALL = EmbeddingSpec(
    "bge-small-en-v1.5-int8",
    BGE_MODEL.sha256,
    384,
    "cls",
    "Represent this sentence for searching relevant passages: ",
    512,
)


def load_embedding(name: str, threads: int, options: EmbeddingOptions = EmbeddingOptions()) -> IndexEmbedding:
    """Load the embedder called `name`.

    That is minilm, bge-small, a folder with model.onnx and tokenizer.json, "openai:" and the name
    of a model at the endpoint of `options`, or a llama-index class as "package.module:Class". The
    default is minilm: mixed with BM25 it ranks at least as well as bge-small, costs half, and its
    file quantises weights only, so that it equals the full-precision model.

    Raises:
        UsageError: there is no such embedder.
        ServiceError: its files are missing or damaged, or its endpoint does not answer.
    """
    if name == "minilm":
        return OnnxEmbedding(MINILM, MINILM_MODEL.locate(), UNCASED_TOKENIZER.locate(), threads)
    if name == "bge-small":
        return OnnxEmbedding(BGE_SMALL, BGE_MODEL.locate(), UNCASED_TOKENIZER.locate(), threads)
    if ":" in name and not Path(name).exists():
        return _load_plugged(name, options)
    return _load_folder(Path(name), threads)


def _load_plugged(name: str, options: EmbeddingOptions) -> IndexEmbedding:
    # The openai package takes more than a second to import, and the default needs none of it.
    from rag.models.plugged_embedding import EndpointEmbedding, PluggedEmbedding, load_class

    if name.startswith(_ENDPOINT):
        model = name.removeprefix(_ENDPOINT)
        return PluggedEmbedding(name, name, EndpointEmbedding(model, options.base_url, options.api_key))
    identity = f"{name} {json.dumps(dict(options.arguments), sort_keys=True)}"
    return PluggedEmbedding(name, identity, load_class(name, options.arguments))


def _load_folder(folder: Path, threads: int) -> OnnxEmbedding:
    model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    if not (model.is_file() and tokenizer.is_file()):
        raise UsageError(
            f"no embedding model {str(folder)!r}:"
            " give minilm, bge-small, a folder with model.onnx and tokenizer.json, openai:MODEL,"
            " or a llama-index class as package.module:Class"
        )
    content = f"{sha256_of(model)}-{sha256_of(tokenizer)}"
    try:
        probe = OnnxEmbedding(
            EmbeddingSpec(folder.name, content, 0, "mean", "", 256), model, tokenizer, threads
        )
        dimension = len(probe.get_text_embedding("probe"))
        spec = EmbeddingSpec(folder.name, content, dimension, "mean", "", 256)
        return OnnxEmbedding(spec, model, tokenizer, threads)
    except Exception as error:
        note = " ".join(str(error).split())
        raise ServiceError(f"the embedding model in {folder} cannot be used: {note}") from error
