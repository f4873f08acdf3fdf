"""Renders blocks as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from eval.report.blocks import Block, Details, Heading, Plot, Table, Text, Verbatim

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#$])")


def to_markdown(blocks: Sequence[Block]) -> str:
    """Return the report; plots are left to the HTML."""
    return "\n\n".join(_block(block) for block in blocks if not isinstance(block, Plot)) + "\n"


def markdown_table(table: Table) -> str:
    """Return a table in GitHub's syntax."""
    head = _row(table.columns)
    rule = _row([":--", *["--:"] * (len(table.columns) - 1)])
    return "\n".join([head, rule, *(_row([_escape(cell) for cell in row]) for row in table.rows)])


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_escape(text)}"
        case Text(text):
            return _escape(text)
        case Table():
            return markdown_table(block)
        case Details(summary, lines):
            return "\n".join([f"- **{_escape(summary)}**", *(f"  - {_escape(line)}" for line in lines)])
        case Verbatim(text):
            return f"```json\n{text}\n```"
        case Plot():
            return ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
