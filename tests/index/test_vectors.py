import chromadb
import numpy as np
import pytest
from chromadb.config import Settings as ChromaSettings
from invented_papers import PAPERS

from rag.chunking import Chunk
from rag.errors import IndexUnavailable
from rag.index.vectors import COLLECTION, ChunkVectors
from rag.paper import new_paper


def row(paper, position=0, vector=(1.0, 0.0, 0.0)):
    return paper, Chunk(paper.paper_id, position, 0, len(paper.text), paper.text), vector


def content(vectors):
    return vectors._collection.get(include=["metadatas", "documents", "embeddings"])


@pytest.fixture
def vectors(tmp_path):
    return ChunkVectors(tmp_path / "chroma")


def test_the_space_is_cosine(vectors):
    assert vectors._collection.configuration["hnsw"]["space"] == "cosine"


def test_a_collection_with_another_distance_is_refused(tmp_path):
    client = chromadb.PersistentClient(
        str(tmp_path / "c"), settings=ChromaSettings(anonymized_telemetry=False)
    )
    client.create_collection(COLLECTION, embedding_function=None, configuration={"hnsw": {"space": "l2"}})
    with pytest.raises(IndexUnavailable, match="l2, not cosine"):
        ChunkVectors(tmp_path / "c")


def test_chunks_stand_under_their_own_ids_with_document_and_vector(vectors):
    vectors.upsert([row(PAPERS[0], 0), row(PAPERS[0], 1, (0, 1, 0)), row(PAPERS[1])])
    assert vectors.count() == 3
    found = vectors.vectors([f"{PAPERS[0].paper_id}#1", "missing#0"])
    assert list(found) == [f"{PAPERS[0].paper_id}#1"]
    assert found[f"{PAPERS[0].paper_id}#1"].tolist() == [0, 1, 0]
    assert set(content(vectors)["documents"]) == {PAPERS[0].text, PAPERS[1].text}


def test_an_upsert_replaces(vectors):
    vectors.upsert([row(PAPERS[0])])
    edited = new_paper("Another text.", url=PAPERS[0].url)
    vectors.upsert([row(edited, vector=(0, 0, 1))])
    assert vectors.count() == 1
    assert content(vectors)["documents"] == ["Another text."]
    assert vectors.vectors([f"{edited.paper_id}#0"])[f"{edited.paper_id}#0"].tolist() == [0, 0, 1]


def test_metadata_holds_plain_values_only(vectors):
    bare = new_paper("Nothing is known about this text.")
    digest = new_paper("Short.", text_kind="digest", abstract_fingerprint="f" * 32, year=2031)
    vectors.upsert([row(p) for p in (*PAPERS, bare, digest)])
    rows = content(vectors)["metadatas"]
    assert len(rows) == len(PAPERS) + 2
    for values in rows:
        assert {"paper_id", "title", "start", "end", "text_kind"} <= set(values)
        assert values["title"]
        assert all(type(value) in (str, int, float, bool) for value in values.values())
        assert type(values.get("year", 0)) is int
    assert len(vectors._collection.get(where={"year": 2031})["ids"]) == 5


def test_batches_are_no_larger_than_chroma_allows(vectors, monkeypatch):
    sizes = []
    upsert = vectors._collection.upsert
    monkeypatch.setattr(vectors, "_batch", 3)
    monkeypatch.setattr(vectors._collection, "upsert", lambda **k: (sizes.append(len(k["ids"])), upsert(**k)))
    vectors.upsert([row(PAPERS[0], position) for position in range(8)])
    assert sizes == [3, 3, 2]
    assert vectors.count() == 8


def test_reading_and_deleting_go_in_pages(vectors, monkeypatch):
    monkeypatch.setattr("rag.index.vectors._READ_PAGE", 4)
    vectors.upsert([row(PAPERS[0], position) for position in range(10)])
    ids = [f"{PAPERS[0].paper_id}#{position}" for position in range(12)]
    assert len(vectors.vectors(ids)) == 10
    vectors.delete(ids[3:])
    assert sorted(vectors.vectors(ids)) == ids[:3]
    vectors.delete([])
    assert vectors.vectors([]) == {}


def test_chroma_ranks_by_cosine(vectors):
    vectors.upsert([row(PAPERS[0], n, v) for n, v in enumerate([(1, 0, 0), (3, 4, 0), (0, 1, 0)])])
    found = vectors._collection.query(query_embeddings=np.array([[1, 0, 0]], dtype=np.float32), n_results=3)
    assert found["distances"][0] == pytest.approx([0, 0.4, 1], abs=1e-5)
