"""Cuts a text into sentences, keeping character offsets.

Rules instead of a trained splitter: scientific abstracts are full of abbreviations, formulas and
addresses on which the usual ones cut, and nothing has to be downloaded.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Span(NamedTuple):
    """A sentence: `text[start:end]`, without white space around it."""

    start: int
    end: int


_ABBREVIATIONS = frozenset(
    """al approx app arch avg cf ch chap co conf corp def dept dim dr ed eds eg e.g eq eqn eqs eqns est etc
    ex exp fig figs ft i.e ie inc incl lem max min mr mrs ms no nos p p.s pp prof prop ref refs resp
    sec secs sect sr st tab thm u.k u.s u.s.a univ viz vol vols vs w.r.t wrt w.l.o.g a.k.a a.s i.i.d
    iid s.t ph.d""".split()
)
# These end a sentence when a capital follows; the ones above never do.
_MAY_END = frozenset(["al", "etc", "inc", "co", "corp", "u.s", "u.k", "u.s.a", "i.i.d", "iid", "ph.d", "a.s"])
_SHIELDED = re.compile(
    r"\$\$.{1,300}?\$\$|(?<!\\)\$[^$\n]{1,300}?(?<!\\)\$|\\\(.{1,300}?\\\)|\\\[.{1,300}?\\\]|https?://[^\s<>\"]+|`[^`]{1,200}`"
)
_SHIELD_MARKS = ("$", "\\", "http", "`")
_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？]+[”’」』）]*")
_WORD_BEFORE = re.compile(r"[\w.]*\w$")


def sentences(text: str) -> list[Span]:
    """Return the sentences of `text` in order; joined by their gaps they give the text back."""
    spans: list[Span] = []
    begin = 0
    shielded = _shielded_spans(text)
    for found in _END.finditer(text):
        if any(a < found.end() and found.start() < b for a, b in shielded):
            continue
        if not _is_end(text, found.start(), found.end()):
            continue
        _append(spans, text, begin, found.end())
        begin = found.end()
    _append(spans, text, begin, len(text))
    return spans


def _shielded_spans(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    if not any(mark in text for mark in _SHIELD_MARKS):
        return spans
    for found in _SHIELDED.finditer(text):
        end = found.end()
        if found.group().startswith("http"):
            # The stop after an address belongs to the sentence.
            end -= len(found.group()) - len(found.group().rstrip(".,;:!?)"))
        spans.append((found.start(), end))
    return spans


def _is_end(text: str, start: int, end: int) -> bool:
    mark = text[start]
    if mark in "。！？":
        return True
    following = text[end:].lstrip()
    if not following:
        return True
    starts_low = following[0].islower() or following[0] in ",;:)]=<>±"
    if mark != "." or text[start : start + 2] == "..":
        return not starts_low
    word = _WORD_BEFORE.search(text, max(0, start - 40), start)
    token = word.group().casefold() if word else ""
    if token in _ABBREVIATIONS:
        # "et al. (2024)" goes on; "et al. We show" does not.
        return token in _MAY_END and following[0].isupper() and not _is_name_after(token, following)
    if len(token) == 1 and token.isalpha() and word is not None and word.group().isupper():
        # An initial, as in "J. Smith"; a formula's letter before a sentence is rarer.
        return not following[0].isupper()
    return not starts_low


def _is_name_after(token: str, following: str) -> bool:
    return token in ("u.s", "u.k", "inc", "co", "corp") and not re.match(
        r"(We|Our|The|This|It|In)\b", following
    )


def _append(spans: list[Span], text: str, begin: int, end: int) -> None:
    piece = text[begin:end]
    stripped = piece.strip()
    if stripped:
        start = begin + len(piece) - len(piece.lstrip())
        spans.append(Span(start, start + len(stripped)))
