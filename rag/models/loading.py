"""The models that the settings name, each loaded when it is first needed."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING

from rag.models.embedding import EmbeddingOptions, load_embedding
from rag.models.index_embedding import IndexEmbedding
from rag.models.onnx_file import default_threads
from rag.models.reranker import OnnxCrossEncoder
from rag.settings import Settings

if TYPE_CHECKING:
    from rag.models.llm_endpoint import OpenAIEndpoint


class Models:
    """Loads each model once, also when several questions need it at the same time.

    Taking a model raises ServiceError when its files or its endpoint cannot be used.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = threading.RLock()

    @property
    def threads(self) -> int:
        """How many threads a model uses."""
        return self.settings.threads or default_threads()

    @property
    def embedder(self) -> IndexEmbedding:
        """The embedding model."""
        with self._lock:
            return self._embedder

    @property
    def reranker(self) -> OnnxCrossEncoder:
        """The cross-encoder."""
        with self._lock:
            return self._reranker

    @property
    def language_model(self) -> OpenAIEndpoint:
        """The language model. It is one object, as it learns what its server refuses."""
        with self._lock:
            return self._language_model

    @property
    def judge_model(self) -> OpenAIEndpoint:
        """The language model that judges sentences, if the settings name one."""
        with self._lock:
            return self._judge_model

    # cached_property alone does not see to it that two threads do not load a model twice.

    @cached_property
    def _embedder(self) -> IndexEmbedding:
        options = EmbeddingOptions(
            self.settings.embedding_base_url,
            self.settings.embedding_api_key.get_secret_value(),
            self.settings.embedding_arguments,
        )
        return load_embedding(self.settings.embedding, self.threads, options)

    @cached_property
    def _reranker(self) -> OnnxCrossEncoder:
        return OnnxCrossEncoder(self.threads)

    @cached_property
    def _language_model(self) -> OpenAIEndpoint:
        # The openai package takes more than a second to import, and quoted answers need none of it.
        from rag.models.llm_endpoint import OpenAIEndpoint

        return OpenAIEndpoint.of(self.settings)

    @cached_property
    def _judge_model(self) -> OpenAIEndpoint:
        from rag.models.llm_endpoint import OpenAIEndpoint

        return OpenAIEndpoint.judge_of(self.settings)
