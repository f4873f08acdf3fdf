import json
import threading
from pathlib import Path

import pytest
from invented_papers import BEE, BREAD, KITE, PAPERS
from processes import python, start_python

from rag.errors import IndexUnavailable, UsageError
from rag.library import Library
from rag.models.embedding import OnnxEmbedding
from rag.paper import new_paper
from rag.settings import load_settings
from rag.text import fingerprint


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "index"


@pytest.fixture
def library(make_library, folder):
    with make_library(index=folder) as made:
        yield made


def write(name, *abstracts):
    Path(name).write_text("\n\n".join(["Kite papers 2031", *abstracts]) + "\n", encoding="utf-8")
    return name


def test_from_a_text_file_to_an_answer(library, folder):
    report = library.ingest([write("list.txt", KITE, BEE)]).to_dict()
    assert (report["added"], report["unlinked"], report["papers"]) == (2, 2, 2)
    assert [s["where"] for s in report["skipped"]] == ["list.txt:1"]
    assert not library.is_sample
    assert len(library) == 2
    answer = library.ask("How does KITEMAP avoid gusts?")
    assert [s.paper.text for s in answer.sources] == [KITE]
    assert answer.sources[0].paper.url == ""
    status = library.status()
    assert (status["index"], status["sample"], status["papers"], status["chunks"]) == (
        str(folder),
        False,
        2,
        2,
    )
    assert status["bytes"] > 1000
    assert status["last_runs"][0]["added"] == 2
    json.dumps(status, allow_nan=False)


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
    report = library.ingest([write("list.txt", KITE, BEE, BREAD)], ["known.jsonl"])
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
    assert library.ingest([write("list.txt", KITE)]).linked == 1
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
    write("list.txt", KITE)
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


def test_an_index_that_was_named_but_is_not_there_is_told(library, folder):
    with pytest.raises(IndexUnavailable, match=f"no index at {folder}.*rag ingest PATH --index {folder}"):
        library.search("kites")
    assert not folder.exists()


def test_without_an_index_of_their_own_users_get_the_sample(make_library):
    with make_library() as library:
        assert library.is_sample
        assert not library.own_folder.exists()
        library.ingest([write("list.txt", KITE)])
        assert not library.is_sample
        assert len(library) == 1
        assert {p.text for p in library.papers()} == {KITE}


def test_a_folder_with_other_files_is_left_alone(library, folder):
    folder.mkdir()
    (folder / "thesis.tex").write_text("x")
    with pytest.raises(IndexUnavailable, match="no index but holds other files"):
        library.ingest([write("list.txt", KITE)])
    assert [p.name for p in folder.iterdir()] == ["thesis.tex"]


def test_another_embedder_is_refused_and_reindex_mends_it(library, folder):
    library.ingest([write("list.txt", KITE, BEE)])
    other = Library(load_settings(index=folder, embedding="bge-small"))
    for use in (lambda: other.search("kites"), lambda: other.ingest(["list.txt"]), other.status):
        with pytest.raises(IndexUnavailable, match="rag reindex"):
            use()
    assert other.reindex() == 2
    assert other.search("How does KITEMAP avoid gusts?", k=1).hits[0].paper.text == KITE
    assert other.status()["built_by"]["embedding"]["name"] == "bge-small-en-v1.5-int8"
    with pytest.raises(IndexUnavailable, match="bge-small"):
        library.search("kites")
    other.close()


def test_papers_that_are_linked_already_count_as_linked(library):
    papers = [{"title": t, "abstract": a, "url": f"https://a.b/{t}"} for t, a in (("K", KITE), ("B", BEE))]
    Path("catalog.json").write_text(json.dumps(papers))
    assert library.ingest([write("list.txt", KITE, BEE)], ["catalog.json"]).unlinked == 0
    report = library.ingest([write("list.txt", KITE, BEE, BREAD)])
    assert (report.unchanged, report.added, report.unlinked) == (2, 1, 1)


def test_a_catalogue_without_titles_is_refused(library):
    with pytest.raises(UsageError, match="has no paper with a title"):
        library.ingest([write("list.txt", KITE)], [write("catalog.txt", BEE)])


def test_sync_names_what_is_gone_and_remove_removes_it(library):
    library.ingest([write("list.txt", KITE, BEE)])
    report, extra = library.sync([write("list.txt", KITE, BREAD)])
    assert (report.added, report.unchanged) == (1, 1)
    assert [p.text for p in extra] == [BEE]
    assert len(library) == 3
    assert library.remove([extra[0].paper_id, "unknown"]) == 1
    assert {p.text for p in library.papers()} == {KITE, BREAD}
    assert library.search("HIVELOG counts bees", k=1).hits[0].paper.text != BEE


