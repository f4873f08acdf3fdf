"""What the tests of ingestion share."""

from invented_papers import (
    KITE,
    chunk_ids,
    expected_chunk_ids,
    stored,
)

LONG = " ".join(f"In part {n} we read: {KITE}" for n in range(14))
PAGE = "https://example.org/papers/x"


def counts(report):
    return report.added, report.updated, report.unchanged, len(report.skipped)


def check(index):
    """Check that Chroma, the records and the snapshot hold the same."""
    assert chunk_ids(index) == expected_chunk_ids(index)
    snapshot = index.snapshot()
    assert snapshot.paper_ids == sorted(stored(index))
    assert len(snapshot.chunk_paper) == len(chunk_ids(index))
    assert snapshot.vectors.any(axis=1).all()
    documents = index.vectors._collection.get(include=["documents", "metadatas"])
    for chunk_id, document, values in zip(
        *(documents[k] for k in ("ids", "documents", "metadatas")), strict=True
    ):
        paper = stored(index)[chunk_id.rpartition("#")[0]]
        assert document == paper.text[values["start"] : values["end"]]
        assert values["text_kind"] == paper.text_kind
        assert values["title"] == paper.label
