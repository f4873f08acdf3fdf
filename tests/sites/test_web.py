import gzip
import io
import json
import zipfile

import pytest
from fake_site import LOGIN, Reply, abstract, papers, skipped, titles, warned

from rag.errors import ServiceError

ROWS = [{"title": f"Gauge {n}", "abstract": abstract(n)} for n in (1, 2)]
BOTH = ["Gauge 1", "Gauge 2"]
JSONL = "\n".join(map(json.dumps, ROWS))
BIB = "".join(f"@article{{k{n}, title={{Gauge {n}}}, abstract={{{abstract(n)}}}}}\n" for n in (1, 2)).replace(
    "%", "\\%"
)
ATOM = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">' + "".join(
    f"<entry><title>Gauge {n}</title><summary>{abstract(n)}</summary></entry>" for n in (1, 2)
)


def zipped(text):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("inner.jsonl", text)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/l.json", json.dumps({"papers": ROWS})),
        ("/l.jsonl", JSONL),
        ("/export", JSONL),
        ("/l.bib", BIB),
        ("/l.xml", ATOM + "</feed>"),
        ("/l.csv", "title,abstract\n" + "".join(f'"{r["title"]}","{r["abstract"]}"\n' for r in ROWS)),
        ("/l.jsonl.gz", gzip.compress(JSONL.encode())),
        ("/l.zip", zipped(JSONL)),
        ("/download", zipped(JSONL)),
    ],
)
def test_formats(site, get, path, body):
    site.on(path, body)
    found = get(path)
    assert titles(found) == BOTH
    assert papers(found)[0].origin.startswith(site.url + path)


def test_places_in_archives(site, get):
    site.on("/l.zip", zipped(JSONL + "\n{broken"))
    found = get("/l.zip")
    assert papers(found)[1].origin == f"{site.url}/l.zip/inner.jsonl:2"
    assert skipped(found)[0].where == f"{site.url}/l.zip/inner.jsonl:3"


def test_a_compressed_answer(site, get):
    site.on("/l.json", Reply(gzip.compress(json.dumps(ROWS).encode()), headers={"Content-Encoding": "gzip"}))
    assert titles(get("/l.json")) == BOTH


def test_a_list_in_pages(site, get):
    def reply(seen):
        number = int(seen.query.get("page", 1))
        return Reply(
            {"count": 2, "next": "/l.json?page=2" if number == 1 else None, "results": [ROWS[number - 1]]}
        )

    site.on("/l.json", reply)
    found = get("/l.json")
    assert titles(found) == BOTH
    assert not warned(found)


def test_broken_lines_are_told_and_not_more(site, get):
    site.on("/l.json", JSONL + '\n{"title": "x", "abst')
    found = get("/l.json")
    assert titles(found) == BOTH
    assert len(skipped(found)) == 1


def test_a_truncated_feed_is_asked_for_again(site, get):
    site.on("/feed", ATOM, ATOM + "</feed>")
    assert titles(get("/feed")) == BOTH


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (LOGIN, "a web page"),
        ("<html><body>Not", "no complete web page"),
        ("Not Found", "no papers could be had from"),
        ("%PDF-1.7 xyz", "PDF"),
        ('{"detail": "Authentication credentials were not provided."}', "no papers could be had from"),
        ("[]", "no papers could be had from"),
        ('[{"title": "Gauge"', "no complete JSON"),
        ("[" * 100_000, "JSON"),
    ],
)
def test_what_is_no_list(site, get, body, said):
    site.on("/l", body)
    with pytest.raises(ServiceError) as error:
        get("/l")
    assert said in str(error.value)
    assert f"{site.url}/l" in str(error.value)
    assert "\n" not in str(error.value)


def test_names_from_the_address_are_safe(site, get):
    for path in ("/..%2f..%2fetc%2fpasswd", "/.facts.json", "/...", "/a%00b", "/" + "x" * 400 + ".json", "/"):
        site.on(path, ROWS)
        assert titles(get(path)) == BOTH
