"""What single records become: identities, services, digests, OpenReview notes."""

import pytest
from reader_support import A, B, papers, records, skips


@pytest.mark.parametrize(
    ("fields", "paper_id"),
    [
        ({"doi": "https://doi.org/10.1234/ICE.5"}, "doi:10.1234/ice.5"),
        ({"externalIds": {"DOI": "10.1234/ice.5", "ArXiv": "3101.00001"}}, "doi:10.1234/ice.5"),
        ({"arxiv_id": "3101.00001v2"}, "arxiv:3101.00001"),
        ({"id": "3101.00001", "categories": "cs.LG"}, "arxiv:3101.00001"),
        ({"url": "http://arxiv.org/abs/3101.00001v2"}, "arxiv:3101.00001"),
        ({"url": "https://openreview.net/forum?id=aB_c-1"}, "openreview:aB_c-1"),
        ({"url": None, "link": "javascript:x", "pdf": "https://example.org/a.pdf"}, "example.org/a.pdf"),
    ],
)
def test_identity(tmp_path, fields, paper_id):
    assert papers(records(tmp_path, [{"abstract": A} | fields], "f.json"))[0].paper_id == paper_id


def test_shapes_of_large_services(tmp_path):
    openalex = {
        "display_name": "Icegauge",
        "abstract_inverted_index": {"We": [0, 3], "measure": [1], "ice.": [2], "stop.": [4]},
        "authorships": [{"author": {"display_name": "Ada One"}}],
        "publication_year": 2031,
        "doi": "https://doi.org/10.1234/ice.5",
    }
    crossref = {
        "title": ["Icegauge"],
        "abstract": "<jats:p>We measure <jats:italic>ice</jats:italic> &amp; snow.</jats:p>",
        "author": [{"given": "Ada", "family": "One", "sequence": "first"}],
        "issued": {"date-parts": [[2031, 5]]},
        "container-title": ["Journal of Ice"],
        "DOI": "10.1234/ice.5",
    }
    first, second = papers(records(tmp_path, {"results": [openalex, crossref]}, "f.json"))
    assert first.text == "We measure ice. We stop."
    assert second.text == "We measure ice & snow."
    assert second.venue == "Journal of Ice"
    for paper in (first, second):
        assert (paper.title, paper.authors, paper.year) == ("Icegauge", ("Ada One",), 2031)
        assert paper.paper_id == "doi:10.1234/ice.5"


def test_a_digest_stays_a_digest(tmp_path):
    row = {"title": "Icegauge", "text": "It corrects gauges.", "text_kind": "digest", "fingerprint": "0" * 32}
    paper = papers(records(tmp_path, [row], "f.json"))[0]
    assert (paper.text_kind, paper.fingerprint) == ("digest", "0" * 32)


def test_openreview_notes(tmp_path):
    def note(number, venueid, venue="ICML 2031 Poster", abstract=A):
        values = {
            "title": "Icegauge",
            "abstract": abstract,
            "authors": ["Ada One"],
            "venue": venue,
            "venueid": venueid,
        }
        return {"id": number, "forum": number, "content": {k: {"value": v} for k, v in values.items()}}

    old = {
        "id": "nOld",
        "forum": "nOld",
        "content": {"title": "Postfern", "abstract": B, "authors": ["Bo Two"]},
    }
    notes = [
        note("nAAA", "ICML.cc/2031/Conference"),
        note("nBBB", "ICML.cc/2031/Conference/Rejected_Submission", "Submitted to ICML 2031"),
        note("nCCC", "ICML.cc/2031/Conference/Withdrawn_Submission"),
        old,
        note("nDDD", "ICML.cc/2031/Conference", abstract=None),
    ]
    found = records(tmp_path, {"notes": notes, "count": 5}, "f.json")
    first, second = papers(found)
    assert (first.title, first.authors, first.year, first.venue) == (
        "Icegauge",
        ("Ada One",),
        2031,
        "ICML",
    )
    assert first.url == "https://openreview.net/forum?id=nAAA"
    assert (second.title, second.paper_id) == ("Postfern", "openreview:nOld")
    assert skips(found) == {
        "f.json#2": "rejected submission (id nBBB)",
        "f.json#3": "withdrawn submission (id nCCC)",
        "f.json#5": "no abstract (id nDDD)",
    }
