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
