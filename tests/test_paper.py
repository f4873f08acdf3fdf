import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.paper import Paper, new_paper, safe_url
from rag.text import fingerprint

TEXT = "We measure kites. KITEMAP wins by 18%."


def paper_id(**fields):
    return new_paper(TEXT, **fields).paper_id


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"doi": "10.5555/AbC.1"}, "doi:10.5555/abc.1"),
        ({"url": "https://doi.org/10.5555/AbC.1"}, "doi:10.5555/abc.1"),
        ({"openreview_id": "aBc1"}, "openreview:aBc1"),
        ({"url": "https://openreview.net/forum?id=aBc1"}, "openreview:aBc1"),
        ({"url": "https://www.openreview.net/pdf?id=aBc1&x=2"}, "openreview:aBc1"),
        ({"arxiv_id": "3101.00007v3"}, "arxiv:3101.00007"),
        ({"url": "https://arxiv.org/abs/3101.00007v2"}, "arxiv:3101.00007"),
        ({"url": "http://arxiv.org/pdf/3101.00007v2.pdf"}, "arxiv:3101.00007"),
        ({"url": "https://export.arxiv.org/abs/cs/0601001v1"}, "arxiv:cs/0601001"),
        ({"url": "https://arxiv.org/abs/math.GT/0309136"}, "arxiv:math.GT/0309136"),
        ({"url": "https://www.Example.org//papers//7/"}, "example.org/papers/7"),
        ({"url": "https://example.org/p?id=7"}, "example.org/p?id=7"),
        ({}, f"text:{fingerprint(TEXT)[:16]}"),
        ({"url": "javascript:alert(1)"}, f"text:{fingerprint(TEXT)[:16]}"),
    ],
)
def test_the_identity_is_the_best_identifier(fields, expected):
    assert paper_id(**fields) == expected


def test_a_doi_goes_before_openreview_before_arxiv_before_the_page():
    every = {
        "doi": "10.5555/a",
        "openreview_id": "b",
        "arxiv_id": "3101.00001",
        "url": "https://example.org/d",
    }
    assert paper_id(**every) == "doi:10.5555/a"
    del every["doi"]
    assert paper_id(**every) == "openreview:b"
    del every["openreview_id"]
    assert paper_id(**every) == "arxiv:3101.00001"


def test_a_doi_in_an_address_ends_with_the_path():
    assert paper_id(url="https://example.org/doi/10.5555/abc.1?download=true") == "doi:10.5555/abc.1"
    assert paper_id(url="https://example.org/doi/10.5555/abc.1#section-2") == "doi:10.5555/abc.1"


def test_another_host_whose_name_ends_alike_is_not_arxiv():
    assert paper_id(url="https://notarxiv.org/abs/3101.00007") == "notarxiv.org/abs/3101.00007"


def test_the_same_page_has_one_identity():
    pages = ["https://example.org/p/1", "http://www.example.org/p/1/", "HTTPS://EXAMPLE.ORG//p/1"]
    assert len({paper_id(url=page) for page in pages}) == 1


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,<script>",
        "file:///etc/passwd",
        "ftp://example.org/x",
        "//example.org/x",
        "/papers/1",
        "example.org/x",
        "http://",
        "https://[::1",
        "http:///x",
        "https:\\\\example.org",
        "mailto:a@example.org",
        "",
        "   ",
    ],
)
def test_what_is_no_absolute_web_address_is_no_link(url):
    assert safe_url(url) == ""
    assert new_paper(TEXT, url=url).url == ""


def test_a_link_is_whole_inside_markdown_and_html():
    link = safe_url("https://example.org/a b(c)\"d<e>'f`g\\h|i{j}")
    assert link.startswith("https://example.org/a%20b%28c%29%22")
    assert not set(link) & set(" ()\"<>'`\\|{}")
    assert safe_url(link) == link
    assert safe_url("https://example.org/a%20b?q=1&r=2#x") == "https://example.org/a%20b?q=1&r=2#x"
    assert safe_url("https://example.org/é") == "https://example.org/%C3%A9"


@given(st.text(max_size=60))
def test_a_link_is_never_anything_but_http(text):
    for url in (text, "https://example.org/" + text, "https://" + text, "javascript:" + text):
        link = safe_url(url)
        assert link == "" or link.lower().startswith(("http://", "https://"))
        assert not set(link) & set(" ()\"<>'\n")


