"""Reads plain-text lists: an optional heading, then one abstract a paragraph, no titles.

The rules, in their order:

1. Paragraphs are separated by blank lines, and by lines that are a rule ("---", "====").
2. In a paragraph that begins with a list number ("1.", "[1]"), a line with the next number that
   follows the end of a sentence starts an abstract. So does a line that holds the word "Abstract" alone.
3. Nobody wraps at 140 characters. A paragraph with a line that long, in which at least two
   thirds of the lines but the last end a sentence, holds one abstract a line; a line that is short
   or starts in lower case belongs to the one above.
4. All other line ends are wraps and become a blank. Rules 2 and 3 are told by a warning.
5. A short piece that does not end like a sentence is a heading; page numbers, copyright lines and
   the like are footers. Both are reported as skipped. A sentence with a verb like "is" is neither.
6. List numbers, bullets and "Abstract:" labels are no part of the abstract. Numbers in one form are
   those of a list, all of them, if they rise or if at least two thirds of the abstracts have one; else
   they are prose and stay. A number on a line of its own is never prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rag.paper import new_paper
from rag.sources.records import Record, Skipped, Warned
from rag.text import clean

_LONG_LINE = 140
_SHORT_LINE = 80
_HEADING = 120

_SENTENCE_END = re.compile(r"""[.!?…。！？؟।։][\s'"”’»›)\]}*_$」』]*$""")
_NUMBER = re.compile(r"(\[|\(|#|)(\d{1,4})(\]|[.):]|\.\))\s+(?=\S)")
_NUMBER_LINE = re.compile(r"(\[|\(|#|)(\d{1,4})(\]|[.):]|\.\)|)")
_BULLET = re.compile(r"[•‣◦▪·*+–-]\s+(?=\S)")
_LABEL_WORD = r"(?:abstract|zusammenfassung|résumé|resumen|摘\s*要|要旨|초록)"
_LABEL = re.compile(
    rf"(?:\#{{1,6}}\s*|\*\*|__)?{_LABEL_WORD}(?:\*\*|__)?\s*(?:[:：—–.]|-(?=\s))(?:\*\*|__)?\s*(?=\S)",
    re.IGNORECASE,
)
_LABEL_LINE = re.compile(rf"(?:\#{{1,6}}\s*|\*\*|__)?{_LABEL_WORD}(?:\*\*|__)?", re.IGNORECASE)
_MARKDOWN_HEADING = re.compile(r"#{1,6}\s+\S.*|={2,}.*={2,}|\*\*[^*]+\*\*")
_LIST_WORD = re.compile(
    r"\b(?:papers?|abstracts?|proceedings|posters|orals|list)\b|论文|論文|摘要|列表|一覧", re.I
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_FOOTER = re.compile(
    r"(?:page|seite|p\.)\s*\d+(?:\s*(?:/|of|von)\s*\d+)?\.?"
    r"|[-–—=_*\s]*\d*[-–—=_*\s]*|\d+\s*/\s*\d+|https?://\S+"
    r"|(?:©|\(c\) |copyright |all rights reserved).*"
    r"|(?:generated|exported|downloaded|retrieved|printed) (?:by|on|with|at|from) .*"
    r"|source\s*:.*https?://.*|total\s*:\s*\d+.*|\W*end of (?:the )?(?:list|file|document)\W*",
    re.IGNORECASE,
)
_RIGHTS = re.compile(r"©|\(c\)|copyright \d|rights? (?:is|are) reserved|https?://|\*\*|^#", re.IGNORECASE)
_MIN_STATEMENT_WORDS = 5
# What makes a short text a statement, if it also ends like a sentence.
_STATEMENT = re.compile(r"\b(?:is|are|was|were|has|have|we|our|can)\b", re.IGNORECASE)
_RULE = re.compile(r"([-=*_~—–])\1{2,}|(?:[-*_] ){2,}[-*_]")
_CJK = "[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
_CJK_WRAP = re.compile(f"(?<={_CJK})\n(?={_CJK})")
# A line that ends in a hyphen is glued to the next, except in "pre-\nand post-training".
_HYPHEN_WRAP = re.compile(r"(?<=[^\W\d_]-)\n(?=[a-zà-ÿ])(?!(?:and|or|to|und|et)\b)")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of lines that is one abstract or one heading; `line` counts from 1."""

    line: int
    text: str
    split_off: bool = False


def read(text: str, where: str) -> Iterator[Record]:
    """Yield a paper for each abstract of `text` and report headings, footers and split paragraphs."""
    pieces = [piece for line, lines in _paragraphs(text) for piece in _pieces(line, lines)]
    abstracts: list[_Piece] = []
    skipped: dict[int, str] = {}
    for piece in pieces:
        if reason := _not_an_abstract(piece.text):
            skipped[piece.line] = reason
        else:
            abstracts.append(piece)
    numbers = _list_numbers(abstracts)
    bullets = sum(_BULLET.match(p.text) is not None for p in abstracts) > 1
    for piece in pieces:
        place = f"{where}:{piece.line}"
        if piece.line in skipped:
            yield Skipped(place, skipped[piece.line])
            continue
        body = clean(_without_marks(piece.text, piece.line in numbers, bullets))
        if not body:
            yield Skipped(place, "heading")
            continue
        if piece.split_off:
            yield Warned(place, "no blank line before it: taken as an abstract of its own")
        yield new_paper(body, origin=place)


def _paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    start = 1
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        stripped = clean(line)
        if stripped and not (lines and _RULE.fullmatch(stripped)):
            if not lines:
                start = number
            lines.append(stripped)
        elif lines:
            yield start, lines
            lines = []
    if lines:
        yield start, lines


def _pieces(first: int, lines: list[str]) -> Iterator[_Piece]:
    if len(lines) > 1 and _is_title_line(lines[0]) and len(lines[1]) >= _LONG_LINE:
        yield _Piece(first, lines[0])
        first, lines = first + 1, lines[1:]
    starts = _numbered_starts(lines) or _labelled_starts(lines) or _long_line_starts(lines) or [0]
    for n, start in enumerate(starts):
        end = starts[n + 1] if n + 1 < len(starts) else len(lines)
        yield _Piece(first + start, _join(lines[start:end]), split_off=n > 0)


def _is_title_line(line: str) -> bool:
    return not _is_label(line) and not _NUMBER_LINE.fullmatch(line) and bool(_not_an_abstract(line))


def _numbered_starts(lines: list[str]) -> list[int]:
    first = _number_of(lines[0])
    if not first:
        return []
    starts, style, number = [0], first.group(1, 3), int(first.group(2))
    for index, line in enumerate(lines[1:], 1):
        found = _number_of(line)
        follows = found and found.group(1, 3) == style and int(found.group(2)) == number + 1
        if follows and _SENTENCE_END.search(lines[index - 1]):
            starts.append(index)
            number += 1
    return starts if len(starts) > 1 else []


def _number_of(line: str) -> re.Match[str] | None:
    return _NUMBER.match(line) or _NUMBER_LINE.fullmatch(line)


def _labelled_starts(lines: list[str]) -> list[int]:
    starts = [i for i, line in enumerate(lines) if _is_label(line) and i + 1 < len(lines)]
    starts = [i for i in starts if i and _SENTENCE_END.search(lines[i - 1])]
    return [0, *starts] if starts else []


def _is_label(line: str) -> bool:
    return _LABEL_LINE.fullmatch(line.rstrip(":：")) is not None


def _long_line_starts(lines: list[str]) -> list[int]:
    if len(lines) < 2 or max(map(len, lines)) < _LONG_LINE:
        return []
    ends = sum(_SENTENCE_END.search(line) is not None for line in lines[:-1])
    if ends * 3 < (len(lines) - 1) * 2:
        return []
    return [0] + [
        i for i, line in enumerate(lines) if i and len(line) >= _SHORT_LINE and not line[0].islower()
    ]


def _join(lines: list[str]) -> str:
    # A number or a label on a line of its own belongs to the text below it.
    if len(lines) > 1 and _NUMBER_LINE.fullmatch(lines[0]):
        lines = lines[1:]
    if len(lines) > 1 and _is_label(lines[0]):
        lines = lines[1:]
    text = _CJK_WRAP.sub("", "\n".join(lines))
    return _HYPHEN_WRAP.sub("", text).replace("\n", " ")


def _not_an_abstract(text: str) -> str:
    if len(text) > _HEADING:
        return ""
    is_statement = _STATEMENT.search(text) and _SENTENCE_END.search(text) and not _RIGHTS.search(text)
    if is_statement and len(text.split()) >= _MIN_STATEMENT_WORDS:
        return ""
    if _FOOTER.fullmatch(text):
        return "footer"
    is_list_title = _LIST_WORD.search(text) and _YEAR.search(text) and len(text.split()) <= 8
    if is_list_title or _MARKDOWN_HEADING.fullmatch(text) or not _SENTENCE_END.search(text):
        return "heading"
    return ""


def _list_numbers(abstracts: list[_Piece]) -> frozenset[int]:
    """Return the lines of the abstracts whose leading number is that of a list."""
    found = [(n, p.line, m) for n, p in enumerate(abstracts, 1) if (m := _NUMBER.match(p.text))]
    if len(found) > 1 and _is_rising(found):
        return frozenset(line for _, line, _ in found)
    lists: set[int] = set()
    for style in {m.group(1, 3) for _, _, m in found}:
        alike = [(n, line, m) for n, line, m in found if m.group(1, 3) == style]
        if len(alike) == 1:
            is_list = alike[0][0] == int(alike[0][2].group(2))
        else:
            is_list = _is_rising(alike) or len(alike) * 3 >= len(abstracts) * 2
        if is_list:
            lists.update(line for _, line, _ in alike)
    return frozenset(lists)


def _is_rising(found: list[tuple[int, int, re.Match[str]]]) -> bool:
    return all(int(a.group(2)) < int(b.group(2)) for (_, _, a), (_, _, b) in pairwise(found))


def _without_marks(text: str, numbered: bool, bullets: bool) -> str:
    if numbered:
        text = _NUMBER.sub("", text, count=1)
    if bullets:
        text = re.sub(rf"^{_BULLET.pattern}", "", text)
    return re.sub(rf"^{_LABEL.pattern}", "", text, flags=re.IGNORECASE)
