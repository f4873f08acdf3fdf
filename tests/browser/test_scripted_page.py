"""The page over scripted answers: hostile texts, errors, Stop, and several readers."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from page_actions import ask, open_page, other_hosts
from playwright.sync_api import Browser, Page, expect
from scripted_library import TEXT, TITLES

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("question", ["hostile", "written", "error"])
def test_hostile_texts_are_shown_as_typed_and_do_nothing(page: Page, scripted_server: str, question: str):
    open_page(page, scripted_server)
    turn = ask(page, question)
    page.mouse.move(400, 300)
    page.wait_for_timeout(500)
    shown = " ".join(turn.inner_text().split())
    assert TEXT in shown
    if question != "error":
        assert all(title in shown for title in TITLES)
    assert page.evaluate("window.PWNED") is None
    assert turn.locator("script, img, style, iframe").count() == 0
    assert other_hosts(page, scripted_server) == set()
    links = {link.get_attribute("href") for link in turn.locator("a").all()}
    assert links <= {"https://papers.example/3"}
    assert turn.evaluate(
        "e => [...e.querySelectorAll('*')].every(x => ![...x.attributes].some(a => /^on/.test(a.name)))"
    )


def test_attacks_that_no_support_check_stops_still_do_nothing(page: Page, scripted_server: str):
    open_page(page, scripted_server)
    turn = ask(page, "attacks")
    page.wait_for_timeout(500)
    assert turn.locator(".supported").count() >= 5
    assert page.evaluate("window.PWNED") is None
    assert turn.locator("script, img, style, iframe, form").count() == 0
    assert other_hosts(page, scripted_server) == set()
    links = {link.get_attribute("href") for link in turn.locator("a").all()}
    assert links <= {"https://papers.example/3"}


def test_a_model_that_does_not_answer_is_told_before_anything_is_asked(page: Page, scripted_server: str):
    open_page(page, scripted_server)
    note = page.locator("#model-note")
    expect(note).to_contain_text("No answers can be written now. no answer from <b>here</b>")
    assert note.locator("b, img, script").count() == 0
    assert page.evaluate("window.PWNED") is None


def test_html_in_the_question_is_text(page: Page, scripted_server: str):
    open_page(page, scripted_server)
    turn = ask(page, 'Is <b>it</b> [3] true? <img src="http://evil.example/q"> **[7]**')
    expect(turn.locator(".question")).to_have_text(
        'Is <b>it</b> [3] true? <img src="http://evil.example/q"> **[7]**'
    )
    assert turn.locator(".question *").count() == 0
    assert other_hosts(page, scripted_server) == set()


def test_an_unexpected_error_is_one_plain_line(page: Page, scripted_server: str):
    open_page(page, scripted_server)
    turn = ask(page, "crash")
    expect(turn.locator(".problem")).to_contain_text("Something went wrong")
    assert "secret" not in page.content()
    expect(page.get_by_role("button", name="Ask")).to_be_visible()


def test_stop_ends_the_answer(page: Page, scripted_server: str, scripted_folder: Path):
    open_page(page, scripted_server)
    page.get_by_label("Your question").fill("slow stop")
    page.keyboard.press("Enter")
    expect(page.locator(".turn .card").first).to_be_visible()
    page.get_by_label("Your question").fill("a next question")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".turn")).to_have_class("turn stopped")
    expect(page.locator(".turn .card").first).to_be_visible()
    assert page.get_by_label("Your question").input_value() == "a next question"
    wait_for(scripted_folder / "closed slow stop", seconds=20)
    assert ask(page, "hostile").is_visible()
    assert page.locator(".turn").count() == 2


def test_closing_the_tab_ends_the_answer(page: Page, scripted_server: str, scripted_folder: Path):
    open_page(page, scripted_server)
    page.get_by_label("Your question").fill("slow leave")
    page.keyboard.press("Enter")
    expect(page.locator(".turn .card").first).to_be_visible()
    page.close()
    wait_for(scripted_folder / "closed slow leave", seconds=20)


def test_a_reader_need_not_wait_for_another(page: Page, browser: Browser, scripted_server: str):
    open_page(page, scripted_server)
    page.get_by_label("Your question").fill("slow other")
    page.keyboard.press("Enter")
    expect(page.locator(".turn .card").first).to_be_visible()
    second = browser.new_page()
    open_page(second, scripted_server)
    ask(second, "hostile")
    expect(page.locator(".turn")).to_have_class("turn running")
    assert second.locator(".turn").count() == 1, "each reader has a conversation of their own"
    second.close()


def wait_for(path: Path, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < until, f"{path.name} is not there after {seconds} s"
        time.sleep(0.1)