def test_a_paper_without_a_page_links_to_its_identifier():
    assert new_paper(TEXT, doi="10.5555/a").url == "https://doi.org/10.5555/a"
    assert new_paper(TEXT, openreview_id="b").url == "https://openreview.net/forum?id=b"
    assert new_paper(TEXT, arxiv_id="3101.00001").url == "https://arxiv.org/abs/3101.00001"
    assert new_paper(TEXT, doi="10.5555/a", url="https://example.org/p").url == "https://example.org/p"


def test_fields_are_cleaned_and_authors_stand_once():
    paper = new_paper(
        " a\n b ", title="T\x00\nU", authors=["A  B", "", "A B", " "], keywords=["k", "k", ""], venue=" V\n"
    )
    assert (paper.text, paper.title, paper.authors) == ("a b", "T U", ("A B",))
    assert (paper.keywords, paper.venue, paper.year) == (("k",), "V", None)


@pytest.mark.parametrize("blank", ["", "  \n\t", "\x00", "\ufeff", "\u200b"])
def test_a_paper_needs_a_text(blank):
    with pytest.raises(ValueError, match="needs a text"):
        new_paper(blank)


def test_a_digest_needs_the_fingerprint_of_its_abstract():
    with pytest.raises(ValueError, match="fingerprint"):
        new_paper("Short.", text_kind="digest")
    digest = new_paper("Short.", text_kind="digest", abstract_fingerprint=fingerprint(TEXT))
    assert digest.fingerprint == new_paper(TEXT).fingerprint
    assert digest.paper_id == new_paper(TEXT).paper_id


def test_a_label_is_the_title_or_the_first_words():
    assert new_paper(TEXT, title="Kites").label == "Kites"
    assert new_paper("one two three four five six seven eight nine ten eleven").label.endswith("ten …")


@pytest.mark.parametrize(
    ("title", "authors", "year", "key"),
    [
        ("On the Efficient Kite", ["Ada Ji"], 2031, "ji2031efficient"),
        ("The Kite's way", ["Jérôme Garçon", "X Y"], None, "garconkite"),
        ("", [], 2031, "anonymous2031untitled"),
        ("竹语", ["林"], 2031, "2031untitled"),
        ("Of The", ["Jean-Baptiste O'Hara"], 2031, "ohara2031untitled"),
    ],
)
def test_bibtex_keys(title, authors, year, key):
    assert new_paper(TEXT, title=title, authors=authors, year=year).bibtex_key == key


@pytest.mark.parametrize("author", ["\u0301", "\u0301 \u0302"])
def test_a_bibtex_key_of_an_odd_author_does_not_fail(author):
    assert new_paper(TEXT, title="Kite", authors=[author]).bibtex_key.endswith("kite")


def test_a_paper_comes_back_from_json():
    paper = new_paper(
        TEXT,
        title="Kites",
        authors=["A B"],
        year=2031,
        url="https://example.org/1",
        keywords=["k"],
        origin="f:1",
    )
    values = json.loads(json.dumps(paper.to_dict()))
    assert Paper.from_dict(values) == paper
    assert Paper.from_dict(values | {"of_a_newer_version": 1}) == paper
    old = {name: values[name] for name in ("paper_id", "text", "fingerprint")}
    assert Paper.from_dict(old).authors == ()


def test_identifiers_are_as_clean_as_texts():
    broken = "x\udcff\n\x00y"
    for paper in (
        new_paper("A text.", doi=f"10.5555/{broken}"),
        new_paper("A text.", openreview_id=broken),
        new_paper("A text.", arxiv_id=broken),
        new_paper("A text.", url="https://openreview.net/forum?id=a%0Ab"),
    ):
        paper.paper_id.encode()
        assert paper.paper_id.isprintable()


@pytest.mark.parametrize(
    ("given", "venue", "year"),
    [
        ("ICML 2024", "ICML", 2024),
        ("ICML, 2024", "ICML", 2024),
        ("2024", "2024", None),
        ("V 12,2024", "V 12,2024", None),
    ],
)
def test_the_year_at_the_end_of_a_venue_is_the_papers(given, venue, year):
    paper = new_paper("We fly kites.", venue=given)
    assert (paper.venue, paper.year) == (venue, year)
