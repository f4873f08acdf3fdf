"""Small vectors of single tokens, for late interaction.

The states of a passage's tokens come out of the same pass that gives its vector. Kept are those of
words that say something, projected onto the main directions of such states and stored as 8-bit
integers: some 7 KB an abstract. `python -m eval.projection` makes the file of the projection.

Late interaction compares every token of a question with the tokens of a passage (Khattab and
Zaharia 2020, "ColBERT"); here with the states of a model that was not trained for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

TOKEN_DIMENSION = 48
PROJECTION_FILE = Path(__file__).with_name("token_projection.npy")
_LARGEST = 127

TokenStates = npt.NDArray[np.int8]
NO_STATES: TokenStates = np.zeros((0, TOKEN_DIMENSION), dtype=np.int8)


@cache
def projection() -> npt.NDArray[np.float32]:
    """Return the matrix [hidden size, TOKEN_DIMENSION] of the default embedder."""
    return np.asarray(np.load(PROJECTION_FILE), dtype=np.float32)


def token_states(hidden: npt.NDArray[np.float32]) -> TokenStates:
    """Return the states [tokens, hidden size] as stored: projected, each scaled to the range of int8."""
    if not len(hidden):
        return NO_STATES
    projected = _unit(_unit(hidden) @ projection())
    largest = np.abs(projected).max(axis=1, keepdims=True)
    return np.asarray(np.rint(projected * (_LARGEST / np.maximum(largest, 1e-9))), dtype=np.int8)


def late_interaction(question: TokenStates, passages: Sequence[TokenStates]) -> npt.NDArray[np.float32]:
    """Return, for each passage and each token of the question, the best cosine of the two, -1 to 1.

    A passage without tokens gets -1. The mean of a row is the score of the passage.
    """
    scores = np.full((len(passages), len(question)), -1, dtype=np.float32)
    filled = [place for place, states in enumerate(passages) if len(states)]
    if not len(question) or not filled:
        return scores
    stacked = np.concatenate([passages[place] for place in filled]).astype(np.float32)
    # The products are divided by the lengths, which are far fewer than the states' numbers.
    lengths = np.sqrt(np.einsum("ij,ij->i", stacked, stacked))
    cosines = stacked @ _unit(question.astype(np.float32)).T / np.maximum(lengths, 1e-9)[:, None]
    starts = np.cumsum([0, *(len(passages[place]) for place in filled[:-1])])
    scores[filled] = np.maximum.reduceat(cosines, starts, axis=0)
    return scores


def _unit(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(norms, 1e-9), dtype=np.float32)
