"""Which records are one paper, and what it takes from each."""

import itertools
import json
from dataclasses import replace

import pytest
from ingest_checks import LONG, PAGE, check, counts
from invented_papers import (
    BEE,
    BREAD,
    KITE,
    PAPERS,
    chunk_ids,
    ingest,
    many_papers,
    new_index,
    stored,
)

from rag.cli.shell_text import paper_text
from rag.paper import new_paper
from rag.text import fingerprint


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
    monkeypatch.setattr("rag.ingestion.run._BATCH", 2)
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
