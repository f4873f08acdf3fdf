import pytest
from fake_site import Reply, abstract, papers, skipped, titles, warned

from rag.errors import ServiceError
from rag.sites import pmlr_page

BIB = "/v7/assets/bib/bibliography.bib"


def entry(number, with_abstract=True):
    field = f"  abstract = \t {{{abstract(number).replace('%', chr(92) + '%')}}},\n" if with_abstract else ""
    return (
        f"@InProceedings{{pmlr-v7-one{number}a,\n  title = \t {{{{Gauge {number}}}}},\n"
        f"  author = {{One, Ada and Two, Bo}},\n  booktitle = {{Proceedings of the 7th Ice Conference}},\n"
        f"  year = {{2031}},\n{field}  url = {{https://proceedings.mlr.press/v7/one{number}a.html}}\n}}\n"
    )


def index(*names):
    rows = "".join(
        f'<div class="paper"><p class="title">{n}</p><p class="links">[<a href="/v7/{n}.html">abs</a>]'
        f'[<a href="{n}/{n}.pdf" onclick="x">Download PDF</a>]</p></div>'
        for n in names
    )
    others = '<a href="/">All</a><a href="/faq.html">FAQ</a><a href="//x.test/v7/z.html">z</a>'
    return f"<html><body>{others}{rows}</body></html>"


def paper_page(number):
    return (
        f'<!DOCTYPE html><html><head><meta name="citation_title" content="Gauge &amp; {number}">'
        '<meta name="citation_author" content="Ada One"><meta name="citation_author" content="Bo Two">'
        '<meta name="citation_publication_date" content="2031/07/01">'
        '<meta name="citation_inbook_title" content="Ice Conference"></head><body><h1>Gauge</h1>'
        '<h4>Abstract</h4><div id="abstract" class="abstract">'
        f"We <i>watch</i> x &lt; 3.<br> {abstract(number)}</div>"
        "<div>Cite this paper</div></body></html>"
    )


def test_the_bibliography(site, get):
    site.on(BIB, entry(1) + entry(2))
    found = get("pmlr:v7")
    assert titles(found) == ["Gauge 1", "Gauge 2"]
    first = papers(found)[0]
    assert first.text == abstract(1)
    assert first.url == "https://proceedings.mlr.press/v7/one1a.html"
    assert first.origin == f"{site.url}{BIB}:1"
    assert len(site.seen) == 1


@pytest.mark.parametrize("bibliography", [None, entry(1, with_abstract=False)])
def test_the_pages_of_the_papers(site, get, bibliography):
    if bibliography:
        site.on(BIB, bibliography)
    site.on("/v7/", index("one1a", "two2a", "one1a"))
    site.on("/v7/one1a.html", paper_page(1))
    site.on("/v7/two2a.html", paper_page(2))
    found = get("pmlr:v7")
    assert titles(found) == ["Gauge & 1", "Gauge & 2"]
    first = papers(found)[0]
    assert first.text == f"We watch x < 3. {abstract(1)}"
    assert (first.authors, first.year, first.venue) == (("Ada One", "Bo Two"), 2031, "Ice Conference")
    assert first.url == f"{site.url}/v7/one1a.html"
    assert [w.where for w in warned(found)] == [site.url + BIB]
    assert not site.asked("/faq.html")


def test_a_page_that_is_missing_and_one_that_fails(site, get):
    site.on("/v7/", index("one1a", "gone", "two2a", "three3a"))
    site.on("/v7/one1a.html", paper_page(1))
    site.on("/v7/two2a.html", Reply("", 500))
    site.on("/v7/three3a.html", paper_page(3))
    found = get("pmlr:v7")
    assert titles(found) == ["Gauge & 1"]
    assert [s.where for s in skipped(found)] == [f"{site.url}/v7/gone.html"]
    assert "partial: 1 of 4 papers came" in warned(found)[1].message
    del site.seen[:]
    site.on("/v7/two2a.html", paper_page(2))
    assert titles(get("pmlr:v7")) == ["Gauge & 1", "Gauge & 2", "Gauge & 3"]
    assert not site.asked("/v7/one1a.html")


def test_a_volume_that_is_not_there(site, get):
    with pytest.raises(ServiceError, match="/v7/ cannot be had: HTTP 404"):
        get("pmlr:v7")
    site.on("/v7/", "<html><body>Soon</body></html>")
    with pytest.raises(ServiceError, match="lists no papers"):
        get("pmlr:v7")


def test_a_page_of_another_form(site, get):
    site.on("/v7/", index("one1a"))
    site.on("/v7/one1a.html", "<html><body>Gauge</body></html>")
    with pytest.raises(ServiceError, match="no papers could be had from pmlr:v7"):
        get("pmlr:v7")


def test_a_volume_by_its_address_elsewhere(site, get):
    site.on("/v7/", index("one1a"))
    site.on("/v7/one1a.html", paper_page(1))
    assert titles(get("/v7/")) == ["Gauge & 1"]


def test_a_malformed_declaration_on_a_page_is_no_error():
    page = '<meta name="citation_title" content="Kites"><a href="a.html"><![and x]>'
    assert pmlr_page.paper_pages(page, "https://example.org/v1/") == ["https://example.org/v1/a.html"]
    assert pmlr_page.paper(page, "https://example.org/v1/a.html")["title"] == "Kites"
