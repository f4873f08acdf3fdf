from rag.ingestion.catalog import Catalog
from rag.paper import new_paper

TEXT = "We measure how gauges drift. A model, ICEGAUGE, corrects the drift."
KNOWN = new_paper(
    TEXT,
    title="Icegauge",
    authors=["Ada One"],
    year=2031,
    venue="ICML 2031",
    url="https://icml.cc/virtual/2031/poster/7",
    openreview_id="aBc1",
)


def test_an_untitled_abstract_gets_the_facts_and_keeps_its_text():
    untitled = new_paper(
        "we  measure how gauges drift. A model, ICEGAUGE,\ncorrects the drift.", origin="f.txt:3"
    )
    linked = Catalog.from_papers([KNOWN]).link(untitled)
    assert linked is not None
    assert (linked.title, linked.authors, linked.year, linked.venue) == (
        "Icegauge",
        ("Ada One",),
        2031,
        "ICML",
    )
    assert (linked.url, linked.paper_id) == (KNOWN.url, "openreview:aBc1")
    assert (linked.text, linked.origin) == (untitled.text, "f.txt:3")


def test_every_kind_of_identity_is_kept():
    for fields in (
        {"doi": "10.1234/Ice"},
        {"arxiv_id": "3101.00001"},
        {"url": "https://example.org/a:b?c=d%20e"},
        {},
        {"doi": "10.1234/ice", "url": "https://example.org/ice"},
    ):
        known = new_paper(TEXT, title="Icegauge", **fields)
        linked = Catalog.from_papers([known]).link(new_paper(TEXT))
        assert linked is not None
        assert (linked.paper_id, linked.url) == (known.paper_id, known.url)


def test_unknown_and_complete_papers_are_left_alone():
    catalog = Catalog.from_papers([KNOWN])
    assert catalog.link(new_paper("Another text.")) is None
    assert catalog.link(new_paper(TEXT, title="Own", url="https://example.org/own")) is None
    assert Catalog.from_papers([]).link(new_paper(TEXT)) is None


def test_a_titled_paper_without_link_is_completed():
    linked = Catalog.from_papers([KNOWN]).link(new_paper(TEXT, title="icegauge", keywords=["ice"]))
    assert linked is not None
    assert (linked.url, linked.keywords) == (KNOWN.url, ("ice",))


def test_a_catalogue_without_link_leaves_the_papers_own():
    catalog = Catalog.from_papers([new_paper(TEXT, title="Icegauge")])
    linked = catalog.link(new_paper(TEXT, url="https://example.org/p", doi="10.1234/x"))
    assert linked is not None
    assert (linked.title, linked.url, linked.paper_id) == (
        "Icegauge",
        "https://example.org/p",
        "doi:10.1234/x",
    )


def test_a_digest_stays_a_digest_and_untitled_entries_do_not_count():
    digest = new_paper("Gauges are corrected.", text_kind="digest", abstract_fingerprint=KNOWN.fingerprint)
    catalog = Catalog.from_papers([new_paper(TEXT), KNOWN, new_paper(TEXT, title="Later")])
    linked = catalog.link(digest)
    assert len(catalog) == 1
    assert linked is not None
    assert (linked.text_kind, linked.text, linked.title) == ("digest", "Gauges are corrected.", "Icegauge")
