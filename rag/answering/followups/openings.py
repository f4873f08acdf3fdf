"""The words with which a turn goes on: "and", "ok, so"."""

from __future__ import annotations

import re

_WORDS = ("and", "but", "also", "so", "ok", "okay", "now", "then")


def openings(*more: str) -> re.Pattern[str]:
    """Return the pattern of a turn's opening words, of which `more` are some besides the usual ones."""
    return re.compile(rf"^(?:(?:{'|'.join((*_WORDS, *more))})\b[\s,]*)+", re.IGNORECASE)
