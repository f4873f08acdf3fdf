"""JSON as people have it: the shapes that exporters, notebooks and broken downloads leave behind."""

import json

import pytest
from reader_support import A, B, C, papers, records, skips, warnings, write

from rag.sources import read


def paper(**fields):
    return {"title": "Gauges", "abstract": A} | fields


SECOND = paper(title="Letters", abstract=B)


def line(**fields):
    return json.dumps(paper(**fields))


JSON_SHAPES = {
    "pages of papers": {"pages": [{"papers": [paper()]}, {"papers": [SECOND]}]},
    "sessions with names": {
        "sessions": [{"name": "One", "papers": [paper()]}, {"name": "Two", "p": [SECOND]}]
    },
    "a list of lists": [[paper()], [SECOND]],
    "nodes": {"data": {"papers": {"edges": [{"node": paper()}, {"node": SECOND}]}}},
    "hits": {
        "hits": {"total": 2, "hits": [{"_id": "1", "_source": paper()}, {"_id": "2", "_source": SECOND}]}
    },
    "nested info": {"result": {"hits": {"hit": [{"info": paper()}, {"info": SECOND}]}}},
    "columns by row": {"title": {"0": "Gauges", "1": "Letters"}, "abstract": {"0": A, "1": B}},
    "columns and data": {
        "columns": ["title", "abstract"],
        "index": [0, 1],
        "data": [["Gauges", A], ["Letters", B]],
    },
    "by title": {"Gauges in ice": {"abstract": A}, "Letters by hand": {"abstract": B}},
    "by year": {"2030": [paper()], "2031": [SECOND]},
    "papers with a description": {"title": "T", "description": "All of it.", "papers": [paper(), SECOND]},
    "results with a text": {"text": "x", "results": [paper(), SECOND]},
    "data with a summary": {"summary": "2 papers", "data": [paper(), SECOND]},
    "papers with an abstract": {"title": "T", "abstract": "It is on.", "posters": [paper(), SECOND]},
    "papers with an editor": {"title": "T", "text": "x", "authors": ["E"], "papers": [paper(), SECOND]},
    "a list under a name of its own": {"title": "T", "description": "x", "Gauges": [paper(), SECOND]},
    "sessions with descriptions": [
        {"session": "One", "description": "On gauges.", "papers": [paper()]},
        {"session": "Two", "description": "On letters.", "papers": [SECOND]},
    ],
    "sessions in a conference": {
        "name": "Conf",
        "description": "It is on.",
        "sessions": [{"name": "One", "text": "x", "papers": [paper()]}, {"name": "Two", "p": [SECOND]}],
    },
    "sessions by name": {
        "One": {"description": "On gauges.", "papers": [paper()]},
        "Two": {"description": "On letters.", "papers": {"2": SECOND}},
    },
    "a session beside a paper": [{"session": "One", "papers": [paper()]}, SECOND],
    "nodes beside a description": {
        "data": {"papers": [{"node": paper()}, {"node": SECOND}]},
        "meta": {"abstract": "About this file. It is new."},
    },
    "papers beside a description": {"info": {"name": "I", "text": "x"}, "papers": [paper(), SECOND]},
    "columns and a value": {"title": ["Gauges", "Letters"], "abstract": [A, B], "year": 2031},
    "columns and a list of one": {"title": ["Gauges", "Letters"], "abstract": [A, B], "year": [2031]},
    "columns by row and a value": {
        "title": {"0": "Gauges", "1": "Letters"},
        "abstract": {"0": A, "1": B},
        "venue": "V",
    },
    "columns in an object": {"papers": {"title": ["Gauges", "Letters"], "abstract": [A, B]}, "text": "x"},
}


@pytest.mark.parametrize("shape", JSON_SHAPES)
def test_json_shapes(tmp_path, shape):
    found = papers(records(tmp_path, JSON_SHAPES[shape], "f.json"))
    assert [(p.title.split()[0], p.text) for p in found] == [("Gauges", A), ("Letters", B)]


@pytest.mark.parametrize("shape", JSON_SHAPES)
def test_json_shapes_on_a_line(tmp_path, shape):
    first = {"title": "Tides", "abstract": C}
    text = f"{json.dumps(first)}\n{json.dumps(JSON_SHAPES[shape])}\n"
    assert [p.text for p in papers(records(tmp_path, text, "f.jsonl"))] == [C, A, B]


@pytest.mark.parametrize(
    "fields",
    [
        {"authors": [{"name": "Ada One", "description": "She likes ice.", "text": "x"}]},
        {"keywords": [{"name": "ice", "description": "Frozen water."}]},
        {"references": [SECOND, paper(abstract=C)]},
        {"versions": [paper(), paper(abstract=C)]},
        {"citations": [SECOND | {"authors": ["Bo Two"]}]},
        {"related_papers": [SECOND]},
        {"topics": [{"name": "ice", "description": "Frozen water."}]},
        {"results": [{"name": "Error", "text": "It falls by 31%."}]},
        {"authors": ["Ada One"], "methods": [{"title": "Gauge", "abstract": "It measures."}]},
        {"venue": {"name": "V", "description": "A meeting on ice."}},
        {"sections": [{"title": "1 Introduction", "text": "Ice is cold."}]},
    ],
)
def test_a_paper_with_lists_is_one_paper(tmp_path, fields):
    one = paper(**fields)
    for document in (one, [one], {"papers": [one]}, {"papers": {"1": one}}, [one, paper(abstract=C)]):
        found = records(tmp_path, document, "f.json")
        assert [r.text for r in papers(found)][:1] == [A]
        assert len(found) == (2 if isinstance(document, list) and len(document) == 2 else 1)


