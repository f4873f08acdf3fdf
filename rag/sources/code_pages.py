"""Which code page fits bytes that are not Unicode: by how usual the letters are that it makes of them.

A text of another script consists of the usual letters of that script under its own code page, and
of rare ones, or of none, under any other. Detectors that know a hundred code pages find a wrong one
in a text of few letters; here are only those that abstracts come in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

_ESCAPE = b"\x1b$"
_LOOKED_AT = 1 << 16
# How usual the letters must be, where 1 is what a text of the script has.
_LEAST = 0.7
_LEAST_LETTERS = 6
# What one character that fits nowhere counts against a text of usual ones.
_MISFIT = 3
_RARE = -30.0
_PUNCTUATION = frozenset("、。「」『』・ー：；，．？！（）《》〈〉【】“”‘’«»„…—–～％　·№\xa0")
# The letters of a text in the order of how often they stand in it, and how often that is.
_RUSSIAN_LETTERS = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
_RUSSIAN_TIMES = (
    "110 85 80 74 67 63 55 47 45 44 35 32 30 28 26 20 19 17 17 17 16 14 12 10 9 7 6 5 4 3 3 .4 .4"
)
_GREEK_LETTERS = "ατοιενσρκπηςυμλγδχθωφβξζψάέήίόύώ"
_GREEK_TIMES = "85 85 75 70 60 63 49 44 41 40 35 35 33 33 29 18 17 12 12 12 8 7 4 4 2 18 19 14 19 18 9 8"
_RUSSIAN = dict(zip(_RUSSIAN_LETTERS, map(float, _RUSSIAN_TIMES.split()), strict=True))
_GREEK = dict(zip(_GREEK_LETTERS, map(float, _GREEK_TIMES.split()), strict=True))


def words_beyond_ascii(data: bytes) -> bytes:
    """Return the words of `data` that hold bytes beyond ASCII; the others tell nothing of its code page."""
    return b" ".join(word for word in data.split() if not word.isascii())


def code_page(words: bytes) -> str:
    """Return the code page of words in another script than Latin, or "" where none clearly fits.

    Known are those of Japanese, Chinese, Korean, Russian and Greek. `words` are those that
    `words_beyond_ascii` gives, and not Unicode.
    """
    text = words[:_LOOKED_AT]
    fits = [(usual(text.decode(name, "replace")), name) for name, usual in _PAGES.items()]
    best, name = max(fits, key=lambda fit: fit[0])
    return name if best >= _LEAST else ""


def has_escapes(data: bytes) -> bool:
    """Return whether `data` has the escapes of ISO-2022-JP, which is ASCII otherwise."""
    return _ESCAPE in data[:_LOOKED_AT]


def _east_asian(text: str, is_usual: Callable[[str], bool], weight: float, foreign: str = "") -> float:
    characters = [c for c in text if c > "\x7f" and c not in _PUNCTUATION]
    if not characters:
        return 0.0
    misfits = _MISFIT * text.count("\ufffd") + sum(text.count(mark) for mark in foreign)
    return weight * (sum(map(is_usual, characters)) - misfits) / len(characters)


def _japanese(text: str) -> float:
    kana = sum(map(_is_kana, text))
    # Japanese is not written without kana, and Chinese is.
    is_written = kana * 6 > sum(c > "\x7f" for c in text)
    usual = partial(_first_byte_within, code="shift_jis", first=0x88, last=0x97)
    return _east_asian(text, lambda c: _is_kana(c) or usual(c), 1.0) if is_written else 0.0


def _is_kana(character: str) -> bool:
    return "\u3041" <= character <= "\u30ff"


def _first_byte_within(character: str, code: str, first: int, last: int) -> bool:
    """Whether a character stands in that part of a code in which the usual ones are."""
    try:
        encoded = character.encode(code)
    except UnicodeEncodeError:
        return False
    return len(encoded) == 2 and first <= encoded[0] <= last


def _alphabetic(text: str, frequency: Mapping[str, float]) -> float:
    found = [w for w in re.findall(r"[^\W\d_]+", text) if not w.isascii()]
    letters = sum(map(len, found))
    if letters < _LEAST_LETTERS:
        return 0.0
    # A letter of the script among Latin ones is an accented letter, misread.
    total = sum(
        frequency.get(c, _RARE) if c > "\x7f" else _RARE
        for word in found
        for c in (word.lower() if word.isupper() else word[0].lower() + word[1:])
    )
    signs = sum(c > "\x7f" and not c.isalpha() and c not in _PUNCTUATION for c in text)
    expected = sum(f * f for f in frequency.values()) / sum(frequency.values())
    return min(1.0, (total + _RARE * signs) / letters / expected)


# Of two that fit alike, the one that says more: all Korean letters are usual Chinese ones too.
_PAGES: Mapping[str, Callable[[str], float]] = {
    "cp932": _japanese,
    "euc_jp": _japanese,
    "cp949": partial(
        _east_asian,
        is_usual=partial(_first_byte_within, code="euc_kr", first=0xB0, last=0xC8),
        weight=1.0,
        foreign="。，、",
    ),
    "gb18030": partial(
        _east_asian, is_usual=partial(_first_byte_within, code="gb2312", first=0xB0, last=0xD7), weight=0.98
    ),
    "big5": partial(
        _east_asian, is_usual=partial(_first_byte_within, code="big5", first=0xA4, last=0xC6), weight=0.97
    ),
    "cp1251": partial(_alphabetic, frequency=_RUSSIAN),
    "koi8_r": partial(_alphabetic, frequency=_RUSSIAN),
    "cp1253": partial(_alphabetic, frequency=_GREEK),
}
