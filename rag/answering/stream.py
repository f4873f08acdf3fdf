"""Turns the pieces of a model's reply into whole sentences, as they close, without its thoughts."""

from __future__ import annotations

import re
from itertools import pairwise

from rag.answering.citations import markers
from rag.sentences import sentences

_OPEN = re.compile(r"<\s*(think|thinking|thought|reasoning|reflection|scratchpad)\s*>", re.IGNORECASE)
_CLOSE = re.compile(r"<\s*/\s*(think|thinking|thought|reasoning|reflection|scratchpad)\s*>", re.IGNORECASE)
# The longest tag above, so a tag that is still arriving is held back.
_LONGEST_TAG = 16
_PARTIAL_TAG = re.compile(r"<\s*/?\s*[a-z]*\s*$", re.IGNORECASE)
_MAY_CLOSE = re.compile(r"[.!?…。！？\n]")
# A line ends a sentence before a list item, a table row, a heading or a list of sources, after a
# heading, and after what looks finished; other line ends are wraps.
_LINE_END = re.compile(
    r"\n(?=[ \t]*(?:\n|[-*+•>#|]|\d{1,2}[.)]\s|(?:sources?|references|bibliography)\b))"
    r"|(?<=[:.!?。！？\]】)*])[ \t]*\n",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^([ \t]*#{1,6}[ \t][^\n]*)\n", re.MULTILINE)
_OPEN_MARKER = re.compile(r"^\s*[\[【［(][^\]】］)]*$")
_ABBREVIATION = re.compile(r"\b(?:al|etc|cf|vs|e\.g|i\.e|Fig|Eq|Sec|Tab)\.$", re.IGNORECASE)


class ThoughtFilter:
    """Passes text on without what stands between <think> and </think>, wherever chunks cut the tags.

    `restarts` counts closing tags without an opening one: some chat templates open the thoughts in
    the prompt, so everything before that tag was a thought and must be forgotten.
    """

    def __init__(self) -> None:
        self.restarts = 0
        self._held = ""
        self._inside = False

    def feed(self, piece: str) -> str:
        """Take the next piece and return the text that is certain to be none of the thoughts."""
        self._held += piece
        shown: list[str] = []
        while True:
            tag = (_CLOSE if self._inside else _OPEN).search(self._held)
            stray = None if self._inside else _CLOSE.search(self._held)
            if stray is not None and (tag is None or stray.start() < tag.start()):
                self.restarts += 1
                shown.clear()
                self._held = self._held[stray.end() :]
                continue
            if tag is None:
                break
            if not self._inside:
                shown.append(self._held[: tag.start()])
            self._held = self._held[tag.end() :]
            self._inside = not self._inside
        keep = _PARTIAL_TAG.search(self._held[-_LONGEST_TAG:])
        cut = len(self._held) - (len(keep.group()) if keep else 0)
        if not self._inside:
            shown.append(self._held[:cut])
        self._held = self._held[cut:]
        return "".join(shown)

    def finish(self) -> str:
        """Return what was held back when the reply ended."""
        rest = "" if self._inside else self._held
        self._held = ""
        return rest


def without_thoughts(reply: str) -> str:
    """Return a whole reply without the model's thoughts."""
    thoughts = ThoughtFilter()
    return thoughts.feed(reply) + thoughts.finish()


class SentenceStream:
    """Collects pieces and hands out the sentences that are complete, markers after the stop included.

    `restarts` grows when everything handed out before turned out to be the model's thoughts.
    """

    def __init__(self) -> None:
        self._thoughts = ThoughtFilter()
        self._rest = ""
        self._restarts = 0

    @property
    def restarts(self) -> int:
        """How often the text began anew."""
        return self._thoughts.restarts

    @property
    def rest(self) -> str:
        """The text of the sentence that is not complete yet."""
        return self._rest.strip()

    def feed(self, piece: str) -> list[str]:
        """Take the next piece and return the sentences it completes."""
        text = self._thoughts.feed(piece)
        if self._thoughts.restarts != self._restarts:
            self._restarts = self._thoughts.restarts
            self._rest = ""
        self._rest += text
        if not _MAY_CLOSE.search(self._rest):
            return []
        units = split_units(self._rest)
        # The last one may go on; the one before it may still get its marker.
        if len(units) < 2 or _OPEN_MARKER.match(units[-1]) or len(units[-1]) < 4:
            return []
        begin = self._rest.replace("\n", " ").rindex(units[-1])
        self._rest = self._rest[begin:]
        return units[:-1]

    def finish(self) -> list[str]:
        """Return the sentences left over when the reply ended, the last one perhaps incomplete."""
        self._rest += self._thoughts.finish()
        units = split_units(self._rest)
        self._rest = ""
        return units


def split_units(text: str) -> list[str]:
    """Return the sentences of a reply; a marker after the full stop belongs to the sentence before it."""
    units: list[str] = []
    for line in _LINE_END.split(_HEADING.sub(r"\1\n\n", text)):
        if line.strip():
            units += _sentences_of(line.replace("\n", " "))
    return units


def _sentences_of(line: str) -> list[str]:
    masked = line
    found = markers(line)
    for marker in found:
        masked = masked[: marker.start] + _mask(line, marker.start, marker.end) + masked[marker.end :]
    spans = sentences(masked)
    if not spans:
        return [line.strip()] if found else []
    # Where the next sentence begins, this one ends: markers stand in the gap between them.
    starts = [0] + [span.start for span in spans[1:]] + [len(line)]
    return [piece for a, b in pairwise(starts) if (piece := line[a:b].strip())]


def _mask(line: str, start: int, end: int) -> str:
    """Hide a marker from the sentence rules; as a word, where it is the subject of the next sentence."""
    before, after = line[:start].rstrip(), line[end:].lstrip()
    is_subject = before[-1:] in (".", "!", "?") and after[:1].islower() and not _ABBREVIATION.search(before)
    return "X" * (end - start) if is_subject else " " * (end - start)
