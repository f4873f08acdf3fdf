"""Which texts are embedded again when a paper changes, and which chunks are left."""

from dataclasses import replace

from ingest_checks import LONG, PAGE, check, counts
from invented_papers import (
    BEE,
    KITE,
    PAPERS,
    chunk_ids,
    ingest,
    stored,
)

from rag.ingestion.run import embed_paper
from rag.paper import new_paper


def test_a_second_run_embeds_nothing(index, embedder, embedded):
    assert counts(ingest(index, embedder, PAPERS)) == (8, 0, 0, 0)
    assert len(embedded) == 8
    revision = index.records.revision
    embedded.clear()
    report = ingest(index, embedder, reversed(PAPERS))
    assert counts(report) == (0, 0, 8, 0)
    assert report.papers == 8
    assert embedded == []
    assert index.records.revision == revision
    check(index)


def test_where_a_paper_was_read_does_not_matter(index, embedder, embedded):
    ingest(index, embedder, PAPERS)
    embedded.clear()
    assert counts(ingest(index, embedder, [replace(p, origin="elsewhere") for p in PAPERS])) == (0, 0, 8, 0)
    assert embedded == []


def test_other_facts_alone_embed_nothing(index, embedder, embedded):
    paper = new_paper(LONG, title="Long", url=PAGE, keywords=["kite"])
    ingest(index, embedder, [paper])
    embedded.clear()
    facts = replace(paper, keywords=("bee",), venue="ICFT", year=2031, authors=("A. Crane",))
    assert counts(ingest(index, embedder, [facts])) == (0, 1, 0, 0)
    assert stored(index)[paper.paper_id] == facts
    linked = new_paper(LONG, title="Long", doi="10.5555/long")
    assert counts(ingest(index, embedder, [linked])) == (0, 1, 0, 0)
    assert list(stored(index)) == ["doi:10.5555/long"]
    assert embedded == []
    check(index)


def test_another_title_embeds_all_chunks_again(index, embedder, embedded):
    ingest(index, embedder, [new_paper(LONG, title="Long", url=PAGE)])
    count = len(embedded)
    embedded.clear()
    assert counts(ingest(index, embedder, [new_paper(LONG, title="Longer", url=PAGE)])) == (0, 1, 0, 0)
    assert len(embedded) == count > 2
    assert all(text.startswith("Longer. ") for text in embedded)
    check(index)


def test_of_an_edited_abstract_only_the_chunks_that_differ_are_embedded(index, embedder, embedded):
    ingest(index, embedder, [new_paper(LONG, title="Long", url=PAGE)])
    count = len(embedded)
    embedded.clear()
    ingest(index, embedder, [new_paper(LONG.replace("In part 13", "In part 99"), title="Long", url=PAGE)])
    assert 0 < len(embedded) < count
    check(index)


def test_a_vector_that_chroma_holds_for_another_text_is_not_used(index, embedder, embedded):
    """As after a kill between the write to Chroma and that to the records."""
    paper = new_paper(KITE, title="Kite", url=PAGE)
    ingest(index, embedder, [paper])
    edited = embed_paper(new_paper(BEE, title="Kite", url=PAGE), embedder)
    index.vectors.upsert([(edited.paper, edited.chunks[0], edited.embedded[0].vector)])
    embedded.clear()
    ingest(index, embedder, [replace(paper, venue="ICFT")])
    assert embedded == [f"Kite. {KITE}"]
    check(index)


def test_an_edited_abstract_replaces_all_chunks(index, embedder):
    ingest(index, embedder, [new_paper(LONG, title="Long", url=PAGE), PAPERS[1]])
    count = len(chunk_ids(index))
    assert count > 2
    edited = new_paper(LONG.replace("18%", "19%"), title="Long", url=PAGE)
    assert counts(ingest(index, embedder, [edited])) == (0, 1, 0, 0)
    assert len(chunk_ids(index)) == count
    texts = index.vectors._collection.get(include=["documents"])["documents"]
    assert not any("18%" in text for text in texts)
    check(index)


def test_a_shorter_abstract_leaves_no_chunks_behind(index, embedder):
    ingest(index, embedder, [new_paper(LONG, title="Long", url=PAGE), PAPERS[1]])
    assert counts(ingest(index, embedder, [new_paper(KITE, title="Long", url=PAGE)])) == (0, 1, 0, 0)
    assert chunk_ids(index) == sorted([f"{PAPERS[1].paper_id}#0", "example.org/papers/x#0"])
    check(index)
