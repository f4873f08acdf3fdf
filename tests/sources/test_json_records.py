import gzip
import json

import pytest
from reader_support import A, B, C, papers, records, skips, texts, warnings, write

from rag.sources import read


def lines(*rows):
    return "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows) + "\n"


ONE = {
    "title": "Icegauge",
    "abstract": A,
    "authors": "Ada One",
    "url": "https://example.org/ice",
    "year": 2031,
}


@pytest.mark.parametrize(
    "document",
    [
        [ONE],
        ONE,
        {"papers": [ONE]},
        {"results": [ONE], "count": 1, "next": None},
        {"message": {"items": [ONE], "total-results": 1}},
        {"hits": {"hits": [ONE]}},
        {"p1": ONE},
        {"papers": {"p1": ONE}},
        {
            "Title": ["Icegauge"],
            "Abstract": [A],
            "Authors": [["Ada One"]],
            "URL": ["https://example.org/ice"],
            "Year": [2031],
        },
        [
            {
                "paper_title": "Icegauge",
                "Abstract Text": A,
                "author": ["Ada One"],
                "link": ONE["url"],
                "date": "2031-05-01",
            }
        ],
        [
            {
                "name": "Icegauge",
                "summary": A,
                "authors": [{"name": "Ada One"}],
                "pdf": ONE["url"],
                "published": "May 2031",
            }
        ],
        [{"content": {k: {"value": v} for k, v in ONE.items()} | {"year": {"value": "2031"}}}],
    ],
)
def test_shapes_of_documents(tmp_path, document):
    found = records(tmp_path, document, "f.json")
    assert len(found) == 1
    paper = papers(found)[0]
    assert (paper.title, paper.text, paper.authors, paper.year) == ("Icegauge", A, ("Ada One",), 2031)
    assert paper.url in (ONE["url"], "")


def test_a_mapping_of_titles_to_abstracts(tmp_path):
    found = records(tmp_path, {"On river ice": A, "On letters": B}, "f.json")
    assert [(p.title, p.text) for p in papers(found)] == [("On river ice", A), ("On letters", B)]


def test_a_list_of_texts(tmp_path):
    found = records(tmp_path, [A, "x", None, 3, [B]], "f.json")
    assert texts(found) == [A]
    assert skips(found) == {
        "f.json#2": "not an object but a text",
        "f.json#3": "not an object but null",
        "f.json#4": "not an object but a number",
        "f.json#5": "not an object but a list",
    }


def test_lists_beside_the_papers_are_left_alone(tmp_path):
    people = [{"name": f"Person {n}"} for n in range(9)]
    assert len(records(tmp_path, {"people": people, "papers": [ONE], "posters": [ONE]}, "f.json")) == 2


def test_lists_of_abstracts_and_of_paragraphs(tmp_path):
    assert texts(records(tmp_path, {"abstracts": [A, B]}, "f.json")) == [A, B]
    assert texts(records(tmp_path, {"title": "x", "abstract": [A, B]}, "f.json")) == [f"{A} {B}"]


def test_events_in_jsonl(tmp_path):
    event = {
        "id": 7,
        "name": "Ice",
        "eventtype": "Poster",
        "virtualsite_url": "https://icml.cc/virtual/2031/poster/7",
    }
    found = records(
        tmp_path, lines(event | {"abstract": A}, event, event | {"eventtype": "Social"}), "f.jsonl"
    )
    assert [(p.text, p.venue) for p in papers(found)] == [(A, "ICML")]
    assert skips(found) == {"f.jsonl:2": "no abstract (id 7)", "f.jsonl:3": "not a paper: Social"}


def test_the_format_is_found_by_content(tmp_path):
    for name in ("list.txt", "noname", "x.csv", "x.bib"):
        assert texts(records(tmp_path, json.dumps([ONE], indent=1), name)) == [A]
    assert texts(records(tmp_path, lines(ONE, ONE | {"abstract": B}), "x.txt")) == [A, B]
    assert texts(records(tmp_path, f"{A}\n\n{B}", "x.json.md")) == [A, B]


def test_pretty_document_with_complete_lines_is_no_jsonl(tmp_path):
    text = '{"papers": [\n' + json.dumps(ONE) + ",\n" + json.dumps(ONE | {"abstract": B}) + "\n]}\n"
    found = records(tmp_path, text, "f.json")
    assert texts(found) == [A, B]
    assert len(found) == 2


def test_jsonl_with_bad_lines(tmp_path):
    found = records(
        tmp_path, lines(ONE, '{"title": "Broken', "", '"just a text"', ONE | {"abstract": B}), "f.jsonl"
    )
    assert texts(found) == [A, B]
    assert list(skips(found)) == ["f.jsonl:2", "f.jsonl:4"]
    assert skips(found)["f.jsonl:2"].startswith("broken JSON")
    assert skips(found)["f.jsonl:4"] == "not an object but a text"
    assert [p.origin.rpartition(":")[2] for p in papers(found)] == ["1", "5"]


