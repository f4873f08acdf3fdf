"""Small whole inputs of every format, which the fuzzer changes. All texts are invented."""

from __future__ import annotations

import gzip
import io
import json
import zipfile

_KITE = "Delivery kites lose time in gusts. We present KITEMAP, which cuts delays by 18% (n = 40)."
_BEE = "Counting bees by eye is slow. HIVELOG is within 3 bees of a human count; see Sec. 4.2."

_TEXT = f"ICFT 2031\n\n1. {_KITE}\n\n[2] Abstract: {_BEE}\n\n- 青竹林里的湿度变化很快。\n\nPage 3 of 9\n"
_CSV = f'title,abstract,authors,year,url\n"Kite; map","{_KITE}","Müller, A.; Ada Lind",2031,https://e.org/1\n'
_TSV = f"Title\tAbstract\tDOI\nBees\t{_BEE}\t10.5555/bees\n"
_BIBTEX = (
    '@string{icft = "Proc. of ICFT"}\n'
    f'@inproceedings{{kite2031, title = {{{{Kite}}map: $O(n)$ detours}}, author = {{M\\"uller, Ada and\n'
    f"J{{\\'e}}r\\^ome Gar\\c{{c}}on}}, booktitle = icft # { {'x'} and '{{ 2031}}' }, year = 2031,\n"
    f"abstract = {{{_KITE}}}, url = {{https://e.org/kite}}}}\n@comment{{x}}\n"
)
_RIS = (
    f"TY  - CONF\nTI  - Kitemap\nAU  - Müller, Ada\nPY  - 2031/05/01\nAB  - {_KITE}\n  and more\n"
    f"DO  - 10.5555/kite\nER  - \nTY  - JOUR\nN2  - {_BEE}\n"
)
_ATOM = (
    '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
    "<entry><id>http://arxiv.org/abs/3101.00001v2</id><title>Kite &amp; map</title>"
    f"<summary>{_KITE}</summary>"
    "<author><name>Ada Müller</name></author><published>2031-01-01T00:00:00Z</published>"
    "<arxiv:doi>10.5555/k</arxiv:doi><![CDATA[x]]></entry></feed>"
)
_PAGE = (
    '<html><head><meta name="citation_title" content="Kitemap"><meta name="citation_author" content="A. M.">'
    f'</head><body><a href="kite31a.html">abs</a><div id="abstract" class="abstract">{_KITE}<br></div></html>'
)
_PAPERS = [
    {
        "title": "Kitemap",
        "abstract": _KITE,
        "authors": ["Ada Müller", {"fullname": "Bo Lind"}],
        "year": "2031",
    },
    {
        "id": 7,
        "paper_title": "Bees",
        "summary": _BEE,
        "author": "Lind, Bo and Świątek, Ł.",
        "doi": "10.5555/b",
    },
]
_EVENTS = {
    "count": 3,
    "next": None,
    "results": [
        {
            "id": 81,
            "name": "Kitemap",
            "abstract": _KITE,
            "eventtype": "Poster",
            "authors": [{"fullname": "Ada Müller"}],
            "virtualsite_url": "/virtual/2031/poster/81",
            "paper_url": "https://openreview.net/forum?id=kItE1",
            "decision": "Accept (poster)",
        },
        {"id": 82, "name": "Kitemap", "abstract": _KITE, "eventtype": "Oral", "virtualsite_url": "/v/82"},
        {"id": 83, "name": "A workshop", "abstract": "", "eventtype": "Workshop", "virtualsite_url": "/v/83"},
    ],
}
_NOTES = {
    "notes": [
        {"id": "nA", "content": {"title": {"value": "Kitemap"}, "abstract": {"value": _KITE}}},
        {"id": "nB", "content": {"title": "Bees", "abstract": _BEE, "authors": ["Bo Lind"]}, "forum": "nB"},
    ]
}


def _zip(*members: tuple[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)
    return packed.getvalue()


SEEDS: dict[str, list[bytes]] = {
    "text": [_TEXT.encode(), _TEXT.encode("utf-16"), _TEXT.encode("gb18030"), _TEXT.encode("utf-8-sig")],
    "csv": [_CSV.encode(), _TSV.encode(), ("sep=;\n" + _CSV.replace(",", ";")).encode("cp1252", "replace")],
    "bibtex": [_BIBTEX.encode()],
    "ris": [_RIS.encode()],
    "atom": [_ATOM.encode()],
    "json": [
        json.dumps(_PAPERS).encode(),
        json.dumps(_PAPERS[0]).encode(),
        json.dumps({"81": _KITE}).encode(),
    ],
    "jsonl": ["\n".join(json.dumps(p, ensure_ascii=False) for p in _PAPERS * 3).encode()],
    "conference": [json.dumps(_EVENTS).encode(), json.dumps(_EVENTS["results"]).encode()],
    "openreview": [json.dumps(_NOTES).encode()],
    "archive": [
        gzip.compress(_TEXT.encode()),
        _zip(("a.bib", _BIBTEX), ("b/c.ris", _RIS)),
        _zip(("events.json", json.dumps(_EVENTS)), ("abstracts.json", json.dumps({"81": _KITE, "9": _BEE}))),
    ],
    "pmlr page": [_PAGE.encode()],
}

# What means something to a reader. Mutations put these anywhere.
_WORDS = rb"""
\x00 NaN 1e999 -1 null true { } [ ] " ' \ , ; : # @ % $ $$ \( \[ \" {\" <!-- --> <![CDATA[ ]]> < > &
\u2028 \ud800 @string{a= @comment{ @article{k, TY__-_JOUR ER__-_ AB__-_ AU__-_ <entry> </entry> <feed>
"abstract": "title": "authors": "results": "notes": "content": "id": "count": "next": "value": title,abstract
https://openreview.net/forum?id= http:// javascript: 10.1/x arXiv:2401.00001 and_and_and_ Abstract: [1] 1. (a)
"""
# What means something to a reader. Mutations put these anywhere.
TOKENS: list[bytes] = [
    *(word.replace(b"_", b" ") for word in _WORDS.split()),
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\n", b"\r\n", b"\n\n", b"\t", b"\xed\xa0\x80"),
    *(b"\nTY  - JOUR\n", b"\nER  - \n", b"\nAB  - ", b"\nAU  - "),
    *(character.encode() for character in "\u2028。🐝\u202eé"),
]
