"""Renders blocks as one HTML file that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from eval.report.blocks import Block, Details, Heading, Plot, Table, Text, Verbatim

_STYLE = """
:root { color-scheme: light dark;
  --ink: #1d2430; --paper: #fff; --line: #d5dae3; --bar: #3566c0; --soft: #f3f5f9 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8f0; --paper: #14181f; --line: #39414f; --bar: #7ea6f0; --soft: #1d232d }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .7rem; text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 8rem }
details { border-bottom: 1px solid var(--line); padding: .3rem 0 } summary { cursor: pointer }
pre { background: var(--soft); padding: .8rem; overflow-x: auto; font-size: 13px }
figure { margin: 1rem 0 } figcaption { font-size: 13px } svg { max-width: 100%; height: auto }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif } svg .bar { fill: var(--bar) }
svg .line { stroke: var(--bar); fill: none; stroke-width: 2 }
svg .axis { stroke: var(--line); fill: none } svg .range { stroke: var(--ink) }
"""


def to_html(title: str, blocks: Sequence[Block]) -> str:
    """Return the page."""
    body = "\n".join(_block(block) for block in blocks)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Text(text):
            return f"<p>{escape(text)}</p>"
        case Table(columns, rows):
            head = "".join(f'<th scope="col">{escape(c)}</th>' for c in columns)
            lines = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
            return (
                f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'
            )
        case Plot(svg, caption):
            return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
        case Details(summary, lines):
            items = "".join(f"<li>{escape(line)}</li>" for line in lines)
            return f"<details><summary>{escape(summary)}</summary><ul>{items}</ul></details>"
        case Verbatim(text):
            return f"<pre>{escape(text)}</pre>"
