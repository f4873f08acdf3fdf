import json
from pathlib import Path

import pytest
from invented_papers import BEE, BREAD, KITE, PAPERS, write_list

from rag.errors import IndexUnavailable, UsageError
from rag.paper import new_paper
from rag.text import fingerprint


def test_a_catalogue_gives_titles_and_links(library):
    Path("known.jsonl").write_text(
        "".join(
            json.dumps(
                {
                    "title": p.title,
                    "abstract": p.text,
                    "authors": list(p.authors),
                    "year": p.year,
                    "url": p.url,
                }
            )
            + "\n"
            for p in PAPERS[:2]
        )
    )
    report = library.ingest([write_list("list.txt", KITE, BEE, BREAD)], ["known.jsonl"])
    assert (report.added, report.linked, report.unlinked) == (3, 2, 1)
    assert library.paper(PAPERS[0].paper_id).title == PAPERS[0].title


def test_the_sample_is_a_built_in_catalogue(library, monkeypatch):
    digest = new_paper(
        "Plans detours.",
        title="Kitemap",
        url=PAPERS[0].url,
        text_kind="digest",
        abstract_fingerprint=fingerprint(KITE),
    )
    monkeypatch.setattr("rag.library_writer.sample_papers", lambda: iter([digest]))
    assert library.ingest([write_list("list.txt", KITE)]).linked == 1
    (paper,) = library.papers()
    assert (paper.title, paper.url, paper.text, paper.text_kind) == (
        "Kitemap",
        PAPERS[0].url,
        KITE,
        "abstract",
    )


def test_an_event_list_finds_its_abstracts_in_another_argument(library):
    event = {
        "id": 71,
        "name": "Kitemap: planning detours",
        "authors": [{"fullname": "Ada Müller"}],
        "abstract": None,
        "eventtype": "Poster",
        "virtualsite_url": "/virtual/2031/poster/71",
    }
    Path("a").mkdir()
    Path("b").mkdir()
    Path("a/events.json").write_text(json.dumps({"count": 1, "next": None, "results": [event]}))
    Path("b/abstracts.json").write_text(json.dumps({"71": KITE}))
    report = library.ingest(["a/events.json", "b/abstracts.json"])
    assert report.added == 1, report
    (paper,) = library.papers()
    assert (paper.title, paper.text) == ("Kitemap: planning detours", KITE)


def test_a_missing_path_is_told_before_anything_is_done(library, folder):
    write_list("list.txt", KITE)
    for paths, catalog in ((["list.txt", "missing.txt"], []), (["list.txt"], ["missing.json"])):
        with pytest.raises(UsageError, match=r"missing\.\w+ does not exist"):
            library.ingest(paths, catalog)
    assert not folder.exists()


@pytest.mark.parametrize("content", [b"", b"Only a heading", b"%PDF-1.4 \x00\x01", b"[]"])
def test_without_a_paper_no_index_is_made(library, folder, content):
    Path("nothing.txt").write_bytes(content)
    report = library.ingest(["nothing.txt"])
    assert report.added == report.papers == 0
    assert report.skipped
    assert not folder.exists()


def test_a_folder_with_other_files_is_left_alone(library, folder):
    folder.mkdir()
    (folder / "thesis.tex").write_text("x")
    with pytest.raises(IndexUnavailable, match="no index but holds other files"):
        library.ingest([write_list("list.txt", KITE)])
    assert [p.name for p in folder.iterdir()] == ["thesis.tex"]


def test_papers_that_are_linked_already_count_as_linked(library):
    papers = [{"title": t, "abstract": a, "url": f"https://a.b/{t}"} for t, a in (("K", KITE), ("B", BEE))]
    Path("catalog.json").write_text(json.dumps(papers))
    assert library.ingest([write_list("list.txt", KITE, BEE)], ["catalog.json"]).unlinked == 0
    report = library.ingest([write_list("list.txt", KITE, BEE, BREAD)])
    assert (report.unchanged, report.added, report.unlinked) == (2, 1, 1)


def test_a_catalogue_without_titles_is_refused(library):
    with pytest.raises(UsageError, match="has no paper with a title"):
        library.ingest([write_list("list.txt", KITE)], [write_list("catalog.txt", BEE)])


