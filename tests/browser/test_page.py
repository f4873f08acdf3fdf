"""The page over the sample library, with the real models."""

from __future__ import annotations

import pytest
from page_actions import ask, contrast, has_horizontal_scrolling, open_page, other_hosts
from playwright.sync_api import Page, expect

from rag.sample import sample_papers

pytestmark = pytest.mark.browser
DPO = "which papers improve DPO?"


def test_a_question_gets_cited_linked_and_highlighted_answers(page: Page, server: str):
    open_page(page, server)
    turn = ask(page, DPO)

    by_title = {paper.title: paper for paper in sample_papers()}
    findings = turn.locator(".finding")
    assert findings.count() >= 2
    for finding in findings.all():
        paper = by_title[finding.locator(".title").inner_text()]
        cited = finding.locator("a.citation").first
        assert cited.get_attribute("href") == paper.url
        assert cited.get_attribute("target") == "_blank"
        assert cited.get_attribute("rel") == "noopener noreferrer"
        quote = finding.locator("blockquote").first.inner_text().split("” [")[0].removeprefix("“")
        assert quote in paper.text
        assert quote in cited.get_attribute("title")
        assert "digest, not the published abstract" in finding.inner_text()
        marked = turn.locator(".card", has=page.get_by_text(paper.title, exact=True)).locator("mark")
        assert marked.first.inner_text() in paper.text

    assert turn.locator("a.citation").first.inner_text() == "[1]"
    expect(turn.locator(".summary")).to_contain_text("57 abstracts searched")
    assert other_hosts(page, server) == set()


def test_following_a_citation_opens_a_new_tab_and_keeps_the_conversation(page: Page, server: str):
    page.context.route("**/*ICML.cc/**", lambda route: route.fulfill(body="the paper's page"))
    page.context.route("**/*icml.cc/**", lambda route: route.fulfill(body="the paper's page"))
    open_page(page, server)
    turn = ask(page, DPO)
    with page.context.expect_page() as opened:
        turn.locator("a.citation").first.click()
    assert "icml.cc" in opened.value.url.lower()
    expect(turn).to_be_visible()


def test_a_refusal_names_papers_without_markers_and_the_conversation_goes_on(page: Page, server: str):
    open_page(page, server)
    ask(page, DPO)
    refusal = ask(page, "What is the best pizza in Naples?")
    assert refusal.locator(".refusal li a.title").count() >= 1
    assert refusal.locator(".citation, .card, mark").count() == 0
    assert "[1]" not in refusal.inner_text()
    assert page.locator(".turn").count() == 2
    expect(refusal.locator(".question")).to_be_in_viewport()


def test_a_blank_question_is_asked_for_and_leaves_no_turn(page: Page, server: str):
    open_page(page, server)
    page.get_by_label("Your question").fill("  \t ")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").get_by_text("Type a question first.")).to_be_visible()
    assert page.locator(".turn").count() == 0


def test_a_question_that_is_too_long_is_refused_with_the_limit(page: Page, server: str):
    open_page(page, server)
    turn = ask(page, "x" * 200_000)
    expect(turn.locator(".problem")).to_contain_text("8,000")


def test_an_example_asks_with_one_press_of_a_key(page: Page, server: str):
    open_page(page, server)
    page.get_by_role("button", name=DPO).press("Enter")
    expect(page.locator(".turn .question")).to_have_text(DPO)
    expect(page.locator(".turn")).to_have_class("turn done", timeout=120_000)
    expect(page.locator("#examples")).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone_nothing_is_cut_off_and_everything_is_readable(page: Page, server: str, theme: str):
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, f"{server}/?__theme={theme}")
    assert not has_horizontal_scrolling(page)
    turn = ask(page, DPO)
    assert not has_horizontal_scrolling(page)
    answer, sources = turn.locator(".answer").bounding_box(), turn.locator(".sources").bounding_box()
    assert sources["y"] >= answer["y"] + answer["height"], "the sources stand below the answer"
    for selector in (
        ".question",
        ".summary",
        "a.title",
        "a.citation",
        "blockquote",
        ".facts",
        ".text",
        "mark",
        ".kind",
    ):
        assert contrast(turn.locator(selector).first) >= 4.5, selector
    for selector in ("#head p", "#ask", "#hint p, #hint div", "#question-box textarea"):
        assert contrast(page.locator(selector).first) >= 4.5, selector
    dark = page.evaluate("document.body.classList.contains('dark')")
    assert dark == (theme == "dark")


def test_a_condition_of_the_question_is_taken_out_with_one_press_of_a_key(page: Page, server: str):
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, server)
    first = ask(page, "which papers from 2019 improve DPO?")
    expect(first.locator(".refusal")).to_contain_text("no papers from 2019 in this library; it holds 2024")
    chip = first.get_by_role("button", name="Ask again without: year 2019")
    assert contrast(chip) >= 4.5
    assert not has_horizontal_scrolling(page)
    chip.press("Enter")
    again = page.locator(".turn").nth(1)
    expect(again).to_have_class("turn done", timeout=120_000)
    expect(again.locator(".question")).to_have_text("which papers from 2019 improve DPO?")
    expect(again).to_contain_text("Asked without: from 2019")
    expect(again.locator("a.citation").first).to_be_visible()
    assert other_hosts(page, server) == set()


def test_what_is_typed_into_a_filter_that_just_opened_stays(page: Page, server: str):
    # A busy machine draws its next frame late.
    page.add_init_script(
        "const draw = requestAnimationFrame; requestAnimationFrame = f => setTimeout(() => draw(f), 700)"
    )
    open_page(page, server)
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("Years").fill("2024")
    page.wait_for_timeout(1500)
    expect(page.get_by_label("Years")).to_have_value("2024")
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_label("Years")).to_be_hidden()


def test_filters_say_which_papers_are_searched(page: Page, server: str):
    open_page(page, server)
    expect(page.get_by_label("Years")).to_be_hidden()
    page.get_by_role("button", name="Filters").press("Enter")
    page.get_by_label("Years").fill("soon")
    page.get_by_label("Your question").fill(DPO)
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_contain_text("'soon' is no year")
    assert page.locator(".turn").count() == 0
    page.get_by_label("Years").fill("2024")
    page.get_by_label("Author").fill("Ji, H.")
    page.get_by_label("Collection").fill("sample")
    turn = ask(page, DPO)
    expect(turn).to_contain_text("Filters: from 2024, by Ji, H., in the collection sample")
    assert turn.locator(".card").count() == 1
    expect(turn.locator(".card .facts")).to_contain_text("Haozhe Ji")
