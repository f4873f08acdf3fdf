import time
from dataclasses import replace

import pytest
from fake_site import FAST, LOGIN, Reply, abstract, papers, titles, warned

from rag.errors import ServiceError
from rag.sites.arxiv_api import _fields

API = "/api/query"


def feed(numbers, total, error=""):
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/3101.{n:05}v1</id><published>2031-01-02T00:00:00Z</published>"
        f"<title>Gauge {n}</title><summary>{abstract(n)}</summary>"
        "<author><name>Ada One</name></author></entry>"
        for n in numbers
    )
    if error:
        entries = f"<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>{error}</summary></entry>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        '<opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"{total}</opensearch:totalResults>{entries}</feed>\n"
    )


def serving(count, declared=None):
    def reply(seen):
        start, size = int(seen.query["start"]), int(seen.query["max_results"])
        return Reply(feed(range(start, min(count, start + size)), declared or count))

    return reply


def test_a_query(site, get):
    site.on(API, serving(250))
    found = get("arxiv:cat:cs.CL")
    assert len(set(titles(found))) == 250
    assert papers(found)[0].paper_id == "arxiv:3101.00000"
    assert papers(found)[0].origin.startswith(f"{site.url}{API}?search_query=cat%3Acs.CL&")
    assert [seen.query["start"] for seen in site.seen] == ["0", "100", "200"]
    assert site.seen[0].query["max_results"] == "100"
    assert not warned(found)


def test_the_pause_between_requests(site, get):
    site.on(API, serving(250))
    started = time.monotonic()
    get("arxiv:ice", limits=replace(FAST, arxiv_pause=0.2))
    assert time.monotonic() - started >= 0.4


def test_an_empty_page_is_asked_for_again(site, get):
    whole, empty = serving(150), [Reply(feed([], 150))]
    site.on(API, lambda seen: empty.pop() if seen.query["start"] == "100" and empty else whole(seen))
    found = get("arxiv:ice")
    assert len(titles(found)) == 150
    assert not warned(found)


def test_pages_that_stay_empty_leave_a_partial_result(site, get):
    site.on(API, serving(100, declared=300))
    found = get("arxiv:ice")
    assert len(titles(found)) == 100
    assert warned(found)[0].message.startswith("partial: 100 of 300 papers came (")
    assert "an empty page (3 attempts)" in warned(found)[0].message
    del site.seen[:]
    site.on(API, serving(300))
    assert len(titles(get("arxiv:ice"))) == 300
    assert [seen.query["start"] for seen in site.seen] == ["100", "200"]


def test_too_many_requests_in_the_middle(site, get):
    whole = serving(300)
    site.on(
        API,
        lambda s: (
            Reply("Rate exceeded.", 429, {"Retry-After": "900"}) if s.query["start"] == "200" else whole(s)
        ),
    )
    found = get("arxiv:ice")
    assert len(titles(found)) == 200
    assert "partial: 200 of 300 papers came" in warned(found)[0].message
    assert "asks to wait 900 s" in warned(found)[0].message


def test_a_truncated_feed(site, get):
    site.on(API, Reply(feed([1], 1)[:300]), feed([1], 1))
    assert titles(get("arxiv:ice")) == ["Gauge 1"]


def test_a_query_with_too_many_papers(site, get):
    site.on(API, serving(900))
    found = get("arxiv:ice", limits=replace(FAST, arxiv_papers=200))
    assert len(titles(found)) == 200
    assert warned(found)[0].message == (
        "partial: 200 of 900 papers came (no more than 200 are taken; narrow the query)"
    )


def test_no_papers_and_errors(site, get):
    site.on(API, feed([], 0))
    with pytest.raises(ServiceError, match="arXiv has no papers for 'ice'"):
        get("arxiv:ice")
    site.on(API, feed([], 1, error="incorrect id format for 9"))
    with pytest.raises(ServiceError, match="arXiv reported an error: incorrect id format"):
        get("arxiv:ice")
    site.on(API, LOGIN)
    with pytest.raises(ServiceError, match="web page instead of data"):
        get("arxiv:ice")


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("ice", "all:ice"),
        ('river ice "gauge drift"', 'all:river AND all:ice AND all:"gauge drift"'),
        ("cat:cs.CL AND abs:ice", "cat:cs.CL AND abs:ice"),
    ],
)
def test_plain_words(query, asked):
    assert _fields(query)["search_query"] == asked


def test_ids():
    assert _fields("2305.18290, hep-th/9901001v2") == {"id_list": "2305.18290,hep-th/9901001v2"}
