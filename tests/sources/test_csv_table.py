import csv
import io

import pytest
from reader_support import A, B, C, papers, records, skips, texts, warnings


def table(*rows, delimiter=","):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue()


HEADER = ("ID", " Title ", "ABSTRACT", "Authors", "Year", "URL")
ROW = (1, 'Ice, a "cold" study', A, "One, Ada; Two, Bo", 2031, "https://example.org/1")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["f.csv", "f.txt"])
def test_delimiters_and_header_names(tmp_path, delimiter, name):
    found = records(tmp_path, table(HEADER, ROW, delimiter=delimiter), name)
    assert len(found) == 1
    paper = papers(found)[0]
    assert (paper.title, paper.text, paper.authors) == (ROW[1], A, ("One, Ada", "Two, Bo"))
    assert (paper.year, paper.url) == (2031, "https://example.org/1")
    assert paper.origin.endswith(f"{name}:2")


def test_quotes_line_ends_and_odd_rows(tmp_path):
    text = (
        "id;Title;Abstract;Authors;Year\n"
        '1;"Ice; a ""cold"" one";"First line, with commas.\nSecond line; same field."  ;Ada One;2031\n'
        f'2;Postfern;"{B}";"Bo Two";2031\n'
        "3;Too few\n"
        f"4;Ebbnote;{C};Cy Three;2031;extra;cells\n"
        ";;;;\n"
        f"5;Short;{A}\n"
    )
    found = records(tmp_path, text, "f.csv")
    assert [p.title for p in papers(found)] == ['Ice; a "cold" one', "Postfern", "Ebbnote", "Short"]
    assert papers(found)[0].text == "First line, with commas. Second line; same field."
    assert skips(found) == {"f.csv:5": "short row: 2 of 5 cells"}
    assert list(warnings(found)) == ["f.csv:6", "f.csv:8"]


def test_missing_titles_and_abstracts(tmp_path):
    text = table(
        ("paper_title", "abstract_text", "link"), ("", A, ""), ("No text here", "", "https://example.org/3")
    )
    found = records(tmp_path, text, "f.csv")
    assert [(p.title, p.label) for p in papers(found)] == [
        ("", "We measure how river gauges drift in winter. A small …")
    ]
    assert skips(found) == {"f.csv:3": "no abstract (No text here)"}


def test_a_field_beyond_the_usual_limit(tmp_path):
    long = "It is long. " * 20_000
    assert texts(records(tmp_path, table(HEADER, (1, "x", long, "", "", "")), "f.csv")) == [long.strip()]


def test_an_unclosed_quote_costs_one_row(tmp_path):
    rows = [f'1,Ice,"{A}",a', f'2,Letters,"{B},b', f'3,Tides,"{C}",c', f'4,Again,"{A}",d']
    found = records(tmp_path, "id,title,abstract,keywords\n" + "\n".join(rows), "f.csv")
    assert [p.title for p in papers(found)] == ["Ice", "Tides", "Again"]
    assert skips(found) == {"f.csv:3": "a quote that is opened here is not closed"}


def test_an_unclosed_quote_in_the_last_row(tmp_path):
    found = records(tmp_path, f'id,title,abstract\n1,Ice,"{A}"\n2,Letters,"{B}\n', "f.csv")
    assert [p.title for p in papers(found)] == ["Ice"]
    assert skips(found) == {"f.csv:3": "a quote that is opened here is not closed"}


def test_a_table_without_abstract_column_names_its_columns(tmp_path):
    found = records(tmp_path, "id,title\n1,Ice\n", "f.csv")
    assert skips(found)["f.csv:1"] == "no abstract column; the header is: id, title"
    assert skips(found)["f.csv"] == "no abstracts found in f.csv"


def test_one_column_and_excels_first_line(tmp_path):
    assert texts(records(tmp_path, f'abstract\n"{A}"\n"{B}"\n', "f.csv")) == [A, B]
    assert texts(records(tmp_path, f'sep=;\ntitle;abstract\nIce;"{A}"\n', "f.csv")) == [A]


def test_prose_that_names_the_columns_is_no_table(tmp_path):
    text = "We study the title, abstract, and venue of papers. It is fun."
    assert texts(records(tmp_path, text)) == [text]


@pytest.mark.parametrize("delimiter", [", ", "; ", "\t ", "|  "])
def test_cells_that_are_quoted_after_a_blank(tmp_path, delimiter):
    first = f"We fly{delimiter}high. It works."
    rows = (("title", "abstract", "authors"), ("KITE", f'"{first}"', '"One, Ada"'), ("W", f'"{B}"', "Bo Two"))
    found = records(tmp_path, "\n".join(map(delimiter.join, rows)), "f.csv")
    assert len(found) == 2
    assert [(p.title, p.text, p.authors) for p in papers(found)] == [
        ("KITE", " ".join(first.split()), ("One, Ada",)),
        ("W", B, ("Bo Two",)),
    ]


def test_a_cell_that_begins_with_a_blank_and_a_quotation(tmp_path):
    text = 'title,abstract\nKITE, "Kites" are flown and "wind" blows. It works.\n'
    found = records(tmp_path, text, "f.csv")
    assert texts(found) == ['"Kites" are flown and "wind" blows. It works.']


def test_quotes_that_are_escaped_and_quotes_that_are_doubled(tmp_path):
    rows = [
        r'KITE,"We say \"go\" to kites, and wait. They \"fly\"",a',
        r'WIND,"We say ""go"" to wind, and wait. It blows.",b',
        r'PATH,"It stands in C:\",c',
        r'"THE \"END\"","It is over, we say. It works.",d',
    ]
    found = records(tmp_path, "title,abstract,keywords\n" + "\n".join(rows), "f.csv")
    assert [(p.title, p.text, p.keywords) for p in papers(found)] == [
        ("KITE", 'We say "go" to kites, and wait. They "fly"', ("a",)),
        ("WIND", 'We say "go" to wind, and wait. It blows.', ("b",)),
        ("PATH", "It stands in C:\\", ("c",)),
        ('THE "END"', "It is over, we say. It works.", ("d",)),
    ]
    assert len(found) == 4


def test_a_quote_written_with_a_backslash_in_csv(tmp_path):
    table = f'title,abstract\n"Go","We say \\"go\\" to gauges, and wait. They move."\n"Letters","{B}"\n'
    found = records(tmp_path, table, "f.csv")
    assert [p.text for p in papers(found)] == ['We say "go" to gauges, and wait. They move.', B]
    assert not warnings(found)
