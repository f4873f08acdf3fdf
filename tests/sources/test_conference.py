import pytest
from event_support import event, new, page
from reader_support import A, B, C, papers, records, skips, texts, warnings

from rag.sources.conference import venue_and_year


def old(
    kind="Poster",
    name="Icegauge",
    page="https://ICML.cc//virtual/2031/poster/7",
    abstract=A,
    who="Ada One, Bo Two",
):
    return {
        "type": kind,
        "name": name,
        "virtualsite_url": page,
        "speakers/authors": who,
        "abstract": abstract,
    }


def test_a_list_of_events(tmp_path):
    rows = [
        old(),
        old("Workshop", "On ice"),
        old("Tutorial"),
        old("Invited Talk"),
        old("Oral", "Postfern", abstract=B),
    ]
    found = records(tmp_path, rows, "e.json")
    first = papers(found)[0]
    assert first.url == "https://ICML.cc//virtual/2031/poster/7"
    assert first.paper_id == "icml.cc/virtual/2031/poster/7"
    assert (first.title, first.authors, first.venue, first.year) == (
        "Icegauge",
        ("Ada One", "Bo Two"),
        "ICML",
        2031,
    )
    assert first.origin.endswith("e.json#1")
    assert texts(found) == [A, B]
    assert skips(found) == {
        "e.json#2": "not a paper: Workshop",
        "e.json#3": "not a paper: Tutorial",
        "e.json#4": "not a paper: Invited Talk",
    }


@pytest.mark.parametrize(
    "kind", ["Poster", "Oral", "Spotlight Poster", "Spotlight", "Oral Poster", "Highlight", "Paper"]
)
def test_kinds_of_papers(tmp_path, kind):
    assert texts(records(tmp_path, [old(kind)], "e.json")) == [A]


@pytest.mark.parametrize(
    "kind", ["Poster Session", "Oral Session", "Social", "Expo Talk Panel", "Break", "Affinity Workshop"]
)
def test_kinds_that_are_no_papers(tmp_path, kind):
    assert skips(records(tmp_path, [old(kind)], "e.json"))["e.json#1"] == f"not a paper: {kind}"


def test_one_word_names_and_suffixes_are_people(tmp_path):
    found = records(tmp_path, [old(who="Ada One, Madonna, Bo Two, Jr.")], "e.json")
    assert papers(found)[0].authors == ("Ada One", "Madonna", "Bo Two, Jr.")


def test_the_newer_shape(tmp_path):
    found = records(tmp_path, page(new(1), new(2, "Postfern", B)), "e.json")
    first = papers(found)[0]
    assert (first.paper_id, first.url) == (
        "openreview:abcdef0001",
        "https://openreview.net/forum?id=abcdef0001",
    )
    assert (first.authors, first.venue, first.year) == (("Ada One",), "ICML", 2031)
    assert first.keywords == ("ice",)
    assert len(found) == 2


def test_oral_and_poster_of_one_paper_become_one(tmp_path):
    oral = new(2, kind="Oral", paper_url="https://openreview.net/forum?id=2031-Oral--placeholder")
    found = records(
        tmp_path, page(oral, new(1), new(3, "Postfern", B), new(4, "Opening", None, "Invited Talk")), "e.json"
    )
    assert [p.paper_id for p in papers(found)] == ["openreview:abcdef0001", "openreview:abcdef0003"]
    assert skips(found)["e.json#4"] == "not a paper: Invited Talk"
    reason = next(s.reason for s in found if not hasattr(s, "text") and s.where.endswith("#1"))
    assert reason.startswith("Oral and Poster of one paper: merged with")


def test_the_sessions_of_oral_and_poster_are_both_kept(tmp_path):
    link = "https://openreview.net/forum?id=2031-Oral--placeholder"
    oral = new(2, kind="Oral", paper_url=link, session="Oral 3B")
    found = records(tmp_path, page(new(1, session="Poster 4"), oral), "e.json")
    assert [p.keywords for p in papers(found)] == [("ice", "session: Poster 4", "session: Oral 3B")]


def test_rows_of_one_kind_are_never_merged(tmp_path):
    same_id = page(new(1), new(1, "Postfern", B), new(2, "Ebbnote", C), new(2) | {"id": "2"})
    assert len(papers(records(tmp_path, same_id, "e.json"))) == 4
    titles = page(new(1, "Ice AND fire"), new(2, "Ice and Fire", B), new(3, "ice and fire ", C))
    assert texts(records(tmp_path, titles, "e.json")) == [A, B, C]


def test_oral_and_poster_with_different_abstracts_stay_two(tmp_path):
    assert len(papers(records(tmp_path, page(new(1), new(2, abstract=B, kind="Oral")), "e.json"))) == 2