def test_papers_without_abstracts_are_not_replaced_by_the_description_of_their_list(tmp_path):
    document = {"title": "Conf", "description": "It is on.", "papers": [{"title": "Ice"}, {"title": "Snow"}]}
    found = records(tmp_path, document, "f.json")
    assert not papers(found)
    assert list(skips(found).values())[:2] == ["no abstract (Ice)", "no abstract (Snow)"]


def test_a_value_beside_columns_holds_for_all_rows(tmp_path):
    document = {"title": ["Gauges", "Letters"], "abstract": [A, B], "year": 2031, "venue": ["V"]}
    document |= {"authors": [["Ada One"], ["Bo Two"]], "url": "https://example.org/all", "description": "x"}
    found = records(tmp_path, document, "f.json")
    assert [(p.year, p.venue, p.url, p.authors) for p in papers(found)] == [
        (2031, "V", "", ("Ada One",)),
        (2031, "V", "", ("Bo Two",)),
    ]
    assert len(found) == 2


def test_columns_of_unequal_length_are_told(tmp_path):
    document = {"title": ["Gauges", "Letters", "Tides"], "abstract": [A, B], "keywords": ["a", "b", "c", "d"]}
    found = records(tmp_path, document, "f.json")
    assert [(p.title, p.text, p.keywords) for p in papers(found)] == [("Gauges", A, ()), ("Letters", B, ())]
    assert skips(found) == {"f.json#3": "no abstract (Tides)"}
    assert "3 rows, but abstract 2, keywords 4" in str(warnings(found))


def test_one_abstract_in_paragraphs_is_no_column(tmp_path):
    one = {"title": "Gauges", "abstract": [A, B], "authors": ["Ada One", "Bo Two"], "links": ["a", "b"]}
    for document in (one, [one], one | {"title": ["Gauges"]}):
        assert [p.text for p in papers(records(tmp_path, document, "f.json"))] == [f"{A} {B}"]


def test_a_list_of_abstracts_beside_other_values(tmp_path):
    found = papers(records(tmp_path, {"title": "All of 2031", "abstracts": [A, B]}, "f.json"))
    assert [p.text for p in found] == [A, B]


BROKEN = {
    "a comma too many": f"[{line()},\n{line(abstract=B)},\n]",
    "comments": f"// exported\n[{line()}, /* and */ {line(abstract=B)}]",
    "one after the other": line() + line(abstract=B),
    "indented, one after the other": f"{json.dumps(paper(), indent=1)}\n{json.dumps(SECOND, indent=1)}",
    "record separators": f"\x1e{line()}\n\x1e{line(abstract=B)}\n",
    "commas at the ends of lines": f"{line()},\n{line(abstract=B)},\n",
    "a list on each line": f"[{line()}]\n[{line(abstract=B)}]\n",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_json_that_is_not_quite_json(tmp_path, kind):
    assert [p.text for p in papers(records(tmp_path, BROKEN[kind], "f.json"))] == [A, B]


def test_of_json_that_is_cut_off_the_whole_records_are_kept(tmp_path):
    document = json.dumps({"count": 3, "results": [paper(), SECOND, paper(abstract=C)]})
    found = records(tmp_path, document[:-40], "f.json")
    assert [p.text for p in papers(found)] == [A, B]
    assert any("broken JSON" in reason for reason in skips(found).values())
    assert "2 complete records were read" in str(warnings(found))
    assert any(getattr(r, "partial", False) for r in found)


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        (f"<p>{A}</p>", A),
        (f"<div class='x'><p>{A}</p><br/></div>", A),
        (f"<jats:title>Abstract</jats:title><jats:p>{A}</jats:p>", A),
        (f"Abstract: {A}", A),
        ("We keep x &lt; 3 &amp; y.", "We keep x < 3 & y."),
        ("We show a<b and c>d in <i>ice</i> here.", "We show a<b and c>d in ice here."),
        ("We study the <b> tag alone.", "We study the <b> tag alone."),
    ],
)
def test_abstracts_out_of_web_pages(tmp_path, given, stored):
    [found] = papers(records(tmp_path, [paper(abstract=given)], "f.json"))
    assert found.text == stored


def test_records_with_an_id_and_an_abstract_alone_are_papers(tmp_path):
    write(tmp_path, "a.json", [{"id": 1, "abstract": A}, {"id": 2, "abstract": B}])
    write(tmp_path, "b.json", [paper(abstract=C)])
    assert {p.text for p in papers(list(read(tmp_path)))} == {A, B, C}


@pytest.mark.parametrize(
    ("document", "sessions"),
    [
        ([paper(session="Kites and wind")], ["session: Kites and wind"]),
        (
            [paper(sessions=[{"id": 7, "name": "Oral 3B"}, "Poster 4"])],
            ["session: Oral 3B", "session: Poster 4"],
        ),
        ([paper(track="Data sets", session=3)], ["track: Data sets"]),
        ([{"session": "Kites, ropes", "papers": [paper()]}], ["session: Kites, ropes"]),
        ({"sessions": [{"name": "Kites", "papers": [paper()]}]}, ["session: Kites"]),
        (
            {"tracks": [{"title": "Kites", "papers": [paper(session="Poster 4")]}]},
            ["session: Poster 4", "track: Kites"],
        ),
        ({"title": "A whole conference", "papers": [paper()]}, []),
        ({"sessions": [paper()]}, []),
    ],
)
def test_sessions_and_tracks_are_kept_as_keywords(tmp_path, document, sessions):
    [found] = papers(records(tmp_path, document, "f.json"))
    assert list(found.keywords) == sessions
