"""What kills, full disks and read-only folders leave behind, with processes of their own."""

import ctypes
import json
import random
import resource
import signal
import subprocess
import sys
import time

import pytest
from invented_papers import PAPERS, many_papers, new_index
from processes import TIMEOUT, rag_command

from eval.bench.kill import Counts, finish, kill_until_done

_CAPBSET_DROP, _CAP_DAC_OVERRIDE = 24, 1
# Some batches.
SIZE = 100


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    path = tmp_path_factory.mktemp("source") / "papers.json"
    rows = [{"title": p.title, "abstract": p.text, "url": p.url} for p in many_papers(SIZE)]
    path.write_text(json.dumps(rows))
    return path


def one_line(result):
    assert "Traceback" not in result.stderr
    lines = [line for line in result.stderr.splitlines() if line.startswith("rag: ")]
    assert len(lines) == 1
    return lines[0]


@pytest.fixture
def goes_on(source, make_library):
    """Check that an index opens, is whole or can be mended, and that the next run finishes it."""

    def check(index):
        with make_library(index=index) as library:
            assert library.doctor()[1].clean
            assert library.ingest([str(source)]).papers == SIZE
            assert library.doctor(repair=False)[0].clean

    return check


def test_kills_at_random_moments_lose_and_double_nothing(source, tmp_path, make_library):
    with make_library(index=tmp_path / "clean") as library:
        library.ingest([str(source)])
    counts = Counts()
    kill_until_done(source, SIZE, tmp_path / "index", 3, 20.0, random.Random(7), counts)
    finish(source, tmp_path / "index", tmp_path / "clean", counts)
    assert counts.kills
    assert not counts.bad
    assert counts.clean + counts.repaired == counts.kills


def test_an_interrupt_ends_it_in_one_line_and_keeps_what_is_finished(source, tmp_path, goes_on):
    index = tmp_path / "index"
    process = subprocess.Popen(
        [sys.executable, "-m", "rag.cli", "ingest", source, "--index", index],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not (index / "generation-1" / "chroma" / "chroma.sqlite3").exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=TIMEOUT)
    result = subprocess.CompletedProcess([], process.returncode, out, err)
    assert result.returncode == 130
    assert "what was finished is kept" in one_line(result)
    assert not (index / "writer.pid").exists()
    goes_on(index)


@pytest.mark.parametrize("largest", [100_000, 250_000])
def test_a_full_disk_is_said_in_one_line(source, tmp_path, largest, goes_on):
    """A limit on the size of files fails as a full disk does."""
    index = tmp_path / "index"
    result = rag_command(
        "ingest",
        source,
        "--index",
        index,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest)),
    )
    assert result.returncode == 2
    assert "disk is not full" in one_line(result)
    goes_on(index)


def drop_override():
    """Give up the right of root to write into any folder."""
    ctypes.CDLL(None).prctl(_CAPBSET_DROP, _CAP_DAC_OVERRIDE, 0, 0, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="drops a right of root, as Linux has it")
def test_a_read_only_folder_is_searched_but_not_written(source, tmp_path, embedder):
    index = tmp_path / "index"
    new_index(index, embedder, PAPERS).close()
    folders = [index, *(path for path in index.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o500)
    try:
        refused = rag_command("ingest", source, "--index", index, preexec_fn=drop_override)
        found = rag_command("search", "gusts", "--index", index, "--json", preexec_fn=drop_override)
    finally:
        for folder in folders:
            folder.chmod(0o700)
    assert refused.returncode == 2
    assert "cannot be written" in one_line(refused)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["hits"][0]["title"].startswith("Kitemap")
