"""Vetoes a sentence that holds a number the cited text does not hold."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rag.answering.vetoes.claim import Claim, Veto

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALE = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_WORDS: dict[str, float] = (
    {w: float(n) for n, w in enumerate(_SMALL) if n != 1}
    | {w: 10.0 * n for n, w in enumerate(_TENS, start=2)}
    | {"dozen": 12.0}
)
# The text may count so; a sentence that says "both" states no number.
_TWO = ("both", "pair", "pairs", "dual", "twin")
# Each is a share or a factor, whichever the text writes.
_PARTS: dict[str, tuple[tuple[float, str], ...]] = {
    "half": ((0.5, ""), (50.0, "%")),
    "halves": ((0.5, ""), (50.0, "%"), (2.0, "x")),
    "halved": ((0.5, ""), (50.0, "%"), (2.0, "x")),
    "halving": ((0.5, ""), (50.0, "%"), (2.0, "x")),
    "third": ((1 / 3, ""), (100 / 3, "%")),
    "thirds": ((2 / 3, ""), (200 / 3, "%")),
    "quarter": ((0.25, ""), (25.0, "%")),
    "quarters": ((0.75, ""), (75.0, "%")),
    "twice": ((2.0, "x"), (100.0, "%")),
    "double": ((2.0, "x"), (100.0, "%")),
    "doubles": ((2.0, "x"), (100.0, "%")),
    "doubled": ((2.0, "x"), (100.0, "%")),
    "doubling": ((2.0, "x"), (100.0, "%")),
    "thrice": ((3.0, "x"), (200.0, "%")),
    "triple": ((3.0, "x"), (200.0, "%")),
    "triples": ((3.0, "x"), (200.0, "%")),
    "tripled": ((3.0, "x"), (200.0, "%")),
    "quadruple": ((4.0, "x"), (300.0, "%")),
    "tenfold": ((10.0, "x"),),
}
_ANY_WORD = "|".join(_WORDS)
_UNIT = (
    r"(?P<unit>\s?(?:%|％|\\%|‰)|\s?-?(?:percent(?:age points?)?|per ?cent|points?|pp)\b"
    r"|\s?[x×](?![A-Za-z0-9])|\s?\\times\b|\s?\$\\times\$|\s?-?(?:times|fold)\b|\s?orders? of magnitude\b)?"
)
_DIGITS = re.compile(
    r"(?<![A-Za-z0-9_.])"
    r"(?P<sign>[~≈<>≤≥$€£]?)(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:\s?(?P<scale>[kKMBT](?![A-Za-z0-9])|thousand\b|million\b|billion\b|trillion\b|hundred\b))?" + _UNIT,
)
# Digits in names such as GPT-4, ViT-S/32, LLaMA2-70B or CIFAR-10/100 are no numbers.
_NAME = re.compile(
    r"(?<![\w.])[A-Za-z][A-Za-z]*\d[\w.]*|(?<![\w.])(?:[A-Za-z]+[-–/])+[A-Za-z]*\d[\w.]*(?:[-/]\d+\w*)*"
)
_RANGE_UNIT = re.compile(r"^\s*(?:-|–|—|~|to|and|or|/)\s*\d[\d,.]*\s?[kKMBT]?" + _UNIT, re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+")
_HEDGED = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|approximately|circa|some|close to|over|more than|less than"
    r"|under|at least|at most)\s+(?:by\s+|a\s+|an\s+)?$|[~≈]$",
    re.IGNORECASE,
)
_MIDDLE_DOT = re.compile(r"(?<=\d)·(?=\d)")
_LIST_NUMBER = re.compile(r"^\(?\d{1,2}[.)]\s|\(\s*\d{1,2}\s*\)")
_SCALE_LETTER = {"k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12}


class Number(NamedTuple):
    """A number as written, the values and units it may mean, and whether it is given as rough."""

    written: str
    readings: tuple[tuple[float, str], ...]
    is_rough: bool
    position: int


def number_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for each number of the sentence that the cited text does not hold with its unit."""
    known = [reading for number in numbers(claim.text) for reading in number.readings]
    return [
        Veto("number", f"the number {number.written!r} is not in the cited text")
        for number in numbers(claim.sentence)
        if number.written.lower() not in _TWO
        and not any(_fits(a, b, number.is_rough) for a in number.readings for b in known)
    ]


