"""Names in a question: of methods, models and data sets, and whatever is written like one."""

from __future__ import annotations

import re

# An inner capital, two capitals, or a capital and a digit: LoRA, UGrid, DPO, GPT-4.
_METHOD_NAME = re.compile(r"\b(?=\w*[a-z]\w*[A-Z]|\w*[A-Z]\w*[A-Z]|\w*[A-Z][\w-]*\d)[\w-]{3,}\b")


CAPITALISED = re.compile(r"(?<![\w-])[A-Z][\w'’-]*\w")
_POSSESSIVE = re.compile(r"['’]s$")


def method_names(question: str) -> list[str]:
    """Return the names in `question`, in order, each once."""
    return list(dict.fromkeys(_METHOD_NAME.findall(question)))


def without_possessive(word: str) -> str:
    """Return "PPFlow" for "PPFlow's"."""
    return _POSSESSIVE.sub("", word)
