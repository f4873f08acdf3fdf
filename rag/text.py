"""Pure functions on text: cleaning, folding, fingerprints."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_SURROGATE = re.compile("[\ud800-\udfff]")
# Control characters that are no white space, and characters that show nothing.
_DROPPED = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u2060\ufeff\u00ad]")
_LATEX_SPACING = re.compile(r"\\(?:[,;:!> ]|quad\b|qquad\b|thinspace\b|enspace\b)|(?<!\\)~")
_SAME_CHARACTER = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
    }
)
# Letters whose stroke or ligature Unicode does not take apart.
_PLAIN_LETTER = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


def clean(text: str) -> str:
    """Return `text` as it is stored: on one line and safe for UTF-8, SQLite and JSON.

    Lone surrogates become U+FFFD (a split pair is joined first), control and invisible
    characters go, and every run of white space, line ends included, becomes one space.
    """
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        text = _SURROGATE.sub("\ufffd", text)
    if not text.isprintable():
        text = _DROPPED.sub("", text)
    return " ".join(text.split())


def fold(text: str) -> str:
    """Return `text` without case, accents and typographic variants, for comparing names and words."""
    lowered = text.casefold().translate(_SAME_CHARACTER)
    if lowered.isascii():
        return lowered
    decomposed = unicodedata.normalize("NFKD", lowered)
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    # Composed again, because Korean syllables come apart too.
    return unicodedata.normalize("NFC", bare).translate(_PLAIN_LETTER)


def fingerprint(text: str) -> str:
    """Return the identity of a text: 32 hex digits of SHA-256 over its normalised form.

    Line wraps, white space, case, LaTeX spacing commands, and typographic variants of quotes
    and dashes do not change it; a changed word, number or other sign does.
    """
    normal = clean(text).casefold()
    if not normal.isascii():
        normal = unicodedata.normalize("NFKC", clean(text)).casefold().translate(_SAME_CHARACTER)
    normal = _LATEX_SPACING.sub("", normal)
    return hashlib.sha256("".join(normal.split()).encode()).hexdigest()[:32]


def shorten(text: str, words: int = 10) -> str:
    """Return the first `words` words of `text`, with an ellipsis if some were left out."""
    parts = text.split(" ", words)
    return text if len(parts) <= words else " ".join(parts[:words]) + " …"