@lru_cache(maxsize=1000)
def numbers(text: str) -> tuple[Number, ...]:
    """Return the numbers of `text`, in digits or in words; those inside of names are left out."""
    for pattern in (_LIST_NUMBER, _NAME):
        text = pattern.sub(lambda found: " " * len(found.group()), text)
    text = _MIDDLE_DOT.sub(".", text)
    return tuple(sorted([*_in_digits(text), *_in_words(text)], key=lambda number: number.position))


def _in_digits(text: str) -> list[Number]:
    found_numbers = []
    for found in _DIGITS.finditer(text):
        value = float(found["number"].replace(",", ""))
        scale = found["scale"]
        if scale:
            value *= _SCALE.get(scale) or _SCALE_LETTER[scale.lower()]
        unit = _unit(found["unit"])
        if not unit:
            # In "10-100 times" and "5 to 10%" the first number has the unit of the second.
            after = _RANGE_UNIT.match(text[found.end() :])
            unit = _unit(after["unit"]) if after else ""
        readings = [(value, unit)]
        if unit == "%":
            readings.append((value / 100, ""))
        is_rough = found["sign"] in ("~", "≈") or _is_hedged(text, found.start())
        found_numbers.append(Number(found.group().strip(), tuple(readings), is_rough, found.start()))
    return found_numbers


def _in_words(text: str) -> list[Number]:
    found_numbers: list[Number] = []
    pieces = list(_WORD.finditer(text))
    at = 0
    while at < len(pieces):
        first = pieces[at]
        value, used = _value(pieces, at, text)
        low = first.group().lower()
        if used:
            hedged = _is_hedged(text, first.start())
            last = pieces[at + used - 1]
            tail = re.match(_UNIT, text[last.end() :], re.IGNORECASE)
            unit = _unit(tail["unit"]) if tail else ""
            if not unit:
                rest = re.match(rf"\s*(?:-|–|to|or|and)\s*(?:{_ANY_WORD})" + _UNIT, text[last.end() :], re.I)
                unit = _unit(rest["unit"]) if rest else ""
            written = text[first.start() : last.end()]
            found_numbers.append(Number(written, ((value, unit),), hedged, first.start()))
            at += used
            continue
        if low in _TWO:
            found_numbers.append(Number(first.group(), ((2.0, ""),), False, first.start()))
        if low in _PARTS and not (low in ("third", "quarter") and not _is_part(text, first)):
            found_numbers.append(Number(first.group(), _PARTS[low], True, first.start()))
        at += 1
    return found_numbers


def _value(pieces: list[re.Match[str]], at: int, text: str) -> tuple[float, int]:
    """Return the value of the number words that begin at `at`, and how many they are."""
    total, used = 0.0, 0
    while at + used < len(pieces):
        piece = pieces[at + used]
        low = piece.group().lower()
        if used and text[pieces[at + used - 1].end() : piece.start()].strip(" -"):
            break
        if low in _WORDS and (not used or (total >= 20 and _WORDS[low] < 10)):
            total += _WORDS[low]
        elif low in _SCALE and used:
            total *= _SCALE[low]
        elif low in _SCALE and _says_one(pieces, at):
            total = _SCALE[low]
        else:
            break
        used += 1
    return total, used


def _is_hedged(text: str, start: int) -> bool:
    return bool(_HEDGED.search(text[max(0, start - 24) : start]))


def _says_one(pieces: list[re.Match[str]], at: int) -> bool:
    return at > 0 and pieces[at - 1].group().lower() in ("a", "one")


def _is_part(text: str, found: re.Match[str]) -> bool:
    """Whether "third" is a share and not an ordinal."""
    return bool(
        re.search(r"\b(?:a|one|by)\s+$", text[: found.start()]) or re.match(r"\s+of\b", text[found.end() :])
    )


def _unit(written: str | None) -> str:
    low = (written or "").strip(" -").lower()
    if not low:
        return ""
    if low.startswith("order"):
        return "orders"
    if "%" in low or "％" in low or low.startswith("per"):
        return "%"
    if low.startswith(("point", "pp")):
        return "%"
    return "x" if low.startswith(("x", "×", "\\times", "$", "times", "fold")) else ""


def _fits(wanted: tuple[float, str], known: tuple[float, str], is_rough: bool) -> bool:
    (value, unit), (other, other_unit) = wanted, known
    if unit and other_unit and unit != other_unit:
        return False
    tolerance = 0.1 if is_rough else 1e-6
    return abs(value - other) <= tolerance * max(abs(value), abs(other), 1e-9)