def test_withdrawn_hidden_and_workshop_rows_are_skipped(tmp_path):
    group = "https://openreview.net/group?id=ICML.cc/2031/Workshop/ICE"
    found = records(
        tmp_path,
        page(
            new(1),
            new(2, decision="Withdrawn"),
            new(3, decision="Reject"),
            new(4, visible=False),
            new(5, sourceurl=group),
        ),
        "e.json",
    )
    assert len(papers(found)) == 1
    assert list(skips(found)) == ["e.json#2", "e.json#3", "e.json#4", "e.json#5"]
    only_workshop = records(tmp_path, page(new(5, sourceurl=group)), "w.json")
    assert len(papers(only_workshop)) == 1


@pytest.mark.parametrize(
    ("paper_url", "page_url", "url"),
    [
        ("javascript:alert(1)", "/virtual/2031/poster/1", ""),
        (" JaVaScRiPt:alert(2)", "/virtual/2031/poster/1", ""),
        ("data:text/html,<b>x</b>", "/virtual/2031/poster/1", ""),
        ("//evil.example/x", "/virtual/2031/poster/1", ""),
        ("file:///etc/hostname", "/virtual/2031/poster/1", ""),
        (
            'https://example.org/F_(l)?q=a b&r="c"',
            "/virtual/2031/poster/1",
            "https://example.org/F_%28l%29?q=a%20b&r=%22c%22",
        ),
        (
            "https://openreview.net/forum?id=2031-Oral--x",
            "/virtual/2031/oral/1",
            "https://icml.cc/virtual/2031/oral/1",
        ),
        (
            "https://openreview.net/forum?id=x",
            "https://icml.cc/virtual/2031/poster/1",
            "https://icml.cc/virtual/2031/poster/1",
        ),
        (None, "/virtual/2031/poster/1", "https://icml.cc/virtual/2031/poster/1"),
    ],
)
def test_links(tmp_path, paper_url, page_url, url):
    found = records(tmp_path, page(new(1, paper_url=paper_url, virtualsite_url=page_url)), "e.json")
    assert papers(found)[0].url == url


def test_rows_without_abstract_are_reported_with_their_id(tmp_path):
    bare = {k: v for k, v in new(2).items() if k != "abstract"}
    found = records(
        tmp_path, page(new(1, authors=None), bare, new(4, abstract="  "), new(5, None, B)), "e.json"
    )
    assert [p.title for p in papers(found)] == ["Icegauge", ""]
    assert papers(found)[0].authors == ()
    assert skips(found) == {"e.json#2": "no abstract (id 2)", "e.json#3": "no abstract (id 4)"}


def test_titles_keep_markup_as_text(tmp_path):
    found = records(
        tmp_path, page(new(1, "<script>x</script>I"), new(2, "P&amp;c: a &lt;b&gt; study", B)), "e.json"
    )
    assert [p.title for p in papers(found)] == ["<script>x</script>I", "P&c: a <b> study"]


def test_a_page_of_a_paginated_download_is_told(tmp_path):
    found = records(
        tmp_path, page(new(1), count=2891, follow="https://icml.example/api?offset=200"), "e.json"
    )
    message = "file declares 2891 records, holds 1; looks like one page of a paginated download"
    assert warnings(found) == {"e.json": message}
    assert len(papers(found)) == 1


@pytest.mark.parametrize(
    ("url", "group", "expected"),
    [
        ("https://neurips.cc/virtual/2031/poster/1", "", ("NeurIPS", 2031)),
        ("https://nips.cc/virtual/2019/poster/1", "", ("NeurIPS", 2019)),
        ("https://cvpr.thecvf.com/virtual/2031/poster/1", "", ("CVPR", 2031)),
        ("https://virtual.aistats.org/virtual/2031/poster/1", "", ("AISTATS", 2031)),
        (
            "/virtual/2031/poster/1",
            "https://openreview.net/group?id=ICLR.cc/2031/Conference",
            ("ICLR", 2031),
        ),
        ("/virtual/2031/poster/1", "", ("", 2031)),
        ("https://example.org/p/1", "", ("", None)),
    ],
)
def test_venue_and_year(url, group, expected):
    assert venue_and_year(url, group) == expected


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"status": "Withdrawn"}, "withdrawn (status: Withdrawn)"),
        ({"deleted": True}, "deleted by the conference"),
        ({"visible": 0}, "hidden by the conference"),
        ({"visible": "false"}, "hidden by the conference"),
        ({"name": "[WITHDRAWN] Gauges"}, "withdrawn"),
    ],
)
def test_events_that_are_not_held(tmp_path, fields, reason):
    found = records(tmp_path, {"results": [event(1, **fields), event(2, abstract=B)]}, "f.json")
    assert [p.text for p in papers(found)] == [B]
    assert skips(found)["f.json#1"] == reason