def test_sync_names_what_is_gone_and_remove_removes_it(library):
    library.ingest([write_list("list.txt", KITE, BEE)])
    report, extra = library.sync([write_list("list.txt", KITE, BREAD)])
    assert (report.added, report.unchanged) == (1, 1)
    assert [p.text for p in extra] == [BEE]
    assert len(library) == 3
    assert library.remove([extra[0].paper_id, "unknown"]) == 1
    assert {p.text for p in library.papers()} == {KITE, BREAD}
    assert library.search("HIVELOG counts bees", k=1).hits[0].paper.text != BEE


def test_sync_of_several_inputs_misses_what_is_in_none_of_them(library):
    library.ingest([write_list("list.txt", KITE, BEE, BREAD)])
    first, second = write_list("first.txt", KITE), write_list("second.txt", BREAD)
    report, extra = library.sync([first, second])
    assert (report.added, report.unchanged) == (0, 2)
    assert [p.text for p in extra] == [BEE]
    assert library.sync([first, second])[1] == extra
    assert [p.text for p in library.sync([first])[1]] == sorted([BEE, BREAD], key=fingerprint)


def test_sync_with_a_part_of_a_download_misses_nothing(library):
    """What has not come is not gone."""
    library.ingest([write_list("list.txt", KITE, BEE)])
    page = {"count": 2, "next": "https://example.org/?page=2", "results": [{"title": "K", "abstract": KITE}]}
    Path("page.json").write_text(json.dumps(page))
    for _ in range(2):
        report, extra = library.sync(["page.json"])
        assert any(warning.partial for warning in report.warnings)
        assert extra == []


def without_seconds(report):
    return report.to_dict() | {"seconds": 0, "met": report.met}


def test_an_input_that_has_not_changed_is_not_read_again(library, monkeypatch):
    rows = [{"id": 7, "doi": "10.5555/7", "title": "A kite", "abstract": KITE}]
    rows += [{"id": 7, "doi": "10.5555/7", "title": "A bee", "abstract": BEE}, {"title": "nothing"}]
    Path("folder").mkdir()
    Path("folder", "papers.json").write_text(json.dumps(rows))
    write_list("folder/list.txt", KITE, KITE.replace("18%", "19%"), "A heading")
    assert len(library.ingest(["folder"]).warnings) == 2
    with monkeypatch.context() as patch:
        patch.setattr("rag.library_writer.input_key", lambda *_: "")
        read_again = library.ingest(["folder"])
    assert (read_again.unchanged, len(read_again.skipped), read_again.warnings) == (3, 4, [])
    with monkeypatch.context() as patch:
        patch.setattr("rag.library_writer.read", lambda *_: iter(()))
        recognised = library.ingest(["folder"])
    assert without_seconds(recognised) == without_seconds(read_again)
    assert len(library.status()["last_runs"]) == 3


@pytest.mark.parametrize("change", ["content", "another file", "index", "removed", "catalogue"])
def test_an_input_is_read_again_when_it_or_the_index_has_changed(library, change):
    Path("folder").mkdir()
    paths, catalogs = ["folder"], []
    write_list("folder/list.txt", KITE, BEE)
    library.ingest(paths)
    if change == "content":
        write_list("folder/list.txt", KITE, BREAD)
    elif change == "another file":
        write_list("folder/other.txt", BREAD)
    elif change == "index":
        library.ingest([write_list("other.txt", BREAD)])
    elif change == "removed":
        library.remove([next(library.papers()).paper_id])
    else:
        Path("catalog.json").write_text(json.dumps([{"title": "Kites", "abstract": KITE, "doi": "10.5/k"}]))
        catalogs = ["catalog.json"]
    report = library.ingest(paths, catalogs)
    assert (report.added, report.updated, report.unchanged) == {
        "content": (1, 0, 1),
        "another file": (1, 0, 2),
        "index": (0, 0, 2),
        "removed": (1, 0, 1),
        "catalogue": (0, 1, 1),
    }[change]


def test_doctor_finds_a_whole_index_clean(library):
    library.ingest([write_list("list.txt", KITE)])
    before, after = library.doctor()
    assert before.clean
    assert after.clean
