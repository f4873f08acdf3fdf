import json
import shutil
import time
from contextlib import closing

import numpy as np
import pytest
from invented_papers import KITE, PAPERS, chunk_ids, expected_chunk_ids, ingest, many_papers
from processes import start_python

from rag.errors import IndexUnavailable
from rag.index.opening import create_index, open_index
from rag.index.snapshot import newest_revision
from rag.models.embedding import BGE_SMALL
from rag.paper import new_paper


def test_everything_is_in_step_after_an_ingestion(index, embedder):
    assert index.vectors.count() == len(PAPERS)
    assert chunk_ids(index) == expected_chunk_ids(index)
    snapshot = index.snapshot()
    assert snapshot.paper_ids == sorted(p.paper_id for p in PAPERS)
    assert snapshot.revision == index.records.revision == newest_revision(index.snapshots)
    assert np.linalg.norm(snapshot.vectors, axis=1) == pytest.approx(np.ones(len(PAPERS)), abs=1e-5)
    row = snapshot.paper_ids.index(PAPERS[0].paper_id)
    assert list(snapshot.chunks_of(row)) == [int(np.flatnonzero(snapshot.chunk_paper == row)[0])]
    assert snapshot.chunk_span[snapshot.chunks_of(row)[0]].tolist() == [0, len(KITE)]
    vector = embedder.get_text_embedding(f"{PAPERS[0].title}. {KITE}")
    assert snapshot.vectors[snapshot.chunks_of(row)[0]] == pytest.approx(vector, abs=1e-6)
    assert snapshot.facets.years[row] == 2031
    assert row in snapshot.facets.venues["icft"]


def test_an_index_opens_again_with_the_same_content(index, embedder):
    again = open_index(index.folder, embedder.spec)
    one, two = index.snapshot(), again.snapshot()
    assert one.paper_ids == two.paper_ids
    assert (one.vectors == two.vectors).all()
    assert one.facets.to_dict() == two.facets.to_dict()
    assert one.lexical.scores("street lamps").tolist() == two.lexical.scores("street lamps").tolist()
    assert again.paper(PAPERS[0].paper_id) == PAPERS[0]
    assert again.paper("unknown") is None
    again.close()


def test_only_one_snapshot_stays(index, embedder):
    for paper in many_papers(3):
        ingest(index, embedder, [paper])
    assert [p.name for p in index.snapshots.iterdir()] == [f"revision-{index.records.revision}"]


def test_vectors_of_unchanged_papers_are_not_read_again(index, embedder, monkeypatch):
    wanted = []
    read = index.vectors.vectors
    monkeypatch.setattr(index.vectors, "vectors", lambda ids: read(wanted.extend(ids := list(ids)) or ids))
    before = index.snapshot()
    gadget = many_papers(1)[0]
    ingest(index, embedder, [gadget])
    assert wanted == [f"{gadget.paper_id}#0"]
    after = index.snapshot()
    for paper in PAPERS:
        old = before.vectors[before.chunks_of(before.paper_ids.index(paper.paper_id))[0]]
        assert (after.vectors[after.chunks_of(after.paper_ids.index(paper.paper_id))[0]] == old).all()


def test_a_lost_snapshot_is_built_again(index, embedder):
    expected = index.snapshot().vectors
    shutil.rmtree(index.snapshots)
    again = open_index(index.folder, embedder.spec)
    assert (again.snapshot().vectors == expected).all()
    again.close()


@pytest.mark.parametrize("name", ["papers.json", "chunks.npz"])
def test_a_damaged_snapshot_is_built_again(index, embedder, name):
    expected = index.snapshot().paper_ids
    (snapshot,) = index.snapshots.iterdir()
    (snapshot / name).write_bytes(b"{damaged")
    again = open_index(index.folder, embedder.spec)
    assert again.snapshot().paper_ids == expected
    again.close()


