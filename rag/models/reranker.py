"""The cross-encoder, as a llama-index node postprocessor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle
from pydantic import ConfigDict, PrivateAttr

from rag.models.onnx_file import RERANKER_MODEL, RERANKER_TOKENIZER, OnnxEncoder, WordPieces
from rag.sentences import sentences

MAX_TOKENS = 512
# With more than a few sentences of question the model finds every passage relevant. Read are the
# last sentences that fit into the first limit, and of a single long one the end.
_QUESTION_TOKENS = 32
_SENTENCE_TOKENS = 64
# Pairs whose logit is kept, about a kilobyte each.
_REMEMBERED = 20_000


class OnnxCrossEncoder(BaseNodePostprocessor):
    """ms-marco-MiniLM-L-12-v2: how relevant is a passage to a question, as a raw logit.

    Logits run from about -11 (nothing to do with it) to 11. They do not depend on the other
    passages that are scored in the same call.
    """

    model_config = ConfigDict(protected_namespaces=(), arbitrary_types_allowed=True)

    _encoder: OnnxEncoder = PrivateAttr()
    _pieces: WordPieces = PrivateAttr()
    _score_pair: Callable[[tuple[int, ...], tuple[int, ...]], float] = PrivateAttr()

    def __init__(self, threads: int) -> None:
        super().__init__()
        self._encoder = OnnxEncoder(RERANKER_MODEL.locate(), threads)
        self._pieces = WordPieces(RERANKER_TOKENIZER.locate())
        # A question that is searched, then answered, or asked again, is read once.
        self._score_pair = lru_cache(_REMEMBERED)(self._read_pair)

    @classmethod
    def class_name(cls) -> str:
        """Return the name llama-index registers."""
        return "OnnxCrossEncoder"

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        """Return the logit of each passage, in order."""
        read = tuple(self._question_pieces(question))
        pairs = [tuple(self._pieces.encode(passage)) for passage in passages]
        return self._encoder.side_by_side(lambda passage: self._score_pair(read, passage), pairs)

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        if query_bundle is None:
            return nodes
        texts = [node.node.get_content(metadata_mode=MetadataMode.EMBED) for node in nodes]
        logits = self.score(query_bundle.query_str, texts)
        scored = [NodeWithScore(node=n.node, score=s) for n, s in zip(nodes, logits, strict=True)]
        return sorted(scored, key=lambda n: (-(n.score or 0.0), n.node.node_id))

    def _question_pieces(self, question: str) -> list[int]:
        pieces: list[int] = []
        for start, end in reversed(sentences(question)):
            sentence = self._pieces.encode(question[start:end])
            if pieces and len(pieces) + len(sentence) > _QUESTION_TOKENS:
                break
            pieces = sentence[-_SENTENCE_TOKENS:] + pieces
        return pieces

    def _read_pair(self, question: tuple[int, ...], passage: tuple[int, ...]) -> float:
        first = [self._pieces.start, *question, self._pieces.end]
        second = [*passage[: MAX_TOKENS - len(first) - 1], self._pieces.end]
        return float(self._encoder.run(first + second, [0] * len(first) + [1] * len(second))[0])