def test_jsonl_whose_first_line_is_broken(tmp_path):
    for name in ("f.jsonl", "f.json"):
        found = records(tmp_path, lines('{"title": "Broken', ONE), name)
        assert texts(found) == [A]
        assert list(skips(found)) == [f"{name}:1"]


def test_jsonl_is_split_at_line_feeds_only(tmp_path):
    rows = lines(
        '{"abstract": "One\u2028half. Another\u2029half."}',
        '{"abstract": "Next\u0085line and a form\\ffeed."}',
    )
    found = records(tmp_path, "\ufeff" + rows.replace("\n", "\r\n"), "f.jsonl")
    assert texts(found) == ["One half. Another half.", "Next line and a form feed."]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252"])
def test_jsonl_in_other_encodings(tmp_path, encoding):
    row = '{"title": "Größe", "abstract": "Café walls are thick. We measure them."}\n'
    found = records(tmp_path, (row + row.replace("thick", "thin")).encode(encoding), "f.jsonl")
    assert [p.title for p in papers(found)] == ["Größe", "Größe"]
    assert len(warnings(found)) == (encoding == "cp1252")


def test_a_first_line_longer_than_the_head(tmp_path):
    long = ONE | {"keywords": ["k" * 100_000]}
    assert texts(records(tmp_path, lines(long, ONE | {"abstract": B}), "f.json")) == [A, B]


def test_big_jsonl_is_streamed(tmp_path):
    path = write(tmp_path, "f.jsonl.gz", gzip.compress(lines(ONE, ONE | {"abstract": B}).encode() * 50))
    found = read(path)
    assert next(found).text == A  # type: ignore[union-attr]
    assert len(list(found)) == 99


def test_broken_documents_are_named_by_line(tmp_path):
    found = records(tmp_path, '[\n {"title": "x",\n "abstract": }\n]', "f.json")
    assert skips(found)["f.json:3"].startswith("broken JSON: Expecting value")
    deep = records(tmp_path, "[" * 200_000, "f.json")
    assert not papers(deep)


def test_missing_abstracts_are_reported(tmp_path):
    rows = [
        ONE,
        {"id": 2, "title": "x"},
        {"title": "No text", "abstract": None},
        {"abstract": "  "},
        {"abstract": "N/A"},
    ]
    found = records(tmp_path, rows, "f.json")
    assert len(papers(found)) == 1
    assert skips(found) == {
        "f.json#2": "no abstract (id 2)",
        "f.json#3": "no abstract (No text)",
        "f.json#4": "no abstract",
        "f.json#5": "no abstract",
    }


@pytest.mark.parametrize("document", [[], {}, "text", 3, None, {"papers": []}, {"a": {"b": 1}}, [[]]])
def test_documents_without_papers(tmp_path, document):
    found = records(tmp_path, json.dumps(document), "f.json")
    assert not papers(found)
    assert skips(found)["f.json"] == "no abstracts found in f.json"


def test_odd_values_do_no_harm(tmp_path):
    text = (
        '[{"title": "A", "abstract": '
        + json.dumps(A)
        + ', "year": null, "keywords": [], "x": {"best": true}},'
        '{"title": "B", "abstract": '
        + json.dumps(B)
        + ', "year": "2024", "keywords": ["noise", null, 3], "s": NaN},'
        '{"title": "C", "abstract": '
        + json.dumps(C)
        + ', "year": 2024, "keywords": "a; b", "x": [[1]], "f": true,'
        ' "big": 1180591620717411303424, "bigger": ' + "9" * 5000 + ', "inf": -Infinity}]'
    )
    found = records(tmp_path, text, "f.json")
    assert [p.year for p in papers(found)] == [None, 2024, 2024]
    assert [p.keywords for p in papers(found)] == [(), ("noise",), ("a", "b")]
    for paper in papers(found):
        json.dumps(paper.to_dict(), allow_nan=False)


def test_surrogates_and_control_characters(tmp_path):
    abstract = r"It has \ud835 and \udc9c, NUL \u0000, bell \u0007. \ud83d\ude00 stays."
    text = r'[{"title": "Half \ud83d", "abstract": "' + abstract + '"}]'
    paper = papers(records(tmp_path, text, "f.json"))[0]
    assert paper.title == "Half \ufffd"
    assert paper.text == "It has \ufffd and \ufffd, NUL , bell . 😀 stays."
    paper.text.encode()


def test_equal_identifiers_with_other_abstracts_all_come_out(tmp_path):
    rows = [ONE, ONE | {"abstract": B}, ONE | {"abstract": C}]
    assert texts(records(tmp_path, rows, "f.json")) == [A, B, C]


def test_long_metadata(tmp_path):
    row = ONE | {"title": "T " * 2000, "authors": [f"Member {n}" for n in range(420)], "keywords": ["k"] * 3}
    paper = papers(records(tmp_path, [row], "f.json"))[0]
    assert (len(paper.authors), paper.keywords) == (420, ("k",))
