"""No reader raises or hangs, whatever the bytes are."""

import json
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rag.paper import Paper
from rag.sources import Skipped, Warned, arxiv_atom, bibtex, csv_table, json_records, read, ris, text_list
from rag.sources.latex import to_unicode

QUICK = settings(max_examples=40, deadline=2000, suppress_health_check=[HealthCheck.too_slow])
ALPHABET = "@{}\"',=#\\$%&~ \n\t;|[]().:-<>!/?ÄßéT\u2028\ufeff\ud800abTYABUERxy019"
SNIPPETS = st.sampled_from(
    [
        *(
            "@misc{k, abstract = {",
            "@string{a = ",
            '\\"u',
            "TY  - JOUR\n",
            "AB  - ",
            "ER  - \n",
            "title,abstract\n",
        ),
        *('{"abstract": "', '"}\n', "[", "{", "]", "}", "<feed>", "<entry>", "</entry>", "\n\n", "[1] ", '"'),
        *("Abstract: ", "We do it. ", "$"),
    ]
)
SOUP = st.lists(st.one_of(SNIPPETS, st.text(ALPHABET, max_size=8)), max_size=30).map("".join)
KEYS = (
    "title abstract abstracts authors author year url doi id name content value venue keywords eventtype "
    "type paper_url virtualsite_url results notes papers count next text text_kind fingerprint "
    "speakers/authors externalIds"
).split()
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
VALUES = st.recursive(
    SCALARS | st.sampled_from(["2031", "We do it."]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=25,
)


def check(found):
    for record in found:
        assert isinstance(record, Paper | Skipped | Warned)
        if isinstance(record, Paper):
            assert record.text
            json.dumps(record.to_dict(), allow_nan=False).encode()
            record.text.encode()
            assert record.year is None or isinstance(record.year, int)
        else:
            assert "\n" not in (record.reason if isinstance(record, Skipped) else record.message)


def check_bytes(data):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("f", "f.json", "f.jsonl", "f.csv"):
            path = Path(folder, name)
            path.write_bytes(data)
            found = list(read(path))
            assert found
            check(found)
            path.unlink()


@QUICK
@given(st.binary(max_size=400))
def test_bytes(data):
    check_bytes(data)


@QUICK
@given(
    st.sampled_from([b"%PDF", b"PK\x03\x04", b"\x1f\x8b\x08", b"\xff\xfe", b"\xef\xbb\xbf", b"<?xml "]),
    st.binary(max_size=200),
)
def test_bytes_behind_a_signature(start, data):
    check_bytes(start + data)


@QUICK
@given(SOUP)
def test_text(text):
    check_bytes(text.encode("utf-8", "surrogatepass"))


@QUICK
@given(VALUES)
def test_json(value):
    check_bytes(json.dumps(value).encode())
    check_bytes(json.dumps({"results": [value], "abstract": value}).encode())


@pytest.mark.parametrize("reader", [text_list, csv_table, bibtex, ris, arxiv_atom, json_records])
@QUICK
@given(text=SOUP)
def test_each_reader_alone(reader, text):
    check(reader.read(text, "f"))


@QUICK
@given(SOUP)
def test_latex(text):
    to_unicode(text)


@pytest.mark.parametrize(
    "text",
    [
        "@misc{a, abstract = {" + "{" * 30_000,
        "@misc{a,\n" * 3000,
        '@misc{a, abstract = "' + '\\"' * 20_000,
        "{" * 30_000 + "}" * 30_000,
        "[" * 30_000,
        '{"a":' * 20_000,
        "title,abstract\n" + '1,"x\n' * 3000,
        "$" * 30_000,
        "\\(" * 10_000,
        "$$ " * 10_000,
        "@misc{a, abstract={" + "\\( " * 10_000 + "}}",
        "@misc{a, abstract={" + "$$ x " * 10_000 + "$}}",
        "TY  - JOUR\n" * 5000,
        "1. x.\n" * 5000,
        "- " * 30_000,
        "=" * 100 + " " * 100 + "x",
        "-= *_" * 24,
        " " * 50_000 + "x",
        "AB  - " * 20_000,
        "<p" * 30_000,
        '[{"abstract": "' + "<p " * 30_000 + '"}]',
        '[{"abstract": "x y z", "authors": "' + "A, " * 20_000 + '"}]',
        '[{"abstract": "x y z", "authors": "' + " and" * 20_000 + '"}]',
        '[{"abstract": "x y z", "authors": "' + "A.-" * 20_000 + ', B"}]',
        "RIS\nTY  - JOUR\nAB  - x\n" + "and so on\n" * 20_000,
    ],
    ids=lambda t: repr(t[:24]),
)
def test_long_and_repetitive_texts_take_no_long_time(text, tmp_path):
    started = time.monotonic()
    for name in ("f", "f.json", "f.csv", "f.bib"):
        path = tmp_path / name
        path.write_text(text)
        check(read(path))
    assert time.monotonic() - started < 20
