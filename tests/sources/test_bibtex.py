import pytest
from reader_support import A, B, C, papers, records, skips, texts

EXAMPLE = r"""% made with care
@string{conf = "Annals of the " # "Ice Conference"}
@string(pub = {Ice Press})
@preamble{ "\newcommand{\x}{y}" }
@comment{ @misc{hidden, abstract={never}} }

@inproceedings{one2031,
  title     = {{I}ce{G}auge: {M}easuring {$O(n \log n)$} Rivers with 100\% Snow \& Rain},
  author    = {M{\"u}ster, J{\'e}r{\^o}me and {\L}ukasz {\'S}wiat and {{Ice and Snow Group}} and others},
  booktitle = conf # ", vol. 3", publisher = pub, month = jul, year = 2031,
  abstract  = {We measure drift. The {\em {nested {braces}}} stay, and 20\% of runs fail.},
  keywords  = {ice, rivers},
  url       = "https://example.org/a_b~c"
}
@Article{ONE2031,
  Title = "Postfern -- ``quoted'' and {\ss}harp",
  Author = "Gar{\c{c}}on, Fran{\c c}ois and \v{Z}i\v{z}ka, Jan",
  Year = {2030}, abstract = "No rule is needed."
}
@misc{bare, title = {Nothing here}, year = {2022}}
@inproceedings{broken, title = {Unclosed brace, author = {Nobody}, year = {2024}
@misc{after, title={After the broken one}, abstract={This entry must be read.}, date={2029-03}}
"""


def test_an_example_with_everything(tmp_path):
    found = records(tmp_path, EXAMPLE, "f.txt")
    one, two, after = papers(found)
    assert one.title == r"IceGauge: Measuring $O(n \log n)$ Rivers with 100% Snow & Rain"
    assert one.authors == ("Müster, Jérôme", "Łukasz Świat", "Ice and Snow Group")
    assert one.text == "We measure drift. The nested braces stay, and 20% of runs fail."
    assert (one.year, one.venue) == (2031, "Annals of the Ice Conference, vol. 3")
    assert (one.url, one.keywords) == ("https://example.org/a_b~c", ("ice", "rivers"))
    assert one.origin.endswith("f.txt:7")
    assert two.title == "Postfern – “quoted” and ßharp"
    assert two.authors == ("Garçon, François", "Žižka, Jan")
    assert (after.title, after.year) == ("After the broken one", 2029)
    assert skips(found) == {
        "f.txt:20": "no abstract (id bare)",
        "f.txt:21": "broken entry broken: a brace is not closed",
    }


def test_equal_keys_both_come_out(tmp_path):
    assert texts(records(tmp_path, f"@misc{{k, abstract={{{A}}}}}\n@misc{{k, abstract={{{B}}}}}")) == [A, B]


def test_entries_on_one_line_and_in_parentheses(tmp_path):
    text = f"@misc(a, abstract={{{A}}}) @misc{{b, abstract = {{{B}}} , }} noise @misc{{c,abstract={{{C}}}}}"
    assert texts(records(tmp_path, text)) == [A, B, C]


@pytest.mark.parametrize(
    ("fields", "paper_id"),
    [
        ("doi = {10.1234/a\\_b}", "doi:10.1234/a_b"),
        ("doi = {https://doi.org/10.1234/AB}", "doi:10.1234/ab"),
        ("eprint = {3101.00001}, archivePrefix = {arXiv}", "arxiv:3101.00001"),
        ("howpublished = {\\url{https://example.org/x\\_y}}", "example.org/x_y"),
    ],
)
def test_identifiers(tmp_path, fields, paper_id):
    assert papers(records(tmp_path, f"@misc{{k, abstract={{{A}}}, {fields}}}"))[0].paper_id == paper_id


def test_a_bare_umlaut_in_a_quoted_value(tmp_path):
    found = records(tmp_path, f'@misc{{k, author = "M\\"uller, J\\"org", abstract = "{A}"}}')
    assert papers(found)[0].authors == ("Müller, Jörg",)


@pytest.mark.parametrize(
    "tail", ["", "}", ", abstract", ", abstract = ", ", abstract = {x", ', abstract = "x', ", = {x}}"]
)
def test_broken_entries_are_reported(tmp_path, tail):
    found = records(tmp_path, f"@misc{{good, abstract={{{A}}}}}\n@misc{{bad, title = {{T}}{tail}")
    assert texts(found) == [A]
    assert list(skips(found)) == ["f.txt:2"]


def test_what_bibtex_entries_inherit(tmp_path):
    entries = (
        f"@inproceedings{{ice, title={{Gauges}}, crossref={{Proc}}, abstract={{{B}}}}}\n"
        "@proceedings{proc, title={Proceedings of Ice}, year=2031}\n"
    )
    [found] = papers(records(tmp_path, entries, "f.bib"))
    assert (found.title, found.venue, found.year) == ("Gauges", "Proceedings of Ice", 2031)


@pytest.mark.parametrize("other", ["crossref={}, ", "crossref={nowhere}, ", ""])
def test_of_an_entry_without_key_nothing_is_inherited(tmp_path, other):
    entries = (
        f"@misc{{, title={{Gauges}}, year=2031, abstract={{{A}}}}}\n"
        f"@misc{{x, {other}title={{Letters}}, abstract={{{B}}}}}\n"
        f"@misc{{y, crossref={{z}}, title={{Tides}}, abstract={{{C}}}}}\n"
    )
    found = papers(records(tmp_path, entries, "f.bib"))
    assert [(p.title, p.venue, p.year) for p in found] == [
        ("Gauges", "", 2031),
        ("Letters", "", None),
        ("Tides", "", None),
    ]
