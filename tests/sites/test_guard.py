import pytest

from rag.sites import guard

ADDRESSES = {
    "public.test": ["93.184.216.34"],
    "inside.test": ["10.0.0.7"],
    "mixed.test": ["93.184.216.34", "127.0.0.1"],
    "mapped.test": ["::ffff:192.168.1.1"],
    "metadata.test": ["169.254.169.254"],
    "local6.test": ["fe80::1%eth0"],
}


@pytest.fixture(autouse=True)
def _names(monkeypatch):
    monkeypatch.setattr(guard, "resolve", lambda host: ADDRESSES.get(host, []))


@pytest.mark.parametrize("host", ["inside.test", "mixed.test", "mapped.test", "metadata.test", "local6.test"])
def test_a_public_host_does_not_lead_into_a_private_network(host):
    with pytest.raises(guard.RefusedError, match="private network"):
        guard.redirect_target("https://public.test/", "https://public.test/", f"https://{host}/secret")
    assert guard.redirect_target("https://inside.test/", "https://inside.test/", f"https://{host}/x")


@pytest.mark.parametrize(
    "location", ["http://public.test/", "ftp://public.test/", "file:///etc/passwd", "javascript:1"]
)
def test_no_other_scheme(location):
    with pytest.raises(guard.RefusedError):
        guard.redirect_target("https://public.test/", "https://public.test/", location)


def test_where_redirects_lead():
    def follow(location):
        return guard.redirect_target("http://public.test/a/", "http://public.test/a/", location)

    assert follow("b") == "http://public.test/a/b"
    assert follow("https://public.test/") == "https://public.test/"
    assert follow("//unknown.test/x") == "http://unknown.test/x"


def test_the_next_page_is_on_the_same_host():
    here = "https://public.test/list.json"
    assert guard.next_page(here, "?page=2") == "https://public.test/list.json?page=2"
    assert (
        guard.next_page(here, "http://public.test/list.json?page=2") == "https://public.test/list.json?page=2"
    )
    for link in ("https://inside.test/x", "ftp://public.test/x", "https://public.test:8080/x", "http://["):
        with pytest.raises(guard.RefusedError):
            guard.next_page(here, link)
