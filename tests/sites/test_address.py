import pytest

from rag.errors import UsageError
from rag.sites import is_site
from rag.sites.address import parse, shown


@pytest.mark.parametrize(
    "text",
    [
        "icml:2024",
        "NeurIPS:2024",
        "openreview:X/2031",
        "arxiv:a b",
        "pmlr:v3",
        "https://x.org/l.json",
        "ftp://x/y",
    ],
)
def test_sites(text):
    assert is_site(text)


@pytest.mark.parametrize(
    "text", ["papers.json", "-", "C:\\papers", "/tmp/icml:2024", "aaai:2024", "icml", ""]
)
def test_files(text):
    assert not is_site(text)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("ICML:2024", "icml", "2024"),
        ("nips:2019", "neurips", "2019"),
        ("openreview:ICML.cc/2024/Conference", "openreview", "ICML.cc/2024/Conference"),
        ("arxiv: cat:cs.CL  AND all:ice ", "arxiv", "cat:cs.CL AND all:ice"),
        ("pmlr:235", "pmlr", "v235"),
        ("pmlr:v235/", "pmlr", "v235"),
        (
            "https://openreview.net/group?id=ICLR.cc/2024/Conference#tab",
            "openreview",
            "ICLR.cc/2024/Conference",
        ),
        ("https://arxiv.org/abs/2305.18290v2", "arxiv", "2305.18290v2"),
        ("https://arxiv.org/pdf/2305.18290.pdf", "arxiv", "2305.18290"),
        ("https://proceedings.mlr.press/v235/", "pmlr", "v235"),
        ("https://icml.cc/virtual/2024/papers.html?filter=titles", "icml", "2024"),
        ("https://lists.example.org/a.json", "web", "https://lists.example.org/a.json"),
    ],
)
def test_addresses(text, kind, value):
    assert (parse(text).kind, parse(text).value) == (kind, value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("icml:now", "icml:2024"),
        ("pmlr:x", "pmlr:v235"),
        ("openreview:", "openreview:ICML.cc/2024/Conference"),
        ("openreview:../../x?y", "openreview:ICML.cc/2024/Conference"),
        ("arxiv:", "arxiv:cat:cs.CL"),
        ("ftp://x.org/y", "not an http(s) address"),
        ("file:///etc/passwd", "not an http(s) address"),
        ("https://", "not an http(s) address"),
        ("https://[::1/x", "not an http(s) address"),
        ("https://x.org/a b", "not an http(s) address"),
        ("https://x.org:99999/", "not an http(s) address"),
    ],
)
def test_malformed_addresses(text, said):
    with pytest.raises(UsageError) as error:
        parse(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_password_is_not_shown():
    assert shown("https://ada:secret@x.org/l.json?y=1#z") == "https://x.org/l.json?y=1"
    assert parse("https://ada:secret@x.org/l").shown == "https://x.org/l"
