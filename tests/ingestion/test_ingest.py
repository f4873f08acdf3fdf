"""What comes of records: the report, odd texts, catalogues, and runs that are interrupted."""

import itertools
import json

import pytest
from ingest_checks import PAGE, check, counts
from invented_papers import (
    BEE,
    KITE,
    PAPERS,
    chunk_ids,
    ingest,
    many_papers,
    new_index,
    stored,
)

from rag.index.opening import open_index
from rag.ingestion.catalog import Catalog
from rag.ingestion.run import Ingestion
from rag.models.embedding import OnnxEmbedding
from rag.paper import new_paper
from rag.sources import Skipped, Warned


def test_the_report_follows_the_contract(index, embedder):
    records = [
        PAPERS[0],
        Skipped("f:2", "heading"),
        Warned("f:3", "odd"),
        new_paper("No link at all.", origin="f:4"),
    ]
    report = ingest(index, embedder, records).to_dict()
    assert report["skipped"] == [{"where": "f:2", "reason": "heading"}]
    assert report["warnings"] == [{"where": "f:3", "message": "odd"}]
    for name in ("added", "updated", "unchanged", "linked", "unlinked", "papers"):
        assert type(report[name]) is int
    assert (report["added"], report["linked"], report["unlinked"], report["papers"]) == (2, 0, 1, 2)
    assert report["seconds"] > 0
    assert index.records.last_runs(1)[0][1] == report


class Stopped(Exception):
    """What interrupts a run."""


@pytest.mark.parametrize("where", ["source", "embedder", "chroma", "records"])
def test_an_interrupted_run_keeps_its_batches_and_is_finished_by_the_next(
    tmp_path, embedder, embedded, monkeypatch, where
):
    monkeypatch.setattr("rag.ingestion.run._BATCH", 4)
    papers = many_papers(10)
    index = new_index(tmp_path / "index", embedder)

    def stop(*_):
        raise Stopped

    def broken():
        yield from papers[:6]
        stop()

    with monkeypatch.context() as patch:
        if where == "embedder":
            embed = OnnxEmbedding._passage_pieces
            patch.setattr(
                OnnxEmbedding, "_passage_pieces", lambda s, t: stop() if "GADGET5" in t else embed(s, t)
            )
        elif where != "source":
            target = index.vectors if where == "chroma" else index.records
            name = "upsert" if where == "chroma" else "write"
            work, calls = getattr(target, name), itertools.count()
            patch.setattr(target, name, lambda *a: stop() if next(calls) else work(*a))
        with pytest.raises(Stopped):
            ingest(index, embedder, broken() if where == "source" else papers)
    index.close()

    index = open_index(tmp_path / "index", embedder.spec)
    assert sorted(stored(index)) == sorted(p.paper_id for p in papers[:4])
    # What is finished can be searched at once.
    assert index.snapshot().paper_ids == sorted(p.paper_id for p in papers[:4])
    embedded.clear()
    report = ingest(index, embedder, papers)
    assert counts(report) == (6, 0, 4, 0)
    assert len(embedded) == 6
    check(index)
    index.close()


def test_catalogues_give_title_and_link(index, embedder):
    catalog = Catalog.from_papers(PAPERS)
    records = [new_paper(KITE.upper()), new_paper("Unknown text."), new_paper(BEE, title="Own", url=PAGE)]
    with index.writing():
        report = Ingestion(index, embedder, [Catalog.from_papers([]), catalog]).run(records)
    assert (report.added, report.linked, report.unlinked) == (3, 1, 1)
    papers = stored(index)
    assert papers[PAPERS[0].paper_id].authors == PAPERS[0].authors
    assert papers[PAPERS[0].paper_id].text == KITE.upper()
    assert papers["example.org/papers/x"].title == "Own"


def test_a_text_of_every_kind_of_character_is_stored(index, embedder):
    raw = "We read \ud83d\ude00, \udc00, \x00 and \u2028 <|endoftext|> [1] 'quoted' \"text\"; {title} %s."
    ingest(index, embedder, [new_paper(raw, title="T\ud800", authors=["A\x00"], url=PAGE)])
    paper = stored(index)["example.org/papers/x"]
    assert paper.text == "We read \U0001f600, \ufffd, and <|endoftext|> [1] 'quoted' \"text\"; {title} %s."
    check(index)


def test_a_very_long_abstract_without_spaces_is_stored(index, embedder):
    ingest(index, embedder, [new_paper("kite-" * 1500, url=PAGE)])
    check(index)
    assert len(chunk_ids(index)) > 10


def test_a_text_without_end_is_skipped_and_the_rest_comes_in(tmp_path, make_library):
    (tmp_path / "list.txt").write_text(f"{'word ' * 50_000}\n\n{PAPERS[0].text}\n", encoding="utf-8")
    with make_library(index=tmp_path / "index") as library:
        report = library.ingest([str(tmp_path / "list.txt")])
    assert (report.added, report.papers) == (1, 1)
    assert any("characters in one paragraph" in s.reason for s in report.skipped)


def test_a_linked_paper_says_that_the_catalogue_gave_its_title(tmp_path, make_library):
    (tmp_path / "list.txt").write_text(f"{PAPERS[0].text}\n")
    row = {"title": "Kites", "abstract": PAPERS[0].text, "url": "https://example.org/kites"}
    (tmp_path / "catalog.jsonl").write_text(json.dumps(row) + "\n")
    with make_library(index=tmp_path / "index") as library:
        library.ingest([str(tmp_path / "list.txt")], [str(tmp_path / "catalog.jsonl")])
        (paper,) = library.papers()
    assert paper.origin_of("url").startswith(str(tmp_path / "catalog.jsonl"))
    assert paper.origin_of("text").startswith(str(tmp_path / "list.txt"))
