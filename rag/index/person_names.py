"""Compares the ways in which people write one name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from rag.text import fold

NAME_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Small words inside names, which are written without a capital.
PARTICLES = frozenset("al ben bin da de del den der di dos du el la le ter van von".split())

_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


def author_key(name: str) -> str:
    """Return a name as it is compared: words without case, accents and points."""
    return " ".join(NAME_WORD.findall(fold(name)))


def author_keys(name: str) -> list[str]:
    """Return the key of a name and, if it has umlauts, the one with two letters for each ("mueller")."""
    written = unicodedata.normalize("NFC", name.casefold()).translate(_TWO_LETTERS)
    return list(dict.fromkeys((author_key(name), author_key(written))))


def holds_in_order(given: Sequence[str], full: Sequence[str]) -> bool:
    """Whether first names or initials may be those of `full`: the first ones agree, others in order."""
    return bool(given and full) and agree(given[0], full[0]) and _in_order(given[1:], full[1:])


def may_have_middle(given: Sequence[str], full: Sequence[str]) -> bool:
    """Whether a person with the middle names `full` may be written with those of `given`.

    Those of one must be some of the other's, in order. Of a name that has none in `full`, at most one
    middle word may be more than an initial: longer runs of words are several names.
    """
    if _in_order(given, full):
        return True
    words = [word for word in given if len(word) > 1 and word not in PARTICLES]
    return _in_order(full, given) and len(words) <= 1


def agree(word: str, other: str) -> bool:
    """Whether two first names are the same, or one is the initial of the other."""
    return (
        word == other or (len(word) == 1 and other.startswith(word)) or (len(other) == 1 and word[0] == other)
    )


def _in_order(few: Sequence[str], many: Sequence[str]) -> bool:
    rest = iter(many)
    return all(any(agree(word, other) for other in rest) for word in few)
