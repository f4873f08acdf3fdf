"""Finds the citations in what a language model wrote, and takes out what must not be shown.

Pure functions. Links of an answer come from the paper records, so every address the model writes
goes; of its markers only the numbers are kept, and only those of sources it was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_MAX_RANGE = 20

_LABEL = r"(?:sources?|refs?\.?|references?|papers?|docs?\.?|documents?|citations?|abstracts?|s)"
_NUMBER = r"\d{1,6}(?:\s*[-–—]\s*\d{1,6})?"
_ITEM = rf"(?:(?:{_LABEL})?\s*[:#^]?\s*{_NUMBER}(?:\s*[†:][^\[\]【】]{{0,40}}?)?)"
_LIST = rf"\s*{_ITEM}(?:\s*(?:[,;&]|and)\s*{_ITEM})*\s*"
_MARKER = re.compile(
    rf"\[\[(?P<double>{_LIST})\]\]|\[(?P<square>{_LIST})\]|【(?P<lens>{_LIST})】|［(?P<wide>{_LIST})］"
    rf"|\((?P<round>\s*(?:sources?|refs?\.?|references?|papers?|docs?\.?)\s*[:#]?\s*{_NUMBER}"
    rf"(?:\s*(?:[,;&]|and)\s*{_ITEM})*\s*)\)",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"[,;&]|\band\b", re.IGNORECASE)
_NUMBER_OF_ITEM = re.compile(r"\D*(\d+)(?:\s*[-–—]\s*(\d+))?")
_SHIELDED = re.compile(
    r"```.*?(?:```|$)|`[^`]*`|\$\$.+?\$\$|(?<!\\)\$[^$\n]{1,300}?(?<!\\)\$|\\\(.+?\\\)|\\\[.+?\\\]", re.DOTALL
)
_INTERVAL_BEFORE = re.compile(
    r"(?:\b(?:intervals?|ranges?|domains?|segments?|bounded (?:in|by)|within|values? in)|∈|\\in)\s*$",
    re.IGNORECASE,
)
_WORD_BEFORE = re.compile(r"(?:^|[\s(\"'“*_/-])(?:[A-Za-z]?[a-z]{3,}|\d+(?:\.\d+)?)$")

_IMAGE = re.compile(r"!\[[^\]]*\]\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)?|\[[^\]]*\]|:\s*\S+)")
_LINK = re.compile(r"\[(?P<text>\[?[^\[\]]*\]?)\]\((?P<url>[^()]*(?:\([^()]*\)[^()]*)*)\)")
_DEFINITION = re.compile(r"^\s*\[[^\]\n]+\]:\s*(?:<[^>]*>|(?:https?:|//|www\.)\S*).*$", re.MULTILINE)
_AUTOLINK = re.compile(r"<(?:https?|ftp|mailto|javascript|data):[^>]*>", re.IGNORECASE)
_ADDRESS = re.compile(
    r"\b(?:javascript|vbscript|data:\w+/\w+)[:;,]\S*|\b(?:https?|ftp|file):(?://)?[^\s<>\"]*[^\s<>\".,;:!?)\]}'*]|\bwww\.[^\s<>\"]+\w",
    re.IGNORECASE,
)
_ELEMENTS = (
    "a|abbr|audio|b|base|body|br|button|center|code|details|div|em|embed|font|footer|form|frame|frameset|h[1-6]"
    "|head|header|hr|html|i|iframe|img|input|kbd|li|link|main|marquee|math|meta|nav|object|ol|p|picture|pre|s"
    "|script|section|select|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|th|thead|title"
    "|tr|u|ul|video"
)
_UNSEEN = re.compile(
    r"<(script|style|svg|iframe|object|math|template)\b[^>]*>.*?(?:</\1\s*>|$)|<!--.*?(?:-->|$)",
    re.IGNORECASE | re.DOTALL,
)
# 'a<b and c>d' is no element: an attribute has a value, or there is none.
_TAG = re.compile(
    rf"</(?:{_ELEMENTS})\s*>|<(?:{_ELEMENTS})(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+))*\s*/?>"
    r"|<(?:script|style|iframe|img|svg|object|embed|link|meta|base|form|video|audio|source|input|body)\b[^>]*(?:>|$)",
    re.IGNORECASE,
)
_LINE_START = re.compile(r"^\s*(?:[-*+•]\s+|\d{1,2}[.)]\s+|#{1,6}\s+|>\s+)+")
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![\w*])")
# A marker's place is held by a NUL until the sentence around it is mended.
_PLACES = r"\x00(?:\s*(?:,|;|&|and)?\s*\x00)*"
_AS_SUBJECT = re.compile(rf"^\s*{_PLACES}\s+(?=[a-z])")
_OPENING = re.compile(
    rf"^\s*(?:as\s+(?:\w+\s+){{0,2}}(?:in|by)|according\s+to|per|in)\s*{_PLACES}\s*,\s*", re.IGNORECASE
)
_AS_OBJECT = re.compile(rf"\b(of|in|by|from|to|with|than|as|and|or|like|over|on|for)\s+{_PLACES}(?=\s+\w)")
_END = re.compile(r"([.!?…。！？]+[\"'”’)\]]*)$")


class Cited(NamedTuple):
    """A sentence without markers and addresses, and the numbers its markers held, in order.

    `good` are numbers of sources that were given, `bad` are others.
    """

    text: str
    good: tuple[int, ...]
    bad: tuple[int, ...]


class Marker(NamedTuple):
    """A citation marker: `text[start:end]` names `numbers`."""

    start: int
    end: int
    numbers: tuple[int, ...]


def read_citations(text: str, sources: int) -> Cited:
    """Return `text` cleaned, with the numbers it cites out of `sources` given ones."""
    plain = without_foreign(text.replace("\x00", ""))
    good: list[int] = []
    bad: list[int] = []
    pieces: list[str] = []
    at = 0
    for marker in markers(plain):
        for number in marker.numbers:
            (good if 1 <= number <= sources else bad).append(number)
        pieces += [plain[at : marker.start], "\x00"]
        at = marker.end
    pieces.append(plain[at:])
    return Cited(_tidy("".join(pieces)), tuple(dict.fromkeys(good)), tuple(dict.fromkeys(bad)))


def markers(text: str) -> list[Marker]:
    """Return the citation markers of `text`: not those in code, in maths, or after a name as `x[2]`."""
    shielded = [found.span() for found in _SHIELDED.finditer(text)]
    found_markers: list[Marker] = []
    for found in _MARKER.finditer(text):
        start, end = found.span()
        if any(a < end and start < b for a, b in shielded):
            continue
        inside = next(group for group in found.groups() if group is not None)
        numbers = _numbers(inside)
        if not numbers or (0 in numbers and len(numbers) > 1) or not _stands_free(text, found):
            continue
        found_markers.append(Marker(start, end, numbers))
    return found_markers


def without_foreign(text: str) -> str:
    """Return `text` without images, HTML, and addresses; of a link its text stays."""
    text = _UNSEEN.sub(" ", text)
    text = _IMAGE.sub(" ", text)
    text = _DEFINITION.sub(" ", text)
    # A model that links its own markers, as [1](http://...), still cites source 1.
    text = _LINK.sub(_text_of_link, text)
    text = _AUTOLINK.sub(" ", text)
    text = _TAG.sub(" ", text)
    return _ADDRESS.sub("", text)


def renumbered(cited: Iterable[Sequence[int]]) -> dict[int, int]:
    """Return the new number of each cited one: 1, 2, ... in the order of first use."""
    new: dict[int, int] = {}
    for numbers in cited:
        for number in numbers:
            new.setdefault(number, len(new) + 1)
    return new


def with_markers(text: str, numbers: Sequence[int]) -> str:
    """Return the sentence with its citations in the one form that is shown, as in `It works [1][2].`."""
    marks = "".join(f"[{n}]" for n in numbers)
    if not marks:
        return text
    end = _END.search(text)
    if end is None:
        return f"{text} {marks}"
    return f"{text[: end.start()].rstrip()} {marks}{end.group()}"


def _numbers(inside: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for item in _SEPARATOR.split(inside):
        found = _NUMBER_OF_ITEM.match(item)
        if found is None:
            continue
        first, last = int(found[1]), int(found[2] or found[1])
        is_range = first <= last <= first + _MAX_RANGE
        numbers += range(first, last + 1) if is_range else [first, last]
    return tuple(dict.fromkeys(numbers))


def _stands_free(text: str, found: re.Match[str]) -> bool:
    """Whether a bracket is no index (`x[2]`) and no interval."""
    before = text[: found.start()]
    if found["lens"] or found["wide"] or found["double"]:
        return True
    is_labelled = bool(re.search("[A-Za-z^#]", found["square"] or "s"))
    if not is_labelled and _INTERVAL_BEFORE.search(before[-40:]):
        return False
    if not re.search(r"[A-Za-z0-9_]$", before):
        return True
    # 'faster[1].' lacks a space, 'x[2] is' does not: a word at the sentence's end.
    rest = _MARKER.sub("", text[found.end() :]).strip()
    return bool(_WORD_BEFORE.search(before[-40:])) and not rest.strip(".!?…\"'”’)*_ ")


def _text_of_link(found: re.Match[str]) -> str:
    text = found["text"].strip("[]")
    return f"[{text}]" if _MARKER.fullmatch(f"[{text}]") else text


def _tidy(text: str) -> str:
    """Take the markers' places out so that the sentence still reads as one."""
    first = text.strip()[:1]
    text = _LINE_START.sub("", text)
    text = _EMPHASIS.sub(r"\2", text)
    text = _OPENING.sub("", text)
    text = _AS_SUBJECT.sub("The paper ", text)
    text = _AS_OBJECT.sub(r"\1 the cited paper", text)
    text = re.sub(rf"\s*{_PLACES}", "", text)
    text = re.sub(r"\(\s*\)|\[\s*\]", "", text)
    text = re.sub(r"\s+([.,;:!?。！？])", r"\1", " ".join(text.split()))
    return text if text.startswith(first) else text[:1].upper() + text[1:]


def without_markers(text: str) -> str:
    """Return `text` with bracketed numbers in a form that is not read as a citation of ours."""
    for marker in reversed(markers(text)):
        numbers = ", ".join(str(n) for n in marker.numbers)
        text = f"{text[: marker.start]}(their ref. {numbers}){text[marker.end :]}"
    return text
