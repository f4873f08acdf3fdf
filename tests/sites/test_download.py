"""What can go wrong on the way, shown with one list at an address."""

import json
import time
from dataclasses import replace

import pytest
from fake_site import FAST, LOGIN, Reply, abstract, papers, titles

from rag import __version__
from rag.errors import ServiceError, UsageError
from rag.sites import fetch, guard

LIST = [{"title": "Gauge 1", "abstract": abstract(1)}, {"title": "Gauge 2", "abstract": abstract(2)}]
BOTH = ["Gauge 1", "Gauge 2"]


def fails(get, address, **limits):
    with pytest.raises(ServiceError) as error:
        get(address, limits=replace(FAST, **limits))
    assert "\n" not in str(error.value)
    assert error.value.exit_code == 3
    return str(error.value)


def test_a_list_and_its_places(site, get):
    site.on("/list.json", LIST)
    found = get("/list.json")
    assert titles(found) == BOTH
    assert [p.origin for p in papers(found)] == [f"{site.url}/list.json#1", f"{site.url}/list.json#2"]
    agent = site.seen[0].headers["user-agent"]
    assert agent == f"AskPapers/{__version__} (Python package askpapers)"


def test_an_unchanged_list_is_not_sent_again(site, get):
    site.on(
        "/list.json", Reply(LIST, headers={"ETag": '"a"', "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"})
    )
    assert titles(get("/list.json")) == titles(get("/list.json")) == BOTH
    assert "if-none-match" not in site.seen[0].headers
    assert site.seen[1].headers["if-none-match"] == '"a"'
    assert site.seen[1].headers["if-modified-since"] == "Mon, 01 Jan 2024 00:00:00 GMT"
    site.on("/list.json", Reply(LIST[:1], headers={"ETag": '"b"'}))
    assert titles(get("/list.json")) == ["Gauge 1"]


def test_a_damaged_cache_is_downloaded_again(site, get, tmp_path):
    site.on("/list.json", Reply(LIST, headers={"ETag": '"a"'}))
    get("/list.json")
    (body,) = (tmp_path / "cache").rglob("list.json")
    body.write_text("[")
    assert titles(get("/list.json")) == BOTH
    (body,) = (tmp_path / "cache").rglob("list.json")
    body.write_text("x" * body.stat().st_size)  # the same size, so only its content tells
    assert titles(get("/list.json")) == BOTH
    facts = body.with_name(".facts.json")
    facts.write_text("{")
    assert titles(get("/list.json")) == BOTH


def test_too_many_requests(site, get):
    site.on("/list.json", Reply("slow down", 429, {"Retry-After": "1"}), LIST)
    started = time.monotonic()
    assert titles(get("/list.json")) == BOTH
    assert time.monotonic() - started >= 1
    assert len(site.seen) == 2


def test_a_server_that_asks_for_a_long_wait_is_given_up(site, get):
    site.on("/list.json", Reply("slow down", 429, {"Retry-After": "600"}))
    said = fails(get, "/list.json")
    assert f"{site.url}/list.json cannot be had: HTTP 429, and it asks to wait 600 s; try again later" in said
    assert len(site.seen) == 1


def test_server_errors(site, get):
    site.on("/list.json", Reply("oops", 500), Reply("oops", 503), LIST)
    assert titles(get("/list.json")) == BOTH
    site.on("/other.json", Reply("oops", 500))
    assert "HTTP 500 (3 attempts)" in fails(get, "/other.json")
    assert len(site.asked("/other.json")) == 3


def test_a_truncated_body(site, get):
    whole = json.dumps(LIST)
    site.on("/list.json", Reply(whole[:99], length=len(whole)), LIST)
    assert titles(get("/list.json")) == BOTH
    site.on("/closed.json", Reply(whole[:99]), LIST)  # without a length that tells
    assert titles(get("/closed.json")) == BOTH
    site.on("/always.json", Reply(whole[:99], length=len(whole)))
    assert "it broke off" in fails(get, "/always.json")
    site.on("/empty.json", "")
    assert "sent nothing" in fails(get, "/empty.json")


def test_a_login_page(site, get):
    site.on("/list.json", Reply("", 302, {"Location": "/login"}))
    site.on("/login", LOGIN)
    said = fails(get, "/list.json")
    assert (
        f"{site.url}/list.json cannot be had: after a redirect to {site.url}/login, it sent a web page"
        in said
    )
    assert len(site.seen) == 2
    site.on("/list.json", LIST)
    assert titles(get("/list.json")) == BOTH  # the login page was not kept


@pytest.mark.parametrize("status", [401, 403])
def test_a_refusal(site, get, status):
    site.on("/list.json", Reply("no", status))
    assert "save the file, and run: rag ingest FILE" in fails(get, "/list.json")
    assert len(site.seen) == 1


def test_redirects(site, get):
    site.on("/old.json", Reply("", 301, {"Location": "/list.json"}))
    site.on("/list.json", LIST)
    assert titles(get("/old.json")) == BOTH
    site.on("/round", Reply("", 302, {"Location": "/round"}))
    assert "redirects more than 5 times" in fails(get, "/round")
    site.on("/file", Reply("", 302, {"Location": "file:///etc/passwd"}))
    assert "an address that is none" in fails(get, "/file")


def test_a_public_host_does_not_redirect_into_this_machine(site, get, monkeypatch):
    monkeypatch.setattr(guard, "resolve", lambda h: ["93.184.216.34" if h == "localhost" else "127.0.0.1"])
    site.on("/list.json", Reply("", 302, {"Location": f"{site.url}/secret.json"}))
    site.on("/secret.json", LIST)
    named = site.url.replace("127.0.0.1", "localhost") + "/list.json"
    assert "it redirects into a private network (127.0.0.1)" in fails(get, named)
    assert not site.asked("/secret.json")


def test_a_page_that_never_ends(site, get):
    site.on("/list.json", Reply(endless=True))
    assert "sends more than 1,024 KiB" in fails(get, "/list.json", response_bytes=1 << 20)
    assert "sends more than 2,048 KiB" in fails(get, "/list.json", total_bytes=2 << 20)
    assert "does not end within 0.2 s" in fails(get, "/list.json", response_time=0.2)
    assert len(site.seen) == 3


def test_a_server_that_is_silent_or_not_there(site, get):
    site.on("/slow.json", lambda _: time.sleep(1) or Reply(LIST))
    assert "it does not answer (2 attempts)" in fails(get, "/slow.json", silence=0.1, attempts=2)
    assert "the time is over" in fails(get, "/slow.json", silence=0.2, backoff=9, total_time=1)
    said = fails(get, "http://127.0.0.1:1/list.json")
    assert "http://127.0.0.1:1/list.json cannot be had: it cannot be reached" in said
    assert "check the connection" in said


def test_a_password_is_in_no_message_and_no_place(site, get):
    site.on("/list.json", LIST)
    named = site.url.replace("http://", "http://ada:secret@") + "/list.json"
    found = get(named)
    assert [p.origin for p in papers(found)] == [f"{site.url}/list.json#1", f"{site.url}/list.json#2"]
    assert site.seen[0].headers["authorization"].startswith("Basic ")
    assert "secret" not in fails(get, named.replace("list", "none"))


def test_a_cache_that_cannot_be_written(site, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="RAG_CACHE"):
        fetch(f"{site.url}/list.json", tmp_path / "file", sites=site.sites, limits=FAST)
