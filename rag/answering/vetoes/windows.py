"""What of a text may say one thing: a sentence, or two of which the second goes on with the first."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from rag.sentences import sentences

_GOES_ON = re.compile(
    r"^(?:\W*\w+\W+){0,4}?(?:this|these|such|therefore|thus|hence|consequently|turn|result"
    r"|the latter|the former)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)
def windows(text: str) -> tuple[str, ...]:
    """Return each sentence, and each with the next one where that goes on with what it says."""
    found = [text[start:end] for start, end in sentences(text)]
    joined = (f"{first} {second}" for first, second in pairwise(found) if _GOES_ON.match(second))
    return (*found, *joined)
