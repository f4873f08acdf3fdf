import gzip
import io
import json
import os
import sys
import threading
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from reader_support import A, B, C, papers, records, skips, texts, write

from rag.errors import UsageError
from rag.sources import Paper, inputs, read


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def test_reading_is_lazy(tmp_path):
    found = read(write(tmp_path, "f.txt", f"{A}\n\n{B}"))
    assert iter(found) is found
    assert next(found).text == A  # type: ignore[union-attr]


def test_a_folder_is_read_by_name_without_hidden_files(tmp_path):
    for name, text in {
        "b.txt": B,
        "a/z.txt": A,
        "c.json": '{"abstract": "' + C + '"}',
        ".x.txt": A,
        ".git/y.txt": B,
    }.items():
        write(tmp_path, name, text)
    write(tmp_path, "d.pdf", b"%PDF-1.4 x\x00")
    write(tmp_path, "e.txt", "")
    found = list(read(str(tmp_path)))
    assert texts(found) == [A, B, C]
    assert skips(found) == {
        "d.pdf": "not a text file (PDF signature)",
        "e.txt": "no abstracts found in e.txt",
    }


@pytest.mark.parametrize("content", ["", " \n\t\n", "\ufeff", "Only a heading"])
def test_files_without_abstracts_say_so(tmp_path, content):
    found = records(tmp_path, content, "empty.txt")
    assert not papers(found)
    assert skips(found)["empty.txt"] == "no abstracts found in empty.txt"


def test_an_empty_folder_says_so(tmp_path):
    assert "no abstracts found" in next(iter(skips(list(read(tmp_path))).values()))


def test_missing_paths(tmp_path):
    for path in (tmp_path / "nope.txt", "a\x00b"):
        with pytest.raises(UsageError, match=r"^[^\n]+$"):
            list(read(path))
    with pytest.raises(UsageError, match=r"no such file or folder: .*nope"):
        list(read(write(tmp_path, "f.txt", A), tmp_path / "nope"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_paths(tmp_path):
    path = write(tmp_path, "f.txt", A)
    path.chmod(0)
    with pytest.raises(UsageError, match="cannot read"):
        list(read(path))


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"Heading\n\n{A}".encode())))
    found = list(read("-"))
    assert texts(found) == [A]
    assert papers(found)[0].origin == "-:3"


def test_a_named_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    thread = threading.Thread(target=pipe.write_text, args=(A,))
    thread.start()
    assert texts(list(read(pipe))) == [A]
    thread.join()


def test_gzip_of_any_format(tmp_path):
    assert texts(records(tmp_path, gzip.compress(f"{A}\n\n{B}".encode()), "f.txt.gz")) == [A, B]
    assert texts(records(tmp_path, gzip.compress(b'[{"abstract": "We do it."}]'), "noname")) == ["We do it."]


def test_a_damaged_gzip_gives_what_was_whole(tmp_path):
    rows = "".join(
        f'{{"abstract": "We count to {n} and stop. {os.urandom(40).hex()}"}}\n' for n in range(4000)
    )
    packed = gzip.compress(rows.encode())
    found = records(tmp_path, packed[: len(packed) // 2], "f.jsonl.gz")
    assert papers(found)
    assert skips(found)["f.jsonl.gz"].startswith("cannot be read to the end")


def test_zip_members(tmp_path):
    data = zipped(
        {
            "b/list.txt": f"{A}\n\n{B}",
            "a.csv": f'title,abstract\nTides,"{C}"\n',
            "__MACOSX/x.txt": A,
            ".y": B,
            "d/": "",
        }
    )
    found = records(tmp_path, data, "f.zip")
    assert texts(found) == [C, A, B]
    assert papers(found)[1].origin.endswith("f.zip/b/list.txt:1")


def test_companions_meet_in_a_zip(tmp_path):
    event = {"id": 7, "name": "Icegauge", "eventtype": "Poster", "virtualsite_url": "/virtual/2031/poster/7"}
    data = zipped({"e.json": json.dumps({"results": [event]}), "e-abstracts.json": json.dumps({"7": A})})
    assert [(p.title, p.text) for p in papers(records(tmp_path, data, "f.zip"))] == [("Icegauge", A)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (zipped({"[Content_Types].xml": "<x/>", "word/document.xml": "<x/>"}), "Office document"),
        (zipped({}), "no abstracts found"),
        (b"PK\x03\x04 not a zip at all", "damaged zip"),
        (zipped({"a.txt": A})[:-30], "damaged zip"),
        (gzip.compress(gzip.compress(A.encode())), "gzip signature"),
    ],
)
def test_bad_archives_are_reported(tmp_path, data, reason):
    found = records(tmp_path, data, "f")
    assert not papers(found)
    assert reason in " ".join(skips(found).values())


def test_an_archive_in_an_archive_is_not_opened(tmp_path):
    found = records(tmp_path, zipped({"in.zip": zipped({"a.txt": A}), "b.txt": B}), "f.zip")
    assert texts(found) == [B]
    assert skips(found) == {"in.zip": "not a text file (zip signature)"}


def test_bombs_are_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(inputs, "_RATIO_FROM", 1 << 16)
    blank = b" " * (1 << 20)
    assert "times its size" in skips(records(tmp_path, gzip.compress(blank), "f.gz"))["f.gz"]
    assert "times its size" in skips(records(tmp_path, zipped({"a.txt": blank}), "f.zip"))["a.txt"]
    monkeypatch.setattr(inputs, "MAX_BYTES", 1 << 16)
    assert (
        "unpacked"
        in skips(records(tmp_path, gzip.compress(os.urandom(1 << 18).hex().encode()), "f.gz"))["f.gz"]
    )
    monkeypatch.setattr(inputs, "MAX_MEMBERS", 3)
    assert (
        "more than 3" in skips(records(tmp_path, zipped({f"{n}.txt": A for n in range(4)}), "f.zip"))["f.zip"]
    )


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
def test_no_file_stays_open(tmp_path):
    write(tmp_path, "f.gz", gzip.compress(A.encode()))
    write(tmp_path, "f.zip", zipped({"a.txt": A}))
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert len([r for r in read(tmp_path) if isinstance(r, Paper)]) == 2
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_small_archive_takes_little_memory(tmp_path):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"We count bees at the hive entrance with one camera. It works."))
    tracemalloc.start()
    found = list(read(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [type(record) for record in found] == [Paper]
    assert peak < 32 << 20
