import numpy as np
import pytest
from invented_papers import PAPERS

from rag.chunking import chunk_id
from rag.index.records import PaperRecords
from rag.models.token_states import TOKEN_DIMENSION


@pytest.fixture
def records(tmp_path):
    opened = PaperRecords(tmp_path / "papers.sqlite3")
    yield opened
    opened.close()


def test_papers_come_back_as_they_were(records, tmp_path):
    assert (len(records), records.revision) == (0, 0)
    assert records.write([(p, [(0, 5), (6, 9)]) for p in PAPERS]) == 1
    again = PaperRecords(tmp_path / "papers.sqlite3")
    for paper in PAPERS:
        stored = again.get(paper.paper_id)
        assert (stored.paper, stored.chunks, stored.revision) == (paper, [(0, 5), (6, 9)], 1)
        assert again.by_fingerprint(paper.fingerprint) == stored
    assert [s.paper.paper_id for s in again.all()] == sorted(p.paper_id for p in PAPERS)
    again.close()


def test_a_write_replaces_and_removes_in_one_step(records):
    records.write([(PAPERS[0], [(0, 1)]), (PAPERS[1], [(0, 1)])])
    assert records.write([(PAPERS[2], [])], removed=[PAPERS[0].paper_id, "unknown"]) == 2
    assert {s.paper for s in records.all()} == {PAPERS[1], PAPERS[2]}
    assert records.get(PAPERS[0].paper_id) is None
    assert records.by_fingerprint(PAPERS[0].fingerprint) is None


def test_a_failed_write_changes_nothing(records):
    records.write([(PAPERS[0], [(0, 1)])])
    with pytest.raises(TypeError):
        records.write([(PAPERS[1], [(0, 1)]), (PAPERS[2], [object()])], removed=[PAPERS[0].paper_id])
    assert (len(records), records.revision) == (1, 1)
    assert records.get(PAPERS[0].paper_id) is not None


def test_runs_are_remembered_newest_first(records):
    for n in range(4):
        records.add_run({"added": n})
    assert [report["added"] for _, report in records.last_runs(3)] == [3, 2, 1]


def test_ids_are_values_not_sql(records):
    assert records.get("x' OR '1'='1") is None
    records.write([], removed=["'; DROP TABLE papers; --"])
    assert len(records) == 0


def test_token_states_come_and_go_with_their_paper(records):
    one, two = (np.arange(n * TOKEN_DIMENSION, dtype=np.int8).reshape(n, TOKEN_DIMENSION) for n in (3, 1))
    paper_id = PAPERS[0].paper_id
    first, second = chunk_id(paper_id, 0), chunk_id(paper_id, 1)
    records.write([(PAPERS[0], [(0, 5), (6, 9)])], states={paper_id: [one, two]})
    found = records.token_states([first, second, "unknown#0"])
    assert (found[first] == one).all()
    assert (found[second] == two).all()
    assert set(found) == records.chunks_with_states() == {first, second}
    records.write([(PAPERS[0], [(0, 9)])], states={paper_id: [two]})
    assert records.chunks_with_states() == {first}
    records.write([], removed=[paper_id])
    assert records.chunks_with_states() == set()
