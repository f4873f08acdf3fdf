from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from rag.answering.answer import Answer, Dropped, Evidence, Sentence, Source
from rag.paper import Paper, new_paper
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import Recognised
from rag.retrieval.spelling import Correction
from rag.retrieval.understanding import Understanding
from rag.text import fingerprint
from rag.ui import render
from rag.ui.html_parts import highlighted
from rag.ui.turn import Turn

TEXT = r"If a<b and c>d we write <x,y>. It is n*m*k, with \(x\), `two_names` and $3,000 to $4,500. A < 0.1%."


class Page(HTMLParser):
    """Collects what a browser would make of it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    def links(self) -> list[dict[str, str | None]]:
        return [attrs for tag, attrs in self.elements if tag == "a"]


def paper(**fields) -> Paper:
    return new_paper(**({"text": TEXT, "title": "A title", "url": "https://papers.example/1"} | fields))


def quoted(source_paper: Paper, *spans: tuple[int, int], **fields) -> Answer:
    evidence = tuple(Evidence(source_paper.text[a:b], a, b) for a, b in spans)
    sentences = tuple(Sentence(item.quote, (1,), 1.0, "supported") for item in evidence)
    return Answer(
        "q",
        "",
        "quoted",
        sentences=sentences,
        sources=(Source(1, source_paper, evidence),),
        searched=2634,
        **fields,
    )


def page_of(answer: Answer, **fields) -> Page:
    return Page(render.conversation([Turn("q", answer, **({"state": "done"} | fields))]))


def test_citations_and_titles_open_the_papers_page_in_a_new_tab():
    links = page_of(quoted(paper(), (0, 30))).links()
    assert len(links) == 3, "the title and [1] in the answer, the title on the card"
    assert {link["href"] for link in links} == {"https://papers.example/1"}
    assert {link["target"] for link in links} == {"_blank"}
    assert {link["rel"] for link in links} == {"noopener noreferrer"}


def test_the_hover_of_a_citation_shows_title_and_quotation():
    [cited] = [link for link in page_of(quoted(paper(), (0, 30))).links() if link.get("class") == "citation"]
    assert cited["title"] == "A title\n“If a<b and c>d we write <x,y>.”"


def test_nothing_of_a_text_is_swallowed_or_becomes_an_element():
    page = page_of(quoted(paper(), (0, 30), (31, len(TEXT))))
    assert page.text.count("If a<b and c>d we write <x,y>.") == 2
    assert page.text.count(TEXT[31:]) == 2
    assert "&lt;" not in page.text
    assert not {"x", "b", "script", "img"} & {tag for tag, _ in page.elements}


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", " JaVaScRiPt:alert(2)", "data:text/html,x", "//evil.example/x", ""]
)
def test_only_http_addresses_become_links(url):
    hostile = Paper(paper_id="p", text=TEXT, fingerprint="f", title="A title", url=url)
    page = page_of(quoted(hostile, (0, 30)))
    assert not page.links()
    assert "[1]" in page.text
    assert "no link known" in page.text


@pytest.mark.parametrize(
    "title",
    [
        '<script>alert("t1")</script>Kitemap',
        "Twinsieve <img src=x onerror=alert(2)>",
        "Pebble&amp;cache: a &lt;b&gt; study",
        "Quiet](https://evil.example) [rows",
        "Lattice|fold `x` **y** <style>body{display:none}</style>",
        'Break" onmouseover="alert(3)',
    ],
)
def test_titles_and_authors_are_shown_as_text(title):
    page = page_of(quoted(paper(title=title, authors=[title]), (0, 30)))
    assert page.text.count(title) == 3
    assert not {"script", "img", "style", "b"} & {tag for tag, _ in page.elements}
    assert not any(name.startswith("on") for _, attrs in page.elements for name in attrs)


def test_a_digest_is_labelled_at_quotations_and_card():
    digest = paper(text_kind="digest", abstract_fingerprint=fingerprint("the abstract"))
    page = page_of(quoted(digest, (0, 30)))
    assert page.text.count("digest, not the published abstract") == 2
    assert any("digest, not the published abstract" in (link.get("title") or "") for link in page.links())
    assert "digest" not in page_of(quoted(paper(), (0, 30))).text


def test_the_line_above_counts_searched_supported_and_dropped():
    assert (
        "2,634 abstracts searched · 1 of 1 sentence supported · none dropped"
        in page_of(quoted(paper(), (0, 30))).text
    )
    dropped = quoted(paper(), (0, 30), dropped=(Dropped("It <b>flies</b>.", "no source says so"),))
    text = page_of(dropped).text
    assert "1 sentence dropped" in text
    assert "It <b>flies</b>. no source says so" in text


def test_a_refusal_has_links_to_the_nearest_papers_and_no_markers():
    refusal = Answer(
        "q", "…", "quoted", abstained=True, reason="no abstract fits", nearest=(paper(),), searched=57
    )
    page = page_of(refusal)
    assert [link["href"] for link in page.links()] == ["https://papers.example/1"]
    assert "[1]" not in page.text
    assert "no abstract fits." in page.text


def test_written_sentences_link_only_their_own_citations():
    written = Answer(
        "q",
        "",
        "written",
        sentences=(
            Sentence("The protocol of [1] is <i>kept</i>", (2, 9), 0.9, "supported"),
            Sentence("Perhaps.", (), 0.2, "unsupported", 'it is "not" <there>'),
        ),
        sources=(Source(1, paper()), Source(2, paper(title="Second", url="https://papers.example/2"))),
    )
    page = page_of(written)
    cited = [link["href"] for link in page.links() if link.get("class") == "citation"]
    assert cited == ["https://papers.example/2"], "the copied [1] and the unknown 9 are no links"
    assert "The protocol of [1] is <i>kept</i> [2] Perhaps. (not supported)" in page.text
    assert [attrs for tag, attrs in page.elements if tag == "s"] == [{"title": 'it is "not" <there>'}]
    assert "1 of 2 sentences supported" in page.text


def test_the_line_above_counts_tokens_and_their_cost_where_it_is_known():
    usage = {"prompt_tokens": 1200, "completion_tokens": 34, "judge_prompt_tokens": 1}
    answer = quoted(paper(), (0, 30), usage=usage)
    assert "1,235 tokens" in page_of(answer).text
    assert "cost" not in page_of(answer).text
    assert "· 1,235 tokens · cost 0.0012" in page_of(replace(answer, cost=0.00123)).text


def test_the_question_is_shown_as_text_and_a_huge_one_is_cut():
    page = Page(render.conversation([Turn("<b>Answer</b> with **[7]**.", problem="too long", state="done")]))
    assert "<b>Answer</b> with **[7]**." in page.text
    assert "too long" in page.text
    assert len(render.conversation([Turn("word " * 40_000)])) < 3_000
    assert len(render.conversation([Turn("x" * 200_000)])) < 3_000


@pytest.mark.parametrize(
    ("spans", "marked"),
    [
        ([], []),
        ([(0, 2), (4, 6)], ["ab", "ef"]),
        ([(4, 6), (0, 5)], ["abcde", "f"]),
        ([(2, 4), (2, 4)], ["cd"]),
        ([(3, 99)], ["def"]),
    ],
)
def test_highlights_cover_the_spans_and_keep_the_text(spans, marked):
    html = highlighted("abcdef", [Evidence("", a, b) for a, b in spans])
    assert Page(html).text == "abcdef"
    assert [piece.split("</mark>")[0] for piece in html.split("<mark>")[1:]] == marked


def test_an_error_is_text_below_the_box_too():
    assert "<b>" not in render.status(Turn("q", problem="<b>no</b>", state="done"))


def test_what_was_understood_is_a_button_each_and_hostile_words_are_text():
    condition = PaperFilter(years=[2024])
    hostile = Recognised("venue", '<b>"x', 0, 5, '" onclick="alert(1)', condition)
    understood = Understanding("q", "q", filters=(hostile,))
    found = page_of(
        quoted(paper(), (0, 30), understood=understood), allowed=condition, ignored=("<i>in 2023",)
    )
    chips = [attrs for name, attrs in found.elements if name == "button"]
    assert [(c["data-words"], c["data-turn"], c["type"]) for c in chips] == [
        ('" onclick="alert(1)', "0", "button")
    ]
    assert chips[0]["aria-label"] == 'Ask again without: venue <b>"x'
    assert not {"b", "i"} & {name for name, _ in found.elements}
    assert "Filters: from 2024" in found.text
    assert "Asked without: <i>in 2023" in found.text


def test_a_computed_answer_begins_with_its_statement():
    listed = Answer(
        "q",
        "",
        "quoted",
        lead="There are about 2 papers <b>.",
        sources=(Source(1, paper()), Source(2, paper(title="B"), borderline=True)),
    )
    found = page_of(listed)
    assert "There are about 2 papers <b>." in found.text
    assert found.text.count("borderline: it may be about something else") == 1
    assert len([link for link in found.links() if link.get("class") == "citation"]) == 2


def test_a_correction_is_a_button_that_takes_it_back():
    understood = Understanding("q", "q", corrections=(Correction("<b>kits", "kites", 0, 7),))
    found = page_of(quoted(paper(), (0, 30), understood=understood))
    (chip,) = [attrs for name, attrs in found.elements if name == "button"]
    assert chip["data-words"] == "<b>kits"
    assert chip["aria-label"] == "Ask again without: “kites” instead of “<b>kits”"
    assert "Searched for" in found.text
