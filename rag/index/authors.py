"""Finds authors by the ways in which people write names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rag.paper import Paper
from rag.text import fold

_NAME_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LONGEST_NAME = 5

AuthorRows = dict[str, list[int]]


def author_key(name: str) -> str:
    """Return a name as it is compared: words without case, accents and points."""
    return " ".join(_NAME_WORD.findall(fold(name)))


def author_rows(papers: Iterable[Paper]) -> AuthorRows:
    """Return, for every author, the rows of the papers, ascending."""
    rows: AuthorRows = {}
    for row, paper in enumerate(papers):
        for key in dict.fromkeys(author_key(name) for name in paper.authors):
            if key:
                rows.setdefault(key, []).append(row)
    return rows


@dataclass(frozen=True, slots=True)
class AuthorMention:
    """A place of a question that names somebody: `question[start:end]` may mean any of `names`."""

    start: int
    end: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a question. `text` is its key, without a possessive 's."""

    start: int
    end: int
    text: str
    capital: bool
    initial: bool


class AuthorIndex:
    """The authors of a library, by name and by the words of their names."""

    def __init__(self, rows: Mapping[str, Sequence[int]]) -> None:
        self.rows = rows

    def rows_of(self, names: Iterable[str]) -> frozenset[int]:
        """Return the rows of the papers by any of `names`, which are keys."""
        return frozenset(row for name in names for row in self.rows[name])

    def matching(self, name: str) -> list[str]:
        """Return the authors whose name holds every word of `name`; an initial stands for a first name.

        "bengio" and "Y. Bengio" match Yoshua Bengio, and so does "Bengio, Y.".
        """
        last, comma, first = name.partition(",")
        words = author_key(f"{first} {last}" if comma else name).split()
        if not words:
            return []
        if len(words) > 1 and any(len(word) == 1 for word in words):
            return self._abbreviated(words)
        rarest = min((self._by_word.get(word, ()) for word in words), key=len)
        return [key for key in rarest if set(words) <= set(key.split())]

    def mentions(self, question: str) -> list[AuthorMention]:
        """Return where the question names an author of the library, in order.

        A name counts if it stands there in full (two words or more, in any case), as "Y. Bengio",
        "Bengio, Y.", "Bengio, Yoshua" or "Bengio et al."; a last name alone counts where the
        question asks for somebody's papers.
        """
        words = _words(question)
        found: list[AuthorMention] = []
        at = 0
        while at < len(words):
            mention, taken = self._mention_at(question, words[at : at + _LONGEST_NAME])
            if mention is not None:
                found.append(mention)
            at += taken
        return found or list(self._asked_surname(question))

    def _mention_at(self, question: str, words: Sequence[_Word]) -> tuple[AuthorMention | None, int]:
        """Return the mention that begins with the first of `words`, and how many words it takes."""
        for count in range(len(words), 1, -1):
            names = self._names(question, words[:count])
            if names:
                end = words[count - 1].end
                # The point of an initial at the end belongs to the name.
                end += words[count - 1].initial and question[end : end + 1] == "."
                return AuthorMention(words[0].start, end, tuple(names)), count
        and_others = re.match(r",?\s+et\.?\s+al\b\.?", question[words[0].end :])
        names = self._by_last.get(words[0].text, []) if and_others and words[0].capital else []
        if and_others and names:
            return AuthorMention(words[0].start, words[0].end + and_others.end(), tuple(names)), 3
        return None, 1

    def _names(self, question: str, words: Sequence[_Word]) -> list[str]:
        texts = [word.text for word in words]
        if self.rows.get(key := " ".join(texts)):
            return [key]
        gaps = [question[a.end : b.start].strip() for a, b in pairwise(words)]
        if gaps[0] == "," and not any(gap == "," for gap in gaps[1:]):
            turned = [*texts[1:], texts[0]]
            if self.rows.get(key := " ".join(turned)):
                return [key]
            return self._abbreviated(turned) if all(word.initial for word in words[1:]) else []
        if any(gap not in ("", ".") for gap in gaps) or not all(word.capital for word in words):
            return []
        if words[0].initial and not words[-1].initial:
            return self._abbreviated(texts)
        # The question spells out what the record abbreviates.
        short = f"{texts[0][0]} {texts[-1]}"
        return [short] if len(words) == 2 and len(texts[0]) > 1 and short in self.rows else []

    def _abbreviated(self, words: Sequence[str]) -> list[str]:
        return [
            name for name in self._by_last.get(words[-1], []) if _stands_for(words[:-1], name.split()[:-1])
        ]

    def _asked_surname(self, question: str) -> Iterator[AuthorMention]:
        found = _ASKED_SURNAME.search(question)
        if found is not None:
            group = "first" if found["first"] else "second"
            surname = author_key(re.sub(r"['’]s?$", "", found[group]))
            names = self._by_last.get(surname, [])
            if names:
                yield AuthorMention(found.start(group), found.end(group), tuple(names))

    @cached_property
    def _by_last(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for name in self.rows:
            names.setdefault(name.rpartition(" ")[2], []).append(name)
        return names

    @cached_property
    def _by_word(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for name in self.rows:
            for word in dict.fromkeys(name.split()):
                names.setdefault(word, []).append(name)
        return names


def _words(question: str) -> list[_Word]:
    words = []
    for found in _NAME_WORD.finditer(question):
        written = re.sub(r"['’]s$", "", found.group())
        end = found.start() + len(written)
        is_initial = len(written) == 1 and question[end : end + 1] == "." and written.isupper()
        words.append(_Word(found.start(), end, fold(written), written[0].isupper(), is_initial))
    return words


def _stands_for(given: Sequence[str], full: Sequence[str]) -> bool:
    """Whether first names or initials may be those of `full`: the first ones agree, others in order."""
    if not given or not full or not _agree(given[0], full[0]):
        return False
    rest = iter(full[1:])
    return all(any(_agree(word, other) for other in rest) for word in given[1:])


def _agree(word: str, other: str) -> bool:
    return (
        word == other or (len(word) == 1 and other.startswith(word)) or (len(other) == 1 and word[0] == other)
    )


_ASKED_SURNAME = re.compile(
    r"\b(?:[Dd]id|[Dd]oes|[Hh]as)\s+(?P<first>[A-Z][\w'’-]+)\s+(?:publish|write|work|present|contribute)"
    r"|\b(?:[Pp]apers?|[Ww]orks?|[Rr]esearch|written)\s+(?:by|of|from)\s+(?P<second>[A-Z][\w'’-]+)\b(?!\s+[A-Z])"
)

_CAPITAL = r"(?:[A-Z][\w'’.-]*\w\.?|[A-Z]\.)"
_NAME = rf"(?P<name>{_CAPITAL}(?:\s+(?:{_CAPITAL}|van|von|de|der|den|di|da|la|le|bin|al))*\s+{_CAPITAL})"
_ASKS_FOR_AUTHOR = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:[Pp]apers?|[Ww]orks?|[Pp]ublications?|[Rr]esearch|[Aa]rticles?|written|authored|published)"
        rf"\s+(?:by|of|from)\s+{_NAME}",
        rf"\b(?:[Dd]id|[Dd]oes|[Hh]as|[Hh]ave|[Ll]ist)\s+{_NAME}"
        r"\s+(?:publish|co-?author|write|present|contribute|work|have|got|among|written)",
        rf"{_NAME}\s+(?:as\s+an?\s+(?:co-?)?author|(?:co-?)?authored?|published|wrote)\b",
    )
]


def asked_author(question: str) -> str | None:
    """Return the person whose papers the question asks for, as written there, or None.

    Only capitalised names in phrases such as "papers by ..." count: this says that somebody is
    asked for, not that the index knows them.
    """
    for pattern in _ASKS_FOR_AUTHOR:
        found = pattern.search(question)
        if found:
            return re.sub(r"['’]s?$|[.,?!]+$", "", found.group("name"))
    return None
