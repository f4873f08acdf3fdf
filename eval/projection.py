"""`python -m eval.projection`: makes the projection of token states from the sample library.

The directions are the right singular vectors of the states of all telling tokens of the sample's
digests, which are the project's own texts; the strongest are kept.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rag.models.embedding import MINILM, OnnxEmbedding
from rag.models.onnx_file import MINILM_MODEL, UNCASED_TOKENIZER
from rag.models.token_states import PROJECTION_FILE, TOKEN_DIMENSION
from rag.sample import sample_papers


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(prog="python -m eval.projection", description=__doc__)
    parser.add_argument("--out", type=Path, default=PROJECTION_FILE, metavar="FILE", help="the .npy to write")
    options = parser.parse_args()
    np.save(options.out, fitted_projection().astype(np.float16))


def fitted_projection() -> npt.NDArray[np.float32]:
    """Return the matrix [hidden size, TOKEN_DIMENSION]; its columns are orthogonal and of length 1."""
    embedder = OnnxEmbedding(MINILM, MINILM_MODEL.locate(), UNCASED_TOKENIZER.locate(), threads=2)
    states = [embedder.telling_states(f"{paper.title}. {paper.text}") for paper in sample_papers()]
    stacked = np.concatenate(states)
    directions = np.linalg.svd(stacked / np.linalg.norm(stacked, axis=1, keepdims=True), full_matrices=False)[
        2
    ]
    kept = directions[:TOKEN_DIMENSION].T
    # The sign of a direction means nothing; fixed, so that the file is always the same.
    signs = np.sign(kept[np.abs(kept).argmax(axis=0), np.arange(TOKEN_DIMENSION)])
    return np.asarray(kept * signs, dtype=np.float32)


if __name__ == "__main__":
    main()
