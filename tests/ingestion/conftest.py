"""An empty index to ingest into, and what gets embedded."""

import pytest
from invented_papers import (
    new_index,
)

from rag.models.embedding import OnnxEmbedding


@pytest.fixture
def index(tmp_path, embedder):
    made = new_index(tmp_path / "index", embedder)
    yield made
    made.close()


@pytest.fixture
def embedded(monkeypatch):
    """The texts that get embedded."""
    texts = []
    embed = OnnxEmbedding._passage_pieces
    monkeypatch.setattr(
        OnnxEmbedding, "_passage_pieces", lambda self, text: texts.append(text) or embed(self, text)
    )
    return texts
