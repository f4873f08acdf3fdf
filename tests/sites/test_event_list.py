from dataclasses import replace

import pytest
from fake_site import FAST, LOGIN, Reply, abstract, event, page, papers, skipped, titles, warned

from rag.errors import ServiceError

EVENTS = "/static/virtual/data/icml-2031-orals-posters.json"
ABSTRACTS = "/static/virtual/data/icml-2031-abstracts.json"


def test_a_conference(site, get):
    rows = [event(1), event(2, kind="Workshop"), event(3), event(1, kind="Oral")]
    site.on(EVENTS, page(rows))
    found = get("icml:2031")
    assert titles(found) == ["Gauge 1", "Gauge 3"]
    first = papers(found)[0]
    assert (first.venue, first.year) == ("ICML", 2031)
    assert first.url == "https://icml.cc/virtual/2031/poster/1"
    assert first.origin == f"{site.url}{EVENTS}#1"
    assert [s.reason for s in skipped(found)] == [
        "not a paper: Workshop",
        f"Oral and Poster of one paper: merged with {site.url}{EVENTS}#1",
    ]
    assert not warned(found)
    assert not site.asked(ABSTRACTS)


def test_the_abstracts_in_a_second_file(site, get):
    site.on(EVENTS, page([event(1, False), event(2, False)]))
    site.on(ABSTRACTS, {"1": abstract(1), "2": abstract(2)})
    found = get("icml:2031")
    assert [p.text for p in papers(found)] == [abstract(1), abstract(2)]
    assert not warned(found)
    assert not skipped(found)


def test_a_missing_second_file_is_told(site, get):
    site.on(EVENTS, page([event(1), event(2, False)]))
    found = get("icml:2031")
    assert titles(found) == ["Gauge 1"]
    (warning,) = warned(found)
    assert warning.where == site.url + ABSTRACTS
    assert warning.message.startswith("partial: 1 of 2 events are without an abstract (")
    site.on(EVENTS, page([event(1, False)]))
    with pytest.raises(ServiceError, match=r"no papers could be had from icml:2031: partial: 1 of 1"):
        get("icml:2031")


def test_a_second_file_of_another_form_is_told(site, get):
    site.on(EVENTS, page([event(1), event(2, False)]))
    site.on(ABSTRACTS, [{"id": 2}])
    assert "has changed its form" in warned(get("icml:2031"))[0].message


def test_a_conference_with_another_host_keeps_its_links(site, get):
    row = event(1, sourceurl="", paper_url="", virtualsite_url="/virtual/2031/poster/1")
    site.on("/static/virtual/data/cvpr-2031-orals-posters.json", page([row]))
    (paper,) = papers(get("cvpr:2031"))
    assert (paper.venue, paper.year, paper.url) == (
        "CVPR",
        2031,
        "https://cvpr.thecvf.com/virtual/2031/poster/1",
    )


def pages(site, sizes, declared=None):
    """Serve pages of these sizes, linked by `next`."""
    total = sum(sizes)

    def reply(seen):
        number = int(seen.query.get("page", 1))
        first = sum(sizes[: number - 1])
        rows = [event(n) for n in range(first + 1, first + sizes[number - 1] + 1)]
        follow = f"{site.url}{EVENTS}?page={number + 1}" if number < len(sizes) else None
        return Reply(page(rows, declared or total, follow))

    return reply


def test_pages(site, get):
    site.on(EVENTS, pages(site, [2, 2, 1]))
    found = get("icml:2031")
    assert titles(found) == [f"Gauge {n}" for n in range(1, 6)]
    assert not warned(found)


def test_a_conference_that_declares_more_than_it_gives(site, get):
    site.on(EVENTS, pages(site, [2, 1], declared=2891))
    found = get("icml:2031")
    assert len(titles(found)) == 3
    (warning,) = warned(found)
    assert warning.where == site.url + EVENTS
    assert warning.message == "partial: 3 of 2,891 rows of the list came (it declares more than it holds)"


