"""Small pieces of the page's HTML. Every text is escaped; links come from paper records only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from rag.answering.answer import Evidence
from rag.paper import Paper, safe_url

_DIGEST = "digest, not the published abstract"


def tag(name: str, content: str, /, *, css: str = "", **attributes: str) -> str:
    """Return an element around `content`, which is HTML already; attributes are escaped."""
    given = {"class": css} | {key.replace("_", "-"): value for key, value in attributes.items()}
    shown = "".join(f' {key}="{escape(value)}"' for key, value in given.items() if value)
    return f"<{name}{shown}>{content}</{name}>"


def paragraph(text: str, css: str = "") -> str:
    """Return plain text as a paragraph."""
    return tag("p", escape(text), css=css, dir="auto")


def paper_link(paper: Paper, content: str, *, css: str = "", **attributes: str) -> str:
    """Return `content` as a link to the paper's page in a new tab; without an address, unlinked."""
    url = safe_url(paper.url)
    if not url:
        return tag("span", content, css=f"{css} unlinked".strip(), **attributes)
    return tag("a", content, css=css, href=url, target="_blank", rel="noopener noreferrer", **attributes)


def kind_note(paper: Paper) -> str:
    """Return the label of a text that is not the published abstract."""
    return tag("span", _DIGEST, css="kind") if paper.text_kind == "digest" else ""


def citation(n: int, paper: Paper, quotes: Iterable[str]) -> str:
    """Return [n] as a link to the paper's page; its hover shows the title and what supports it."""
    kind = f"({_DIGEST})" if paper.text_kind == "digest" else ""
    hover = "\n".join(filter(None, [paper.label, *(f"“{quote}”" for quote in quotes), kind]))
    opens = ", opens in a new tab" if safe_url(paper.url) else ", no link known"
    return paper_link(
        paper, f"[{n}]", css="citation", title=hover, aria_label=f"source {n}: {paper.label}{opens}"
    )


def highlighted(text: str, evidence: Sequence[Evidence]) -> str:
    """Return the text with the evidence marked, wherever its spans overlap."""
    pieces: list[str] = []
    at = 0
    for item in sorted(evidence, key=lambda e: e.start):
        start, end = max(item.start, at), min(item.end, len(text))
        if start < end:
            pieces += [escape(text[at:start]), tag("mark", escape(text[start:end]))]
            at = end
    return "".join([*pieces, escape(text[at:])])


def counted(number: int, noun: str) -> str:
    """Return such as "1 sentence" or "2,634 abstracts"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