def test_sync_of_several_inputs_misses_what_is_in_none_of_them(library):
    library.ingest([write("list.txt", KITE, BEE, BREAD)])
    first, second = write("first.txt", KITE), write("second.txt", BREAD)
    report, extra = library.sync([first, second])
    assert (report.added, report.unchanged) == (0, 2)
    assert [p.text for p in extra] == [BEE]
    assert library.sync([first, second])[1] == extra
    assert [p.text for p in library.sync([first])[1]] == sorted([BEE, BREAD], key=fingerprint)


def test_sync_with_a_part_of_a_download_misses_nothing(library):
    """What has not come is not gone."""
    library.ingest([write("list.txt", KITE, BEE)])
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
    write("folder/list.txt", KITE, KITE.replace("18%", "19%"), "A heading")
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
    write("folder/list.txt", KITE, BEE)
    library.ingest(paths)
    if change == "content":
        write("folder/list.txt", KITE, BREAD)
    elif change == "another file":
        write("folder/other.txt", BREAD)
    elif change == "index":
        library.ingest([write("other.txt", BREAD)])
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
    library.ingest([write("list.txt", KITE)])
    before, after = library.doctor()
    assert before.clean
    assert after.clean


ADD = """
import sys
from rag.library import Library
from rag.settings import load_settings
with Library(load_settings(index=sys.argv[1])) as library:
    print(library.ingest([sys.argv[2]]).added)
"""


def test_what_another_process_ingests_is_found_without_a_restart(library, folder):
    library.ingest([write("list.txt", KITE)])
    assert library.search("SORRELNET", k=1).hits[0].paper.text == KITE
    index = library.index
    sorrel = "We present SORRELNET, which waters plants in dry summers. It uses 45% less water."
    done = python(ADD, folder, write("more.txt", sorrel))
    assert done.stdout == "1\n", done.stderr
    assert library.search("SORRELNET", k=1).hits[0].paper.text == sorrel
    assert library.ask("What does SORRELNET water?").sources[0].paper.text == sorrel
    assert library.index is index
    assert len(library) == 2


FIRST_USE = """
import sys
import rag.sample_index
from rag.library import Library
papers = list(rag.sample_index.sample_papers())[:12]
rag.sample_index.sample_papers = lambda: iter(papers)
with Library() as library:
    sys.stdin.readline()
    print(len(library), len(library.search("fairness", k=1, rerank=False).hits))
"""


def test_two_processes_may_build_the_sample_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("RAG_CACHE", str(tmp_path / "cache"))
    processes = [start_python(FIRST_USE) for _ in range(2)]
    try:
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        for process in processes:
            out, err = process.communicate(timeout=120)
            assert out == "12 1\n", err
    finally:
        for process in processes:
            process.kill()


def test_a_search_survives_an_ingestion_in_another_thread(library, monkeypatch):
    library.ingest([write("list.txt", KITE, BEE)])
    write("more.txt", BREAD)
    embed = OnnxEmbedding.embed_question
    errors = []

    def embed_while_ingesting(self, question):
        def run():
            try:
                library.ingest(["more.txt"])
            except Exception as error:  # noqa: BLE001
                errors.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join(60)
        return embed(self, question)

    monkeypatch.setattr(OnnxEmbedding, "embed_question", embed_while_ingesting)
    hits = library.search("How does KITEMAP avoid gusts?", k=1).hits
    assert hits[0].paper.text == KITE
    assert errors == []
    assert len(library) == 3


def test_several_threads_may_search_at_once(small_library):
    results, errors = [], []

    def run(question, title):
        try:
            results.append(small_library.search(question, k=1).hits[0].paper.title == title)
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    pairs = [
        ("KITEMAP gusts", PAPERS[0].title),
        ("HIVELOG bees", PAPERS[1].title),
        ("CRUMBEAR", PAPERS[2].title),
    ] * 2
    threads = [threading.Thread(target=run, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []
    assert results == [True] * 6


def test_models_are_loaded_only_when_they_are_needed(small_library):
    with Library(load_settings(index=small_library.own_folder)) as library:
        assert "_reranker" not in library.models.__dict__
        assert len(library) == len(PAPERS)
        assert library.search("kites", k=1, rerank=False).hits
        assert "_reranker" not in library.models.__dict__


def test_the_mode_follows_the_settings():
    assert Library(load_settings()).mode == "quoted"
    assert Library(load_settings(llm_model="m")).mode == "written"
    assert Library(load_settings(llm_model="m", mode="quoted")).mode == "quoted"
