import json
import threading

import pytest
from invented_papers import BEE, BREAD, KITE, PAPERS, write_list
from processes import python, start_python

from rag.errors import IndexUnavailable
from rag.library import Library
from rag.models.embedding import OnnxEmbedding
from rag.settings import load_settings


def test_from_a_text_file_to_an_answer(library, folder):
    report = library.ingest([write_list("list.txt", KITE, BEE)]).to_dict()
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


def test_an_index_that_was_named_but_is_not_there_is_told(library, folder):
    with pytest.raises(IndexUnavailable, match=f"no index at {folder}.*rag ingest PATH --index {folder}"):
        library.search("kites")
    assert not folder.exists()


def test_without_an_index_of_their_own_users_get_the_sample(make_library):
    with make_library() as library:
        assert library.is_sample
        assert not library.own_folder.exists()
        library.ingest([write_list("list.txt", KITE)])
        assert not library.is_sample
        assert len(library) == 1
        assert {p.text for p in library.papers()} == {KITE}


def test_another_embedder_is_refused_and_reindex_mends_it(library, folder):
    library.ingest([write_list("list.txt", KITE, BEE)])
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


ADD = """
import sys
from rag.library import Library
from rag.settings import load_settings
with Library(load_settings(index=sys.argv[1])) as library:
    print(library.ingest([sys.argv[2]]).added)
"""


def test_what_another_process_ingests_is_found_without_a_restart(library, folder):
    library.ingest([write_list("list.txt", KITE)])
    assert library.search("SORRELNET", k=1).hits[0].paper.text == KITE
    index = library.index
    sorrel = "We present SORRELNET, which waters plants in dry summers. It uses 45% less water."
    done = python(ADD, folder, write_list("more.txt", sorrel))
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
    library.ingest([write_list("list.txt", KITE, BEE)])
    write_list("more.txt", BREAD)
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