def test_a_continuation_that_is_refused(site, get):
    whole = pages(site, [2, 2])
    site.on(EVENTS, lambda seen: Reply("no", 403) if "page" in seen.query else whole(seen))
    found = get("icml:2031")
    assert len(titles(found)) == 2
    assert warned(found)[0].message.startswith("partial: 2 of 4 rows of the list came (")
    assert "HTTP 403" in warned(found)[0].message


def test_a_broken_off_download_goes_on_where_it_stopped(site, get):
    whole = pages(site, [2, 2, 1])
    site.on(EVENTS, lambda seen: Reply("", 500) if seen.query.get("page") == "3" else whole(seen))
    assert len(titles(get("icml:2031"))) == 4
    del site.seen[:]
    site.on(EVENTS, whole)
    found = get("icml:2031")
    assert len(titles(found)) == 5
    assert not warned(found)
    assert [seen.query for seen in site.seen] == [{"page": "3"}]
    del site.seen[:]
    get("icml:2031")
    assert len(site.seen) == 3  # the run before was whole, so all is asked for again


def test_pages_that_lead_in_a_circle(site, get):
    site.on(EVENTS, page([event(1)], count=9, follow=f"{site.url}{EVENTS}"))
    found = get("icml:2031")
    assert titles(found) == ["Gauge 1"]
    assert "partial: 1 of 9 rows of the list came (its pages lead in a circle" in warned(found)[0].message


def test_pages_without_an_end(site, get):
    def reply(seen):
        number = int(seen.query.get("page", 1))
        return Reply(page([event(number)], count=10**6, follow=f"?page={number + 1}"))

    site.on(EVENTS, reply)
    found = get("icml:2031", limits=replace(FAST, pages=7))
    assert len(titles(found)) == 7
    assert "more than 7 pages" in warned(found)[0].message


def test_a_next_page_on_another_host(site, get):
    site.on(EVENTS, page([event(1)], count=2, follow="http://localhost:1/x"))
    assert "another host" in warned(get("icml:2031"))[0].message


@pytest.mark.parametrize("body", [{"events": {"1": "x"}}, {"data": []}, [], {"detail": "moved"}, 7, [[1]]])
def test_a_changed_form(site, get, body):
    site.on(EVENTS, body)
    with pytest.raises(
        ServiceError, match=r"changed its form.*rag ingest openreview:ICML\.cc/2031/Conference"
    ):
        get("icml:2031")
    assert len(site.seen) == 1


def test_a_page_of_another_form_leaves_what_came(site, get):
    site.on(EVENTS, lambda s: Reply({"error": 1} if "page" in s.query else page([event(1)], 5, "?page=2")))
    found = get("icml:2031")
    assert titles(found) == ["Gauge 1"]
    assert "another form" in warned(found)[0].message


def test_a_year_without_a_list(site, get):
    with pytest.raises(ServiceError, match=r"icml-2031-orals-posters\.json does not exist \(HTTP 404\)"):
        get("icml:2031")


def test_a_login_page(site, get):
    site.on(EVENTS, Reply("", 302, {"Location": "/accounts/login"}))
    site.on("/accounts/login", LOGIN)
    with pytest.raises(ServiceError, match=r"after a redirect to .*/accounts/login, it sent a web page"):
        get("icml:2031")
    assert len(site.asked(EVENTS)) == 1


def test_the_list_by_its_own_address(site, get):
    site.on(EVENTS, page([event(1, False)]))
    site.on(ABSTRACTS, {"1": abstract(1)})
    assert [p.text for p in papers(get(EVENTS))] == [abstract(1)]


def test_rows_that_are_no_objects_do_not_matter(site, get):
    site.on(EVENTS, page([event(1), None, "x", 3, event(2, virtualsite_url=None)]))
    assert titles(get("icml:2031")) == ["Gauge 1", "Gauge 2"]
