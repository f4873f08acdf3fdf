"""Vetoes a number that stands in the text, but for another thing, in another unit or as another bound."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from rag.answering.support_words import same, words
from rag.answering.vetoes.claim import Claim, Veto
from rag.answering.vetoes.numbers import Number, numbers

# One line a quantity, units of it apart by bars; what stands between two bars is one unit.
_UNITS = """
microsecond microseconds µs us | millisecond milliseconds ms | second seconds s sec | minute minutes min
| hour hours h | day days | week weeks | month months | year years
kb | mb | gb | tb | pb | bytes byte | bits bit
cent cents | euro euros | dollar dollars usd | pound pounds
kelvin k | celsius | percent percentage point points
nanometre nanometres nm | micrometre micrometres | millimetre millimetres mm | centimetre centimetres cm
| metre metres meter meters m | kilometre kilometres kilometer kilometers km
watt watts w | kilowatt kilowatts kw | megawatt megawatts mw
gram grams g | kilogram kilograms kg | tonne tonnes
hz | khz | mhz | ghz
""".strip()
_AFTER = 3
_LOOK_AHEAD = 60
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_STOP_AFTER = re.compile(
    r"[.;:()]|,(?!\d)|\b(?:and|or|to|from|than|while|whereas|but|on|in|for|with|at|by|across|over|per|as"
    r"|after"
    r"|before|within|against|using|was|were|is|are|has|have|that|which|can)\b"
)
_LOWER = re.compile(
    r"(?:\bover|\babove|\bmore than|\bat least|\bexceed\w*|\bgreater than|\blarger than|\bno (?:less"
    r"|fewer) than"
    r"|[>≥])\s*(?:the age of\s*)?$",
    re.IGNORECASE,
)
_UPPER = re.compile(
    r"(?:\bunder|\bbelow|\bless than|\bfewer than|\bat most|\bup to|\bas much as|\bas many as|\bsmaller than"
    r"|\bno more than|[<≤])\s*(?:an?\s+|the age of\s*)?$",
    re.IGNORECASE,
)
_FROM_TO = re.compile(
    r"\bfrom\s+(?P<first>[\d.,]+)\s?%?\s*(?:\w+\s+){0,2}?to\s+(?P<second>[\d.,]*\d)", re.IGNORECASE
)


class _Bound(NamedTuple):
    """A number with the stems of the words after it, its unit, and its direction as a bound."""

    number: Number
    things: frozenset[str]
    unit: int | None
    direction: int


def measure_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto for a number of the sentence that the text has for something else."""
    theirs = _bounds(claim.text)
    for mine in _bounds(claim.sentence):
        alike = [b for b in theirs if _is_same_value(mine.number, b.number)]
        if not alike:
            continue
        written = mine.number.written
        if mine.unit is not None and alike and all(b.unit is not None and b.unit != mine.unit for b in alike):
            return [Veto("number", f"the text has {written!r} in another unit")]
        if not any(_share(mine, b) for b in alike):
            other = next(
                (b for b in theirs if b not in alike and mine.things and _share_first(mine, b)), None
            )
            if other is not None:
                return [Veto("number", f"the text has {other.number.written!r} where it says {written!r}")]
            # The thing is in the text, but never in this number; another name of it would not be.
            if mine.things and all(b.things for b in alike) and _is_known_apart(mine, claim):
                return [Veto("number", f"the text has {written!r} for something else")]
        if mine.direction and all(b.direction == -mine.direction for b in alike):
            return [Veto("number", f"the text has {written!r} as a bound from the other side")]
    return _turned_range(claim)


@lru_cache(maxsize=64)
def _bounds(text: str) -> tuple[_Bound, ...]:
    found: list[_Bound] = []
    known = numbers(text)
    for n, number in enumerate(known):
        end = number.position + len(number.written)
        limit = known[n + 1].position if n + 1 < len(known) else len(text)
        rest = text[end : min(limit, end + _LOOK_AHEAD)].lstrip(" -")
        stop = _STOP_AFTER.search(rest)
        after = _WORD.findall(rest[: stop.start()] if stop else rest)[:_AFTER]
        # A share or a factor is of what stands before it as often as of what comes after.
        counts = not any(unit for _, unit in number.readings)
        things = frozenset(w.stem for word in after for w in words(word) if w.is_content and counts)
        unit = _unit(number, after)
        before = text[max(0, number.position - 24) : number.position]
        direction = 1 if _LOWER.search(before) else -1 if _UPPER.search(before) else 0
        found.append(_Bound(number, things, unit, direction))
    for i in range(len(found) - 2, -1, -1):
        # In "from 9 to 2 points" the first number counts what the second does.
        gap = text[found[i].number.position : found[i + 1].number.position]
        if not found[i].things and re.search(r"\s(?:to|or|and|of)\s*$|[-–]\s*$", gap):
            found[i] = found[i]._replace(things=found[i + 1].things, unit=found[i].unit or found[i + 1].unit)
    return tuple(found)


def _unit(number: Number, after: list[str]) -> int | None:
    if any(unit == "%" for _, unit in number.readings):
        return _unit_numbers()["percent"]
    return _unit_numbers().get(after[0].lower()) if after else None


@cache
def _unit_numbers() -> dict[str, int]:
    pieces = _UNITS.replace("\n", " | ").replace("|  |", "|").split("|")
    return {word: n for n, piece in enumerate(pieces) for word in piece.split()}


def _is_same_value(first: Number, second: Number) -> bool:
    return any(
        abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1) for a, _ in first.readings for b, _ in second.readings
    )


def _share(mine: _Bound, other: _Bound) -> bool:
    """Whether both may count the same thing, as far as the words after them tell."""
    if mine.things and not other.things:
        return other.unit is None
    return not mine.things or any(same(a, b) for a in mine.things for b in other.things)


def _share_first(mine: _Bound, other: _Bound) -> bool:
    return any(same(a, b) for a in mine.things for b in other.things)


def _is_known_apart(mine: _Bound, claim: Claim) -> bool:
    return mine.unit is None and all(claim.known.has(thing) for thing in mine.things)


def _turned_range(claim: Claim) -> list[Veto]:
    known = {(f["first"].rstrip("."), f["second"]) for f in _FROM_TO.finditer(claim.text)}
    for found in _FROM_TO.finditer(claim.sentence):
        pair = (found["first"].rstrip("."), found["second"])
        if pair not in known and pair[::-1] in known:
            return [Veto("number", f"the text goes from {pair[1]} to {pair[0]}, not the other way")]
    return []
