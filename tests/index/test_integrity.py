"""Damage to an index is found and mended; a rebuilt index takes the place of the old one at once."""

import shutil
from dataclasses import replace

import pytest
from invented_papers import KITE, PAPERS, chunk_ids, expected_chunk_ids, stored

from rag.chunking import Chunk
from rag.errors import IndexUnavailable
from rag.index.integrity import check_index, repair_index
from rag.index.opening import open_index, rebuild_index
from rag.ingestion.run import Ingestion, embed_paper
from rag.models.embedding import BGE_SMALL
from rag.paper import new_paper


def lose_chunks(index):
    index.vectors.delete([f"{PAPERS[0].paper_id}#0", f"{PAPERS[1].paper_id}#0"])


def hold_another_text(index):
    other = replace(PAPERS[0], text=f"KITEMAP was withdrawn. {PAPERS[0].text}")
    chunk = Chunk(other.paper_id, 0, 0, len(other.text), other.text)
    index.vectors.upsert([(other, chunk, [1.0] + [0.0] * 383)])


def add_orphans(index):
    index.vectors._collection.add(
        ids=["nobody#0"], embeddings=[[1.0] * 384], documents=["x"], metadatas=[{"a": 1}]
    )


def lose_snapshots(index):
    shutil.rmtree(index.snapshots)
    index._snapshot = None


def damage_snapshot(index):
    (index.snapshots / f"revision-{index.records.revision}" / "papers.json").write_text("{}")
    index._snapshot = None


def lose_states(index):
    with index.records._db:
        index.records._db.execute("DELETE FROM token_states WHERE paper_id = ?", (PAPERS[2].paper_id,))


def test_a_snapshot_that_cannot_be_read_is_made_again_while_writing(index):
    expected = index.snapshot().vectors
    damage_snapshot(index)
    with index.writing():
        assert check_index(index).clean
    assert index.snapshot().vectors == pytest.approx(expected, abs=1e-6)


def test_a_whole_index_is_clean(index):
    found = check_index(index)
    assert found.clean
    assert (found.without_vectors, found.orphans) == ([], [])


@pytest.mark.parametrize("damage", [lose_chunks, hold_another_text, add_orphans, lose_snapshots, lose_states])
def test_damage_is_found_and_mended(index, embedder, damage):
    expected = index.snapshot().vectors
    damage(index)
    found = check_index(index)
    assert not found.clean
    assert all("\n" not in p.message for p in found.problems)
    repaired = []
    with index.writing():
        repair_index(index, found, lambda paper: embed_paper(paper, embedder), repaired.append)
    assert len(repaired) == len(found.without_vectors)
    assert check_index(index).clean
    assert chunk_ids(index) == expected_chunk_ids(index) == sorted(index.records.chunks_with_states())
    assert index.snapshot().vectors == pytest.approx(expected, abs=1e-6)


def test_removed_papers_are_gone_everywhere(index):
    long = new_paper(" ".join(f"Part {n}. {KITE}" for n in range(14)), url="https://example.org/long")
    with index.writing():
        assert index.remove([PAPERS[0].paper_id, "unknown", long.paper_id]) == 1
        index.refresh()
    assert PAPERS[0].paper_id not in index.snapshot().paper_ids
    assert index.paper(PAPERS[0].paper_id) is None
    assert chunk_ids(index) == expected_chunk_ids(index)
    assert check_index(index).clean


def fill_with(embedder):
    return lambda index, papers: Ingestion(index, embedder, []).run(papers)


def test_a_rebuilt_index_takes_the_place_of_the_old(index, embedder):
    before = stored(index)
    runs = index.records.last_runs(5)
    rebuilt = rebuild_index(index.folder, embedder.spec, fill_with(embedder))
    assert stored(rebuilt) == before
    assert runs[0] in rebuilt.records.last_runs(5)
    assert check_index(rebuilt).clean
    assert not index.is_current()
    assert rebuilt.is_current()
    assert [p.name for p in index.folder.glob("generation-*")] == ["generation-2"]
    rebuilt.close()


def test_a_search_that_is_under_way_goes_on_with_what_it_has_in_memory(index, embedder):
    before = index.snapshot()
    rebuild_index(index.folder, embedder.spec, fill_with(embedder)).close()
    assert index.snapshot() is before


def test_a_rebuild_that_fails_leaves_the_old_index(index, embedder):
    def fail(new, papers):
        next(papers)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rebuild_index(index.folder, BGE_SMALL, fail)
    assert index.is_current()
    again = open_index(index.folder, embedder.spec)
    assert len(again.records) == len(PAPERS)
    assert check_index(again).clean
    again.close()
    rebuild_index(index.folder, embedder.spec, fill_with(embedder)).close()
    assert len(list(index.folder.glob("generation-*"))) == 1


def test_where_there_is_no_index_nothing_is_rebuilt(tmp_path, embedder):
    with pytest.raises(IndexUnavailable, match="there is no index"):
        rebuild_index(tmp_path, embedder.spec, fill_with(embedder))
    assert list(tmp_path.iterdir()) == []
