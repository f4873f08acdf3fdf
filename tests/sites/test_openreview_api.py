import pytest
from fake_site import LOGIN, Reply, abstract, papers, skipped, titles, warned

from rag.errors import ServiceError
from rag.sites import openreview_api

VENUE = "ICML.cc/2031/Conference"


@pytest.fixture(autouse=True)
def _page_size(monkeypatch):
    monkeypatch.setattr(openreview_api, "_PAGE", 10)


def note(number, venueid=VENUE):
    values = {
        "title": f"Gauge {number}",
        "abstract": abstract(number),
        "authors": ["Ada One"],
        "venue": "ICML 2031 Poster",
        "venueid": venueid,
    }
    return {
        "id": f"gauge{number:05}",
        "forum": f"gauge{number:05}",
        "content": {name: {"value": value} for name, value in values.items()},
    }


def old_note(number):
    plain = {"title": f"Gauge {number}", "abstract": abstract(number), "authors": ["Ada One"]}
    return {"id": f"gauge{number:05}", "forum": f"gauge{number:05}", "content": plain}


def serving(count, declared=None, wanted=None, make=note):
    """Serve `count` notes in pages to those who ask with the fields `wanted`."""

    def reply(seen):
        query = dict(seen.query)
        limit, offset = int(query.pop("limit")), int(query.pop("offset"))
        if query != (wanted or {"content.venueid": VENUE}):
            return Reply({"notes": [], "count": 0})
        notes = [make(n) for n in range(offset + 1, min(count, offset + limit) + 1)]
        return Reply({"notes": notes, "count": count if declared is None else declared})

    return reply


def test_a_venue(site, get):
    site.on("/notes", serving(2))
    found = get(f"openreview:{VENUE}")
    assert titles(found) == ["Gauge 1", "Gauge 2"]
    first = papers(found)[0]
    assert (first.paper_id, first.venue, first.year) == ("openreview:gauge00001", "ICML", 2031)
    assert first.origin == f"{site.url}/notes?content.venueid={VENUE}#1"
    assert not warned(found)
    assert len(site.seen) == 1


def test_pages(site, get):
    site.on("/notes", serving(21))
    found = get(f"openreview:{VENUE}")
    assert len(set(titles(found))) == 21
    assert [seen.query["offset"] for seen in site.seen] == ["0", "10", "20"]
    assert site.seen[0].query["limit"] == "10"
    assert not warned(found)


def test_a_page_that_fails_leaves_a_partial_result_and_the_next_run_completes_it(site, get):
    whole = serving(15)
    site.on("/notes", lambda seen: whole(seen) if seen.query["offset"] == "0" else Reply("", 502))
    found = get(f"openreview:{VENUE}")
    assert len(titles(found)) == 10
    assert warned(found)[0].message.startswith("partial: 10 of 15 papers came (")
    del site.seen[:]
    site.on("/notes", whole)
    assert len(titles(get(f"openreview:{VENUE}"))) == 15
    assert [seen.query["offset"] for seen in site.seen] == ["10"]


def test_an_offset_that_is_ignored(site, get):
    site.on("/notes", {"notes": [note(n) for n in range(10)], "count": 5000})
    found = get(f"openreview:{VENUE}")
    assert len(titles(found)) == 10
    assert warned(found)[0].message == "partial: 10 of 5,000 papers came (its pages repeat themselves)"
    assert len(site.seen) == 2


def test_fewer_than_declared(site, get):
    site.on("/notes", serving(3, declared=9))
    assert "partial: 3 of 9 papers came" in warned(get(f"openreview:{VENUE}"))[0].message


def test_an_older_venue_is_found_in_the_first_api(site, get):
    site.on("/notes", serving(0))
    site.on("/v1/notes", serving(2, make=old_note))
    assert titles(get(f"openreview:{VENUE}")) == ["Gauge 1", "Gauge 2"]


def test_the_oldest_venues_are_found_by_invitation(site, get):
    site.on("/notes", serving(0))
    site.on("/v1/notes", serving(2, wanted={"invitation": f"{VENUE}/-/Submission"}, make=old_note))
    found = get(f"openreview:{VENUE}")
    assert titles(found) == ["Gauge 1", "Gauge 2"]
    assert "do not say which were accepted" in warned(found)[0].message


def test_no_papers_is_an_error(site, get):
    site.on("/notes", serving(0))
    with pytest.raises(ServiceError, match=r"no public papers of 'ICML\.cc/2031/Conference'.*group\?id="):
        get(f"openreview:{VENUE}")
    site.on("/notes", serving(1))
    assert titles(get(f"openreview:{VENUE}")) == ["Gauge 1"]  # the answer without papers is not taken again


def test_only_rejected_papers_is_an_error(site, get):
    site.on("/notes", {"notes": [note(1, f"{VENUE}/Rejected_Submission")], "count": 1})
    with pytest.raises(ServiceError, match="rejected submission"):
        get(f"openreview:{VENUE}")


def test_withdrawn_ones_are_told(site, get):
    site.on("/notes", {"notes": [note(1), note(2, f"{VENUE}/Withdrawn_Submission")], "count": 2})
    assert "withdrawn" in skipped(get(f"openreview:{VENUE}"))[0].reason


@pytest.mark.parametrize(
    "reply",
    [
        Reply({"name": "ChallengeRequiredError", "status": 403}, 403),
        Reply("", 302, {"Location": "/challenge"}),
    ],
)
def test_a_challenge_for_browsers(site, get, reply):
    site.on("/notes", reply)
    site.on("/challenge", LOGIN)
    with pytest.raises(ServiceError, match=r"/notes\?content.* rag ingest icml:2024"):
        get(f"openreview:{VENUE}")


def test_a_changed_form(site, get):
    site.on("/notes", {"papers": []})
    with pytest.raises(ServiceError, match="changed its form"):
        get(f"openreview:{VENUE}")


def test_a_server_that_is_down_is_not_asked_in_every_way(site, get):
    site.on("/notes", Reply("", 500))
    site.on("/v1/notes", Reply("", 500))
    with pytest.raises(ServiceError, match="HTTP 500"):
        get(f"openreview:{VENUE}")
    assert len(site.asked("/v1/notes")) == 3
