import pytest
from reader_support import A, B, C, papers, records, skips, texts

EXAMPLE = f"""TY  - CONF
TI  - Icegauge
AU  - One, Ada
AU  - Two, Bo
AU  - One, Ada
PY  - 2031//
AB  - First line of the abstract.
      Second line, indented.
UR  - https://example.org/ice
UR  - https://example.org/ice.pdf
KW  - rivers
KW  -
SP  -

TY  - CONF
T1  - Postfern
A1  - Three, Cy
N2  - {B}
JO  - Annals of Letters
ER  -
TY  - JOUR
TI  - Ebbnote
AB  - {C}
TY  - JOUR
TI  - Without a text
"""


def test_records_without_end(tmp_path):
    found = records(tmp_path, EXAMPLE)
    one, two, three = papers(found)
    assert one.text == "First line of the abstract. Second line, indented."
    assert (one.title, one.authors, one.year) == ("Icegauge", ("One, Ada", "Two, Bo"), 2031)
    assert (one.url, one.keywords) == ("https://example.org/ice", ("rivers",))
    assert (two.title, two.authors, two.text, two.venue) == (
        "Postfern",
        ("Three, Cy",),
        B,
        "Annals of Letters",
    )
    assert three.text == C
    assert [p.origin.rpartition(":")[2] for p in papers(found)] == ["1", "15", "21"]
    assert skips(found) == {"f.txt:24": "no abstract (Without a text)"}


@pytest.mark.parametrize("change", [("  - ", " - "), ("\n", "\r\n"), ("TY", "\ufeffTY"), ("ER  -", "ER  - ")])
def test_variants(tmp_path, change):
    assert len(papers(records(tmp_path, EXAMPLE.replace(*change, 1 if change[0] == "TY" else -1)))) == 3


def test_text_outside_records_is_reported(tmp_path):
    found = records(
        tmp_path, f"Exported list\nTY  - JOUR\nAB  - {A}\nER  - \nnoise\nTY  - JOUR\nAB  - {B}\nER  - \n"
    )
    assert texts(found) == [A, B]
    assert skips(found) == {"f.txt:1": "text outside a record", "f.txt:5": "text outside a record"}


def test_a_wrapped_line_that_looks_like_a_tag(tmp_path):
    found = records(tmp_path, "TY  - JOUR\nAB  - We like\nAI - based methods.\nDO  - 10.1234/Ab\nER  -\n")
    assert texts(found) == ["We like AI - based methods."]
    assert papers(found)[0].paper_id == "doi:10.1234/ab"


def test_text_after_the_last_record_is_reported(tmp_path):
    found = records(tmp_path, f"TY  - JOUR\nAB  - {A}\nER  - \n\nExported by a program.\nOn a day.\n")
    assert texts(found) == [A]
    assert skips(found) == {"f.txt:5": "text outside a record"}


@pytest.mark.parametrize("turned", [0, 1, 2])
def test_tags_in_lower_case(tmp_path, turned):
    rows = [f"TY  - JOUR\nTI  - T{n}\nAB  - {text}\nER  - \n" for n, text in enumerate((A, B, C))]
    rows[turned] = "\n".join(line[:2].lower() + line[2:] for line in rows[turned].split("\n"))
    found = records(tmp_path, "".join(rows))
    assert [(p.title, p.text) for p in papers(found)] == [("T0", A), ("T1", B), ("T2", C)]
    assert len(found) == 3


def test_a_wrapped_line_in_lower_case_that_looks_like_a_tag(tmp_path):
    found = records(tmp_path, "TY  - JOUR\nAB  - We like\nso - called\nai - based methods.\nER  -\n")
    assert texts(found) == ["We like so - called ai - based methods."]


def test_authors_under_both_tags_in_their_order(tmp_path):
    names = "A1  - One, Ada\nAU  - Two, Bo\nA1  - Three, Cy\nAU  - One, Ada\nA2  - Editor, Ed\n"
    found = records(tmp_path, f"TY  - CONF\n{names}AB  - {A}\nER  -\n")
    assert papers(found)[0].authors == ("One, Ada", "Two, Bo", "Three, Cy")


def test_ris_with_several_abstract_lines_and_no_blank_after_the_dash(tmp_path):
    text = f"TY  -JOUR\nTI  -Gauges\nAB  -{A}\nAB  -{B}\nER  -\n"
    [found] = papers(records(tmp_path, text, "f.ris"))
    assert (found.title, found.text) == ("Gauges", f"{A} {B}")
