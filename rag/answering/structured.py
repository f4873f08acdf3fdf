"""Answers written as JSON: the schema for the endpoint, and a reader that bears with any reply."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from rag.answering.citations import markers
from rag.answering.prompt import REFUSAL, harmless
from rag.answering.reply_reader import CUT, TextReader, Unit
from rag.answering.stream import ThoughtFilter, split_units

_MOST_SENTENCES = 6
# An object longer than this holds no sentence of an answer.
_LONGEST_OBJECT = 6000
_MOST_SOURCES = 20
_MOST_QUOTED = 500
# So much prose before any JSON, and the reply is taken for text.
_MOST_PROSE = 400
_BRACE = re.compile(r"[{}\"]")
_OBJECT = re.compile(r"\{\s*[\"}]")
_IN_STRING = re.compile(r"[\"\\]")
_TEXT_OF_PART = re.compile(r"\"text\"\s*:\s*\"((?:[^\"\\]|\\.)*)")
_QUOTES = str.maketrans("“”„«»‘’‚", '"' * 5 + "'" * 3)
_UNUSABLE = "it is not in the form that was asked for"


def answer_schema(sources: int) -> dict[str, Any]:
    """Return the JSON schema of an answer from `sources` sources."""
    number = {"type": "integer", "enum": list(range(1, sources + 1))}
    item = {
        # The quotation comes first, so that the sentence is written from it.
        "quote": {"type": "string"},
        "sources": {"type": "array", "items": number, "minItems": 1},
        "text": {"type": "string"},
    }
    sentence = {
        "type": "object",
        "properties": item,
        "required": list(item),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"sentences": {"type": "array", "items": sentence, "maxItems": _MOST_SENTENCES}},
        "required": ["sentences"],
        "additionalProperties": False,
    }


class ObjectScanner:
    """Finds the JSON objects in a text that arrives in pieces, whatever stands around them.

    `seen` says whether there was anything like one.
    """

    def __init__(self) -> None:
        self.seen = False
        self._text = ""
        self._at = 0
        self._open: list[int] = []
        self._in_string = False

    @property
    def rest(self) -> str:
        """The text of the innermost object that is not complete yet."""
        return self._text[self._open[-1] :] if self._open else ""

    def feed(self, text: str) -> list[str]:
        """Take the next text and return the objects it closes, an inner one before its outer one."""
        self._text += text
        closed: list[str] = []
        while True:
            found = (_IN_STRING if self._in_string else _BRACE).search(self._text, self._at)
            if found is None:
                self._at = len(self._text)
                break
            char = found.group()
            if char == "\\" and found.end() == len(self._text):
                # What it escapes has not arrived.
                self._at = found.start()
                break
            self._at = found.end() + (char == "\\")
            if char == '"':
                # Outside of objects there is prose, whose quotation marks come in any number.
                self._in_string = bool(self._open) and not self._in_string
            elif char == "{":
                self._open.append(found.start())
            elif char == "}" and self._open:
                closed.append(self._text[self._open.pop() : self._at])
        # Braces come in prose and formulas too.
        self.seen = self.seen or bool(_OBJECT.search(self._text))
        if not self._open:
            self._text, self._at = self._text[self._at :], 0
        return closed


class StructuredReader:
    """Reads the sentences of an answer in JSON, one by one as their objects close.

    A reply that turns out to be plain text is read as such.
    """

    def __init__(self) -> None:
        self._thoughts = ThoughtFilter()
        self._restarts = 0
        self._begin()

    def _begin(self) -> None:
        self._objects = ObjectScanner()
        self._prose = ""
        self._text: TextReader | None = None
        self._found = False

    @property
    def restarts(self) -> int:
        """How often the text began anew."""
        return self._restarts

    def feed(self, piece: str) -> list[Unit]:
        """Take the next piece and return the units it completes."""
        text = self._thoughts.feed(piece)
        if self._thoughts.restarts != self._restarts:
            self._restarts = self._thoughts.restarts
            self._begin()
        return self._read(text)

    def finish(self, *, is_cut: bool) -> list[Unit]:
        """Return the units left over when the reply ended."""
        units = self._read(self._thoughts.finish())
        if self._text is None and not self._objects.seen:
            self._text = TextReader()
            units += self._text.feed(self._prose)
        if self._text is not None:
            return units + self._text.finish(is_cut=is_cut)
        part = _TEXT_OF_PART.search(self._objects.rest)
        if part and part[1].strip():
            units.append(Unit(part[1], problem=CUT))
        elif not self._found and not units:
            units.append(Unit(self._objects.rest or self._prose, problem=_UNUSABLE))
        return units

    def _read(self, text: str) -> list[Unit]:
        if self._text is not None:
            return list(self._text.feed(text))
        if not self._objects.seen:
            self._prose += text
        units = [unit for found in self._objects.feed(text) for unit in _units_of(found)]
        self._found = self._found or bool(units)
        if not self._objects.seen and (len(self._prose) > _MOST_PROSE or markers(self._prose)):
            self._text = TextReader()
            return list(self._text.feed(self._prose))
        return units


def stands_in(quote: str, text: str) -> bool:
    """Whether a quotation stands word for word in `text`, or in the form a prompt gives it."""
    wanted = _plain(quote)
    return bool(wanted) and (wanted in _plain(text) or wanted in _plain(harmless(text)))


def _plain(text: str) -> str:
    return " ".join(text.translate(_QUOTES).casefold().split()).strip("\"'. …")


def _units_of(found: str) -> list[Unit]:
    """Return the sentences of a JSON object with its sources as markers; of any other object nothing."""
    if len(found) > _LONGEST_OBJECT:
        return []
    try:
        pairs = json.loads(found, object_pairs_hook=_Pairs, strict=False)
    except (ValueError, RecursionError):
        part = _TEXT_OF_PART.search(found)
        is_innermost = "{" not in found[1:]
        return [Unit(part[1], problem=_UNUSABLE)] if part and is_innermost else []
    value = dict(pairs)
    text, quote = value.get("text"), value.get("quote")
    if value.get("sentences") == [] and len(pairs) == 1:
        return [Unit(REFUSAL)]
    if not isinstance(text, str):
        return []
    if len(pairs) != len(value):
        return [Unit(text, problem=f"{_UNUSABLE}: a key stands twice")]
    marks = "".join(f"[{n}]" for n in _numbers(value.get("sources")))
    words = quote[:_MOST_QUOTED] if isinstance(quote, str) else ""
    return [Unit(f"{sentence} {marks}".strip(), words) for sentence in split_units(text)]


class _Pairs(list[tuple[str, Any]]):
    """The pairs of an object, in which a key may stand twice."""


def _numbers(sources: Any) -> Sequence[int]:
    given = sources if isinstance(sources, list) else [sources]
    numbers = [int(n) for n in given[:_MOST_SOURCES] if _is_number(n)]
    return list(dict.fromkeys(numbers))


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        return value.isascii() and value.isdigit() and len(value) <= len("999999")
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 999_999
