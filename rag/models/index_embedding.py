"""What an index needs of an embedder, whatever is behind it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.errors import ServiceError
from rag.models.token_states import NO_STATES, TokenStates


@dataclass(frozen=True, slots=True)
class EmbeddingSpec:
    """Everything that decides which vector a text gets; the index remembers it.

    `max_tokens` counts the two special tokens. `model` is a SHA-256, or names what the vectors
    come from where there is no file to hash. `token_dimension` is that of the states of single
    tokens, or 0 for an embedder that gives none. Vectors are `normalised` to length 1.
    """

    name: str
    model: str
    dimension: int
    pooling: str
    query_prefix: str
    max_tokens: int
    token_dimension: int = 0
    normalised: bool = True


@dataclass(frozen=True, slots=True)
class Embedded:
    """A text's vector, of length 1, and the states of its tokens, where the embedder gives them.

    Of a question, `words` has for each of these tokens the word that it is a piece of.
    """

    vector: Sequence[float]
    tokens: TokenStates
    words: tuple[str, ...] = ()


class IndexEmbedding(BaseEmbedding):
    """A llama-index embedder that an index can be built with. Its vectors have length 1."""

    spec: EmbeddingSpec

    def embed_passages(self, texts: Sequence[str]) -> list[Embedded]:
        """Return the vector and the token states of each text."""
        return [Embedded(vector, NO_STATES) for vector in self.get_text_embedding_batch(list(texts))]

    def embed_question(self, question: str) -> Embedded:
        """Return the vector and the token states of a question."""
        return Embedded(self.get_query_embedding(question), NO_STATES)

    @abstractmethod
    def count_tokens(self, text: str) -> int:
        """Return how many tokens `text` has, without special ones; chunks are cut by it."""


def unit_vector(vector: Sequence[float] | np.ndarray, name: str) -> list[float]:
    """Return `vector` with length 1.

    Raises:
        ServiceError: it holds something that is no number, or only zeros; `name` says whose it is.
    """
    values = np.asarray(vector, dtype=np.float32)
    norm = float(np.linalg.norm(values))
    if not np.isfinite(norm) or norm == 0:
        raise ServiceError(f"the embedding model {name} gave no usable vector; is its file whole?")
    return [float(x) for x in values / norm]
