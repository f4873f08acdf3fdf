"""What the numbers of a sentence that stand side by side belong to each.

"3% on X and 5% on Y", "X by 3% and Y by 5%" and "3% and 5% on X and Y, respectively" all give 3% to X.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from rag.answering.support_words import TextWords, Word, words
from rag.answering.vetoes.numbers import Number, numbers

_YEAR = re.compile(r"(?:19|20)\d\d")
_JOINT = re.compile(
    r"[;:|]\s*|,\s+(?:(?:and|or|while|whereas|but)\s)?|\s(?:and|or|while|whereas|but|versus|vs\.?)\s",
    re.IGNORECASE,
)
_AND = re.compile(r",?\s(?:and|or)\s")
# What stands between the two ends of a range, or between before and after.
_RANGE = re.compile(r"[\s$~∼–—-]*(?:\\sim|to|vs\.?|(?:and|or) (?:even )?up to)?[\s$~∼–—-]*", re.IGNORECASE)
_MEASURE = re.compile(r"\d\s?(?:\\?%|\$?\\times|[x×]\b)")
_END = re.compile(r"[.;:(]\s|,\s|\s(?:compared|while|whereas|but|respectively)\b|$")
_STOPS = frozenset(
    """on in for with over of by to at from than when while which that is are was were as using under across
    between into both compared respectively we our its their""".split()
)
# Words of a thing that stand before the first number, or at either end of a list.
_NEAR = 4


class Place(NamedTuple):
    """A number, or the ends of a range, and the telling words that belong to it and to none beside it."""

    numbers: tuple[Number, ...]
    own: tuple[Word, ...]


class _Beside(NamedTuple):
    """The words that stand around a number, and those of them by which it is told from the others."""

    around: str
    own: str


@lru_cache(maxsize=500)
def rivals(sentence: str) -> tuple[tuple[Place, ...], ...]:
    """Return the groups of numbers of one unit that stand side by side in `sentence`."""
    counted = [n for n in numbers(sentence) if _counts(n, sentence)]
    groups: list[tuple[Place, ...]] = []
    for unit in dict.fromkeys(map(_unit, counted)):
        groups += _of_unit(sentence, _ranges(sentence, [n for n in counted if _unit(n) == unit]))
    return tuple(groups)


def _counts(number: Number, sentence: str) -> bool:
    """Whether a number is given for a thing, rather than part of a name or a year."""
    is_name = not _unit(number) and not re.fullmatch(r"[\d.,]+", number.written)
    before = sentence[number.position - 1 : number.position]
    return not is_name and before != "@" and not _YEAR.fullmatch(number.written) and "%" not in before


def _unit(number: Number) -> str:
    return number.readings[0][1]


def _ranges(sentence: str, found: Sequence[Number]) -> list[tuple[Number, ...]]:
    """Put the ends of a range together."""
    ranges: list[tuple[Number, ...]] = []
    for number in found:
        if ranges and _RANGE.fullmatch(sentence[_end(ranges[-1]) : number.position]):
            ranges[-1] = (*ranges[-1], number)
        else:
            ranges.append((number,))
    return ranges


def _end(numbers_: Sequence[Number]) -> int:
    return numbers_[-1].position + len(numbers_[-1].written)


def _of_unit(sentence: str, found: Sequence[tuple[Number, ...]]) -> Iterator[tuple[Place, ...]]:
    cuts = [_cut(sentence[_end(a) : b[0].position]) for a, b in pairwise(found)]
    runs = [
        (is_list, [n for n, _ in run])
        for is_list, run in groupby(enumerate(cuts), lambda c: not any(map(_telling, c[1])))
    ]
    in_lists = {n + more for is_list, gaps in runs if is_list for n in gaps for more in (0, 1)}
    for is_list, gaps in runs:
        members = [n for n in range(gaps[0], gaps[-1] + 2) if is_list or n not in in_lists]
        if len(members) < 2:
            continue
        group = [found[n] for n in members]
        if is_list:
            beside = [_Beside(item, item) for item in _listed(sentence, group)]
        else:
            beside = _beside(sentence, group)
        if beside:
            yield tuple(map(Place, group, _distinct(beside)))


def _cut(gap: str) -> tuple[str, str]:
    """Return what of the words between two numbers belongs to the first, and what to the second."""
    joints = list(_JOINT.finditer(gap))
    return (gap[: joints[-1].start()], gap[joints[-1].end() :]) if joints else (gap, "")


def _beside(sentence: str, group: Sequence[tuple[Number, ...]]) -> list[_Beside]:
    cuts = [_cut(sentence[_end(a) : b[0].position]) for a, b in pairwise(group)]
    head = _last_words(_cut(sentence[: group[0][0].position])[1] or sentence[: group[0][0].position])
    tail = sentence[_end(group[-1]) :]
    tail = _as_long_as(cuts[-1][0], tail[: end.start()] if (end := _END.search(tail)) else tail)
    # "X by 3% and Y by 5%": what goes before a number tells it from the others, or else what follows.
    first = f"{head} {cuts[0][0]}" if _telling(cuts[0][1]) else cuts[0][0]
    final = f"{cuts[-1][1]} {tail}" if _telling(cuts[-1][0]) else cuts[-1][1]
    inner = [f"{a[1]} {b[0]}" for a, b in pairwise(cuts)]
    return [
        _Beside(f"{head} {cuts[0][0]}", first),
        *(_Beside(text, text) for text in inner),
        _Beside(f"{cuts[-1][1]} {tail}", final),
    ]


def _as_long_as(model: str, text: str) -> str:
    """Cut "at city level geolocation" to the words of "at country level": the rest is said of both."""
    wanted, given = model.split(), text.split()
    if wanted and given and wanted[0] == given[0]:
        return " ".join(given[: len(wanted)])
    return text


def _listed(sentence: str, group: Sequence[tuple[Number, ...]]) -> list[str]:
    """Return the nearest list of as many things as there are numbers, one behind them first."""
    begin, end = group[0][0].position, _end(group[-1])
    behind: list[list[str]] = []
    ahead: list[list[str]] = []
    for joint in _AND.finditer(sentence):
        before = re.split(r",\s", sentence[: joint.start()])[-(len(group) - 1) :]
        if begin <= joint.start() < end or len(before) < len(group) - 1:
            continue
        first, *others = before
        items = [_last_words(first), *others, _first_words(sentence[joint.end() :])]
        # "Exact and approximate retrievers": both are retrievers.
        longest = max(len(item.split()) for item in items[:-1])
        items[-1] = " ".join(items[-1].split()[:longest])
        if all(map(_telling, items)) and not any(map(_MEASURE.search, items)):
            (behind if joint.start() >= end else ahead).append(items)
    return next(iter([*behind[:1], *ahead[-1:]]), [])


def _last_words(text: str) -> str:
    return " ".join(reversed(list(_until_stop(reversed(text.split())))))


def _first_words(text: str) -> str:
    end = _END.search(text)
    return " ".join(_until_stop((text[: end.start()] if end else text).split()))


def _until_stop(found: Iterable[str]) -> Iterator[str]:
    taken = 0
    for word in found:
        if taken == _NEAR or (taken and word.casefold() in _STOPS):
            return
        if any(w.is_content for w in words(word)):
            taken += 1
            yield word


def _distinct(found: Sequence[_Beside]) -> list[tuple[Word, ...]]:
    result = []
    for n, beside in enumerate(found):
        others = TextWords(w for m, other in enumerate(found) if m != n for w in words(other.around))
        result.append(tuple(w for w in _telling(beside.own) if not others.has(w.stem)))
    return result


def _telling(text: str) -> list[Word]:
    return [w for w in words(text) if w.is_content]
