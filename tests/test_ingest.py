import itertools
import json
from dataclasses import replace

import pytest
from invented_papers import (
    BEE,
    BREAD,
    KITE,
    PAPERS,
    chunk_ids,
    expected_chunk_ids,
    ingest,
    many_papers,
    new_index,
    stored,
)

from rag.catalog import Catalog
from rag.index.opening import open_index
from rag.ingest import Ingestion, embed_paper
from rag.models.embedding import OnnxEmbedding
from rag.paper import new_paper
from rag.shell_text import paper_text
from rag.sources import Skipped, Warned
from rag.text import fingerprint

LONG = " ".join(f"In part {n} we read: {KITE}" for n in range(14))
PAGE = "https://example.org/papers/x"


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


def test_a_digest_becomes_the_abstract_and_never_back(index, embedder, embedded):
    digest = new_paper(
        "Plans detours around gusts.",
        title="Kitemap",
        url=PAGE,
        text_kind="digest",
        abstract_fingerprint=fingerprint(KITE),
    )
    abstract = new_paper(KITE, title="Kitemap", url=PAGE)
    assert counts(ingest(index, embedder, [digest])) == (1, 0, 0, 0)
    assert counts(ingest(index, embedder, [abstract])) == (0, 1, 0, 0)
    (paper,) = stored(index).values()
    assert (paper.text, paper.text_kind) == (KITE, "abstract")
    check(index)
    embedded.clear()
    assert counts(ingest(index, embedder, [digest])) == (0, 0, 1, 0)
    assert stored(index)[paper.paper_id].text == KITE
    assert embedded == []


def test_a_digest_and_its_abstract_in_one_run_are_one_paper(index, embedder):
    fields = {"title": "Kitemap", "url": PAGE}
    digest = new_paper("Plans.", text_kind="digest", abstract_fingerprint=fingerprint(KITE), **fields)
    for papers in ([digest, new_paper(KITE)], [new_paper(KITE), digest]):
        ingest(index, embedder, papers)
        (paper,) = stored(index).values()
        assert (paper.text, paper.text_kind, paper.title) == (KITE, "abstract", "Kitemap")
    check(index)


@pytest.mark.parametrize("runs", [1, 2])
def test_an_untitled_abstract_that_gets_a_title_is_one_paper_with_a_new_id(index, embedder, runs):
    untitled = new_paper(KITE.replace(" ", "\n"), origin="a:1")
    titled = new_paper(KITE, title="Kitemap", authors=["Ada Müller"], url=PAGE, origin="b:1")
    if runs == 1:
        assert counts(ingest(index, embedder, [untitled, titled])) == (1, 0, 0, 1)
    else:
        assert counts(ingest(index, embedder, [untitled])) == (1, 0, 0, 0)
        assert counts(ingest(index, embedder, [titled])) == (0, 1, 0, 0)
    (paper,) = stored(index).values()
    assert (paper.paper_id, paper.title, paper.url) == ("example.org/papers/x", "Kitemap", PAGE)
    assert chunk_ids(index) == ["example.org/papers/x#0"]
    check(index)
    assert counts(ingest(index, embedder, [untitled])) == (0, 0, 1, 0)
    assert stored(index) == {paper.paper_id: paper}
    check(index)


def test_an_identity_that_gets_better_over_batches_leaves_nothing_behind(index, embedder, monkeypatch):
    monkeypatch.setattr("rag.ingest._BATCH", 2)
    steps = [
        new_paper(LONG, origin="a"),
        new_paper(LONG, url=PAGE, title="Long", origin="b"),
        new_paper(LONG, arxiv_id="3101.00001", title="Long", origin="c"),
        new_paper(LONG, doi="10.5555/long", title="Long", origin="d"),
    ]
    mixed = [record for pair in zip(steps, many_papers(4), strict=True) for record in pair]
    report = ingest(index, embedder, mixed)
    assert counts(report) == (5, 0, 0, 3)
    assert report.papers == 5
    assert "doi:10.5555/long" in stored(index)
    assert stored(index)["doi:10.5555/long"].url == "https://doi.org/10.5555/long"
    check(index)


def test_two_sources_give_one_paper_whatever_the_order(tmp_path, embedder):
    records = [
        new_paper(KITE, origin="list"),
        new_paper(KITE, title="Kitemap", url=PAGE, keywords=["kites"], venue="ICFT", origin="site"),
        new_paper(
            KITE,
            title="KiteMap: planning",
            authors=["Ada Müller"],
            doi="10.5555/kite",
            year=2031,
            origin="doi",
        ),
    ]
    results = []
    for number, order in enumerate(itertools.permutations(records)):
        index = new_index(tmp_path / str(number), embedder, order)
        check(index)
        (paper,) = stored(index).values()
        results.append(replace(paper, origin=""))
        index.close()
    assert len(set(results)) == 1
    paper = results[0]
    assert (paper.paper_id, paper.title, paper.authors) == (
        "doi:10.5555/kite",
        "KiteMap: planning",
        ("Ada Müller",),
    )
    assert (paper.year, paper.venue, paper.keywords) == (2031, "ICFT", ("kites",))


