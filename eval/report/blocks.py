"""What a report is made of; each format renders the same blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the report's own."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first column holds names, the others figures."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing as SVG; formats that cannot show it leave it out."""

    svg: str
    caption: str


@dataclass(frozen=True, slots=True)
class Details:
    """Something one opens to see why: a summary line and lines beneath it."""

    summary: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text shown as it is, such as JSON."""

    text: str


Block = Heading | Text | Table | Plot | Details | Verbatim
