"""Embedders of others: a llama-index class named in the settings, or an OpenAI-compatible endpoint."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import openai
from llama_index.core.base.embeddings.base import BaseEmbedding
from pydantic import ConfigDict, PrivateAttr

from rag.errors import RagError, ServiceError, UsageError
from rag.models.index_embedding import EmbeddingSpec, IndexEmbedding, unit_vector
from rag.models.llm_url import endpoint_of
from rag.models.onnx_file import UNCASED_TOKENIZER, WordPieces

# Chunks of this length fit every embedder that is in use; counted in pieces of BERT's vocabulary.
_MAX_TOKENS = 256
_BATCH = 64
_TIMEOUT = 60.0
_ADVICE = {
    401: "set RAG_EMBEDDING_API_KEY",
    403: "set RAG_EMBEDDING_API_KEY",
    404: "check RAG_EMBEDDING_BASE_URL and the name of the model",
    429: "wait, or check your account",
}

T = TypeVar("T")


class PluggedEmbedding(IndexEmbedding):
    """Any llama-index embedder, with what an index needs beside it.

    Args:
        name: what it is called in the settings; a part of what the index remembers.
        identity: what else decides the vectors, as the arguments it was made with.
        model: the embedder.

    Raises:
        ServiceError: it gives no vector for a first text.
    """

    model_config = ConfigDict(protected_namespaces=(), arbitrary_types_allowed=True)

    _model: BaseEmbedding = PrivateAttr()
    _pieces: WordPieces = PrivateAttr()

    def __init__(self, name: str, identity: str, model: BaseEmbedding) -> None:
        dimension = len(_or_told(name, lambda: model.get_text_embedding("probe")))
        spec = EmbeddingSpec(name, identity, dimension, "own", "", _MAX_TOKENS)
        super().__init__(model_name=name, spec=spec, embed_batch_size=_BATCH)
        self._model = model
        self._pieces = WordPieces(UNCASED_TOKENIZER.locate())

    @classmethod
    def class_name(cls) -> str:
        """Return the name llama-index registers."""
        return "PluggedEmbedding"

    def count_tokens(self, text: str) -> int:
        """Return how many pieces of BERT's vocabulary `text` has."""
        return len(self._pieces.encode(text))

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        vectors = _or_told(self.spec.name, lambda: self._model.get_text_embedding_batch(texts))
        return [self._checked(vector) for vector in vectors]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._checked(_or_told(self.spec.name, lambda: self._model.get_query_embedding(query)))

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    def _checked(self, vector: list[float]) -> list[float]:
        if len(vector) != self.spec.dimension:
            raise ServiceError(
                f"the embedding model {self.spec.name} gave a vector of {len(vector)} numbers,"
                f" and before one of {self.spec.dimension}; is another model behind the same name?"
            )
        return unit_vector(vector, self.spec.name)


class EndpointEmbedding(BaseEmbedding):
    """The embeddings of an OpenAI-compatible endpoint."""

    model_config = ConfigDict(protected_namespaces=(), arbitrary_types_allowed=True)

    _client: openai.OpenAI = PrivateAttr()
    _shown: str = PrivateAttr()

    def __init__(self, model: str, base_url: str, api_key: str) -> None:
        super().__init__(model_name=model, embed_batch_size=_BATCH)
        endpoint = endpoint_of(base_url, "RAG_EMBEDDING_BASE_URL")
        self._shown = endpoint.shown
        self._client = openai.OpenAI(
            base_url=endpoint.url,
            # Local servers want none, but the client refuses to start without one.
            api_key=api_key or "no-key-needed",
            default_query=endpoint.query,
            timeout=_TIMEOUT,
            http_client=openai.DefaultHttpxClient(trust_env=not endpoint.is_local),
        )

    @classmethod
    def class_name(cls) -> str:
        """Return the name llama-index registers."""
        return "EndpointEmbedding"

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        try:
            reply = self._client.embeddings.create(
                model=self.model_name, input=texts, encoding_format="float"
            )
            rows = {row.index: row.embedding for row in reply.data}
            return [rows[position] for position in range(len(texts))]
        except openai.APIStatusError as error:
            # The server's own words may repeat the key.
            advice = _ADVICE.get(error.status_code, "see its log")
            raise self._failure(f"refused (HTTP {error.status_code}); {advice}") from error
        except openai.APIConnectionError as error:
            raise self._failure("cannot be reached; start it, or correct RAG_EMBEDDING_BASE_URL") from error
        except (openai.OpenAIError, AttributeError, KeyError, TypeError) as error:
            raise self._failure("did not answer in the OpenAI form; check RAG_EMBEDDING_BASE_URL") from error

    def _failure(self, what: str) -> ServiceError:
        return ServiceError(f"the embedding model {self.model_name} at {self._shown} {what}")

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)


def load_class(path: str, arguments: Mapping[str, Any]) -> BaseEmbedding:
    """Return an instance of the llama-index embedding class at `path`, as "package.module:Class".

    Raises:
        UsageError: there is no such class, or it does not take the arguments.
    """
    module_name, _, class_name = path.partition(":")
    try:
        found = getattr(importlib.import_module(module_name), class_name, None)
    except ImportError as error:
        raise UsageError(f"RAG_EMBEDDING names {path}, which cannot be imported: {error}") from error
    if not (isinstance(found, type) and issubclass(found, BaseEmbedding)):
        raise UsageError(f"RAG_EMBEDDING names {path}, which is no llama-index embedding class")
    try:
        return found(**arguments)
    except (TypeError, ValueError) as error:
        note = " ".join(str(error).split())
        raise UsageError(f"RAG_EMBEDDING_ARGUMENTS do not fit {path}: {note}") from error


def _or_told(name: str, call: Callable[[], T]) -> T:
    try:
        return call()
    except RagError:
        raise
    except Exception as error:
        # It is code of others, and may fail in any way.
        note = " ".join(str(error).split())[:200]
        raise ServiceError(
            f"the embedding model {name} failed: {type(error).__name__}: {note}; check RAG_EMBEDDING"
        ) from error
