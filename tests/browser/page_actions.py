"""What a reader does on the page."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

PATIENCE_MS = 120_000


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#head")).to_contain_text("answers", timeout=PATIENCE_MS)


def ask(page: Page, question: str) -> Locator:
    """Type the question, press Enter, wait for the whole answer, and return its turn."""
    turns = page.locator(".turn")
    before = turns.count()
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    turn = turns.nth(before)
    expect(turn).to_have_class("turn done", timeout=PATIENCE_MS)
    return turn


def other_hosts(page: Page, address: str) -> set[str]:
    """The hosts, other than the page's own, that the browser asked for anything."""
    own = urlsplit(address).netloc
    return {p.netloc for p in map(urlsplit, page.requested) if p.scheme not in ("data", "blob")} - {own}


def has_horizontal_scrolling(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


# The contrast of an element's text against what is painted behind it, as WCAG 2 defines it.
_CONTRAST = """
element => {
  const channels = colour => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = v => v <= 10 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4;
  const luminance = rgb => {
    const [x, y, z] = rgb.map(linear);
    return .2126 * x + .7152 * y + .0722 * z;
  };
  let behind = element;
  const painted = e => channels(getComputedStyle(e).backgroundColor);
  while (behind && painted(behind)[3] < 255) behind = behind.parentElement;
  const ground = behind ? painted(behind) : [255, 255, 255];
  const letters = channels(getComputedStyle(element).color);
  const pair = [luminance(letters), luminance(ground)].sort((a, b) => b - a);
  return (pair[0] + .05) / (pair[1] + .05);
}
"""


def contrast(element: Locator) -> float:
    return element.evaluate(_CONTRAST)
