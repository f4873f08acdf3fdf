"""Reads a reply as it arrives, written as text or as JSON, into units: sentences with their markers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from rag.answering.stream import SentenceStream

CUT = "the answer was cut in the middle of this sentence"

_WHOLE = re.compile(r"[.!?…。！？][\"'”’)\]】\d\s\[]*$")


class Unit(NamedTuple):
    """A sentence as the model wrote it, with its markers.

    `quote` is what it says stands in its sources (empty if it gave none); `problem` says why the
    sentence cannot be used at all.
    """

    text: str
    quote: str = ""
    problem: str = ""


class ReplyReader(Protocol):
    """Takes pieces, hands out units as they close.

    `restarts` grows when all that was handed out before turned out to be the model's thoughts.
    """

    @property
    def restarts(self) -> int:
        """How often the text began anew."""
        ...

    def feed(self, piece: str) -> Sequence[Unit]:
        """Take the next piece and return the units it completes."""
        ...

    def finish(self, *, is_cut: bool) -> Sequence[Unit]:
        """Return the units left over when the reply ended; `is_cut` says its end is missing."""
        ...


class TextReader:
    """Reads plain sentences."""

    def __init__(self) -> None:
        self._stream = SentenceStream()

    @property
    def restarts(self) -> int:
        """How often the text began anew."""
        return self._stream.restarts

    def feed(self, piece: str) -> list[Unit]:
        """Take the next piece and return the units it completes."""
        return [Unit(text) for text in self._stream.feed(piece)]

    def finish(self, *, is_cut: bool) -> list[Unit]:
        """Return the units left over when the reply ended."""
        units = [Unit(text) for text in self._stream.finish()]
        if is_cut and units and not _WHOLE.search(units[-1].text):
            units[-1] = units[-1]._replace(problem=CUT)
        return units
