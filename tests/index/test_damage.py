"""Files that are really damaged: every command ends in one line that says what to do, or mends them."""

import random
import shutil

import numpy as np
import pytest
from invented_papers import PAPERS, many_papers, new_index

import rag.cli
from rag.chunking import Chunk
from rag.errors import ChromaUnreadable
from rag.index.chroma_files import damage
from rag.index.vectors import ChunkVectors

_PAGE = 4096


def with_bad_header(data):
    return b"\x13" * 100 + data[100:]


def with_bad_middle(data):
    """Spoil the pages where a title stands, or those in the middle: not everything is always read."""
    place = data.find(PAPERS[0].title.encode())
    start = (place if place > _PAGE else len(data) // 2) // _PAGE * _PAGE
    noise = random.Random(5).randbytes(min(2 * _PAGE, len(data) - start))
    return data[:start] + noise + data[start + len(noise) :]


def with_single_bytes_changed(data):
    chance, changed = random.Random(3), bytearray(data)
    for _ in range(len(data) // 1000 + 20):
        changed[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(changed)


def cut_off(data):
    return data[: len(data) // 2]


def emptied(_):
    return b""


def lost(_):
    return None


WAYS = [with_bad_header, with_bad_middle, with_single_bytes_changed, cut_off, emptied, lost]


def spoil(file, way):
    data = way(file.read_bytes())
    file.unlink()
    if data is not None:
        file.write_bytes(data)


@pytest.fixture(scope="module")
def whole(tmp_path_factory, embedder):
    folder = tmp_path_factory.mktemp("whole") / "index"
    new_index(folder, embedder, [*PAPERS, *many_papers(40)]).close()
    return folder


@pytest.fixture
def folder(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "index")
    return tmp_path / "index"


@pytest.fixture
def run(capsys, loaded_cli, folder):
    def call(*arguments):
        capsys.readouterr()
        code = rag.cli.main([*map(str, arguments), "--index", str(folder)])
        return code, [line for line in capsys.readouterr().err.splitlines() if line.startswith("rag: ")]

    return call


@pytest.mark.parametrize("way", WAYS)
def test_damaged_records_are_told_and_never_taken_for_an_empty_index(run, folder, way):
    spoil(folder / "generation-1" / "papers.sqlite3", way)
    (folder / "new.txt").write_text("We present ZORKNET, which sorts letters in a post office.")
    for command in (
        ["search", "kites"],
        ["ingest", folder / "new.txt"],
        ["papers"],
        ["doctor"],
        ["reindex"],
    ):
        code, lines = run(*command)
        assert (code, len(lines)) == (2, 1), command
        assert "papers.sqlite3" in lines[0]
        assert "put back a copy of the index folder" in lines[0]
    assert (folder / "generation-1" / "chroma" / "chroma.sqlite3").exists()


@pytest.mark.parametrize("way", [with_bad_header, with_bad_middle, cut_off, emptied, lost])
def test_a_damaged_chroma_is_still_searched_and_mended_by_the_doctor(run, folder, way):
    spoil(folder / "generation-1" / "chroma" / "chroma.sqlite3", way)
    assert run("search", "kites") == (0, [])
    code, lines = run("doctor", "--check")
    assert (code, len(lines)) == (2, 2)
    assert "Chroma" in lines[0]
    code, lines = run("doctor")
    assert (code, len(lines)) == (0, 1)
    assert run("doctor", "--check") == (0, [])
    assert run("search", "kites") == (0, [])


@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_snapshot_is_made_again(run, folder, way):
    for file in [f for f in (folder / "generation-1" / "snapshots").rglob("*") if f.is_file()]:
        spoil(file, way)
    assert run("search", "kites") == (0, [])
    assert run("doctor", "--check") == (0, [])


def test_a_lost_manifest_is_no_new_index(run, folder):
    (folder / "manifest.json").unlink()
    (folder.parent / "new.txt").write_text("We present ZORKNET, which sorts letters in a post office.")
    code, lines = run("ingest", folder.parent / "new.txt")
    assert code == 2
    assert "has lost its manifest.json" in lines[0]


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    """A Chroma folder with so many vectors that their search graph stands in files of its own."""
    folder = tmp_path_factory.mktemp("graph") / "chroma"
    vectors = np.random.default_rng(1).standard_normal((1100, 24)).astype(np.float32)
    ChunkVectors(folder).upsert(
        [(p, Chunk(p.paper_id, 0, 0, 10, p.text), v) for p, v in zip(many_papers(1100), vectors, strict=True)]
    )
    return folder


def test_a_whole_graph_is_not_called_damaged(graph):
    assert list(graph.glob("*/data_level0.bin"))
    assert damage(graph) == ""


@pytest.mark.parametrize("way", [with_bad_header, with_single_bytes_changed, cut_off, emptied])
@pytest.mark.parametrize("name", ["data_level0.bin", "header.bin"])
def test_a_damaged_graph_is_told_and_does_not_end_the_process(graph, tmp_path, way, name):
    shutil.copytree(graph, tmp_path / "chroma")
    [file] = (tmp_path / "chroma").glob(f"*/{name}")
    spoil(file, way)
    with pytest.raises(ChromaUnreadable, match=f"{name} is (damaged|cut off).*rag doctor"):
        ChunkVectors(tmp_path / "chroma")
