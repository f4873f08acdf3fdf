"""Renders blocks as one HTML file that needs nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from eval.report.blocks import Block, Details, Heading, Plot, Table, Text, Verbatim

# A mean, then its interval and perhaps its number of rows.
_FIGURE = re.compile(r"(-?[\d.]+) (\(.*)")
_STYLE = """
:root { color-scheme: light dark;
  --ink: #1d2430; --paper: #fff; --line: #d5dae3; --bar: #3566c0; --soft: #f3f5f9; --faint: #5c6675 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8f0; --paper: #14181f; --line: #39414f; --bar: #7ea6f0; --soft: #1d232d;
    --faint: #a3adbd }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 76rem; margin: 2rem auto; padding: 0 1rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: right; vertical-align: top }
th { vertical-align: bottom } td { white-space: nowrap }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 7rem;
  position: sticky; left: 0; background: var(--paper) }
td small { display: block; color: var(--faint); font-size: 11px }
p, summary, li { overflow-wrap: anywhere }
details { border-bottom: 1px solid var(--line); padding: .3rem 0 } summary { cursor: pointer }
pre { background: var(--soft); padding: .8rem; overflow-x: auto; font-size: 13px }
figure { margin: 1rem 0; overflow-x: auto } figcaption { font-size: 13px; position: sticky; left: 0 }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif }
svg .bar { fill: var(--bar) } svg .bar.ranged { fill-opacity: .45 }
svg .line { stroke: var(--bar); fill: none; stroke-width: 2 }
svg .axis { stroke: var(--line); fill: none } svg .range { stroke: var(--ink); stroke-width: 1.5; fill: none }
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
            lines = "".join("<tr>" + "".join(f"<td>{_cell(c)}</td>" for c in row) + "</tr>" for row in rows)
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


def _cell(text: str) -> str:
    """Return a cell; what follows a figure stands small beneath it."""
    figure = _FIGURE.fullmatch(text)
    return f"{escape(figure[1])}<small>{escape(figure[2])}</small>" if figure else escape(text)