def test_duplicates_in_one_run_are_stored_once_and_reported(index, embedder, embedded):
    papers = [
        replace(p, origin=f"f:{n}") for n, p in enumerate([PAPERS[0], PAPERS[1], PAPERS[0], PAPERS[0]], 1)
    ]
    report = ingest(index, embedder, papers)
    assert counts(report) == (2, 0, 0, 2)
    assert [s.where for s in report.skipped] == ["f:3", "f:4"]
    assert all(s.reason.startswith("the same abstract as f:") for s in report.skipped)
    assert len(embedded) == 2
    check(index)


def test_near_duplicates_stay_apart(index, embedder):
    report = ingest(index, embedder, [new_paper(KITE), new_paper(KITE.replace("18%", "81%"))])
    assert counts(report) == (2, 0, 0, 0)


@pytest.fixture
def clash():
    return [
        new_paper(KITE, url=PAGE, title="Kites", origin="f:1"),
        new_paper(BEE, url=PAGE, title="Bees", origin="f:2"),
        new_paper(BREAD, url=PAGE, title="Bread", origin="f:3"),
    ]


def test_one_id_with_several_abstracts_gives_several_papers(index, embedder, clash, embedded):
    report = ingest(index, embedder, clash)
    assert counts(report) == (3, 0, 0, 0)
    assert [w.where for w in report.warnings] == ["f:2", "f:3"]
    assert "same identifier as f:1" in report.warnings[0].message
    papers = stored(index)
    assert {p.text for p in papers.values()} == {KITE, BEE, BREAD}
    assert papers["example.org/papers/x"].text == KITE
    assert {p.url for p in papers.values()} == {PAGE}
    check(index)
    embedded.clear()
    assert counts(ingest(index, embedder, clash)) == (0, 0, 3, 0)
    assert embedded == []
    assert stored(index) == papers


def test_such_papers_stay_in_any_order(index, embedder, clash):
    ingest(index, embedder, clash)
    papers = stored(index)
    for order in itertools.permutations(clash):
        assert counts(ingest(index, embedder, order)) == (0, 0, 3, 0)
        assert {i: p.text for i, p in stored(index).items()} == {i: p.text for i, p in papers.items()}
    for one in clash:
        assert counts(ingest(index, embedder, [one])) == (0, 0, 1, 0)
    check(index)


def test_an_abstract_that_moved_to_another_id_is_not_lost(index, embedder):
    """The old id gets a new text, and the old text comes under no id, in one run."""
    ingest(index, embedder, [new_paper(KITE, url=PAGE, title="Kites")])
    ingest(index, embedder, [new_paper(BEE, url=PAGE, title="Bees"), new_paper(KITE)])
    assert {p.text for p in stored(index).values()} == {KITE, BEE}
    check(index)


class Stopped(Exception):
    """What interrupts a run."""


@pytest.mark.parametrize("where", ["source", "embedder", "chroma", "records"])
def test_an_interrupted_run_keeps_its_batches_and_is_finished_by_the_next(
    tmp_path, embedder, embedded, monkeypatch, where
):
    monkeypatch.setattr("rag.ingest._BATCH", 4)
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


def test_a_merged_paper_says_where_each_field_was_read(tmp_path, make_library):
    text = PAPERS[0].text
    (tmp_path / "a.jsonl").write_text(json.dumps({"title": "Kites", "abstract": text}) + "\n")
    (tmp_path / "b.jsonl").write_text(
        json.dumps({"abstract": text, "url": "https://example.org/kites", "authors": ["Ada Kay"]}) + "\n"
    )
    with make_library(index=tmp_path / "index") as library:
        library.ingest([str(tmp_path / "a.jsonl")])
        library.ingest([str(tmp_path / "b.jsonl")])
        (paper,) = library.papers()
        assert paper.title == "Kites"
        assert paper.origin_of("title").startswith(str(tmp_path / "a.jsonl"))
        assert paper.origin_of("authors").startswith(str(tmp_path / "b.jsonl"))
        assert library.ingest([str(tmp_path / "b.jsonl")]).unchanged == 1
        assert library.paper(paper.paper_id) == paper
    assert f"Kites  (from {tmp_path / 'a.jsonl'}" in paper_text(paper)


def test_a_linked_paper_says_that_the_catalogue_gave_its_title(tmp_path, make_library):
    (tmp_path / "list.txt").write_text(f"{PAPERS[0].text}\n")
    row = {"title": "Kites", "abstract": PAPERS[0].text, "url": "https://example.org/kites"}
    (tmp_path / "catalog.jsonl").write_text(json.dumps(row) + "\n")
    with make_library(index=tmp_path / "index") as library:
        library.ingest([str(tmp_path / "list.txt")], [str(tmp_path / "catalog.jsonl")])
        (paper,) = library.papers()
    assert paper.origin_of("url").startswith(str(tmp_path / "catalog.jsonl"))
    assert paper.origin_of("text").startswith(str(tmp_path / "list.txt"))