def test_a_snapshot_of_an_older_version_is_built_again(index, embedder):
    written = next(index.snapshots.iterdir()) / "papers.json"
    facts = json.loads(written.read_text(encoding="utf-8"))
    del facts["format"], facts["authors"]["ada mueller"]
    written.write_text(json.dumps(facts), encoding="utf-8")
    with closing(open_index(index.folder, embedder.spec)) as opened:
        assert opened.snapshot().facets.authors.rows["ada mueller"]
    assert "format" in json.loads(written.read_text(encoding="utf-8"))


def test_an_index_without_papers_has_an_empty_snapshot(tmp_path, embedder):
    index = create_index(tmp_path / "index", embedder.spec)
    snapshot = index.snapshot()
    assert snapshot.paper_ids == []
    assert snapshot.vectors.shape == (0, 384)
    assert snapshot.lexical.scores("kite").tolist() == []
    index.close()


def test_another_embedder_does_not_open_it(index):
    with pytest.raises(IndexUnavailable, match="built with the embedder all-MiniLM"):
        open_index(index.folder, BGE_SMALL)
    with pytest.raises(IndexUnavailable, match="built with the embedder all-MiniLM"):
        create_index(index.folder, BGE_SMALL)


def test_no_index_is_none(tmp_path, embedder):
    assert open_index(tmp_path, embedder.spec) is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_other_things_is_left_alone(tmp_path, embedder):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(IndexUnavailable, match=r"no index but holds other files \(such as thesis\.tex\)"):
        create_index(tmp_path, embedder.spec)
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.tex"]


def test_an_index_that_was_only_begun_is_finished(tmp_path, embedder):
    (tmp_path / "manifest.json.partial").write_text("{")
    index = create_index(tmp_path, embedder.spec)
    assert index.snapshot().paper_ids == []
    index.close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path, embedder):
    (tmp_path / "file").write_text("x")
    with pytest.raises(IndexUnavailable):
        create_index(tmp_path / "file" / "index", embedder.spec)


WRITE = """
import sys
from pathlib import Path
from rag.index.opening import open_index
from rag.ingestion.run import Ingestion
from rag.models.embedding import load_embedding
from rag.paper import new_paper
embedder = load_embedding("minilm", 2)
index = open_index(Path(sys.argv[1]), embedder.spec)
with index.writing():
    print("writing", flush=True)
    sys.stdin.readline()
    paper = new_paper("We present SORRELNET, which waters plants.", url="https://example.org/papers/sorrel")
    edited = new_paper("KITEMAP was withdrawn.", title="Withdrawn", url="https://example.org/papers/kite")
    Ingestion(index, embedder, []).run([paper, edited])
print("written", flush=True)
"""


def test_another_process_writes_while_this_one_reads(index, embedder):
    """The lock is held, readers go on with the old state, and see the new one without a restart."""
    before = index.snapshot()
    writer = start_python(WRITE, index.folder)
    try:
        assert writer.stdout.readline() == "writing\n", writer.stderr.read()
        started = time.monotonic()
        with pytest.raises(IndexUnavailable, match=f"another process \\({writer.pid}\\) is writing"):
            ingest(index, embedder, many_papers(1))
        assert time.monotonic() - started < 5
        assert index.snapshot() is before
        writer.stdin.write("\n")
        writer.stdin.flush()
        assert writer.stdout.readline() == "written\n", writer.stderr.read()
    finally:
        writer.kill()
        writer.communicate()
    after = index.snapshot()
    assert "example.org/papers/sorrel" in after.paper_ids
    assert after.lexical.scores("SORRELNET").argmax() == after.paper_ids.index("example.org/papers/sorrel")
    assert after.lexical.scores("withdrawn").argmax() == after.paper_ids.index("example.org/papers/kite")
    assert index.paper("example.org/papers/kite").text == "KITEMAP was withdrawn."
    assert len(index.records) == len(PAPERS) + 1
    # What this process writes now stands beside what the other wrote.
    report = ingest(index, embedder, [new_paper("We present TANSYBOX, a box.", origin="x")])
    assert (report.added, report.papers) == (1, len(PAPERS) + 2)
    assert chunk_ids(index) == expected_chunk_ids(index)
    assert index.snapshot().vectors.any(axis=1).all()
