"""Finds authors by the ways in which people write names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rag.index.person_names import (
    NAME_WORD,
    PARTICLES,
    agree,
    author_key,
    author_keys,
    holds_in_order,
    may_have_middle,
)
from rag.paper import Paper
from rag.stop_words import ASKING_WORDS
from rag.text import fold

_LONGEST_NAME = 5

AuthorRows = dict[str, list[int]]


def author_rows(papers: Iterable[Paper]) -> AuthorRows:
    """Return the rows of the papers, ascending, for every author and every spelling in `author_keys`."""
    rows: AuthorRows = {}
    for row, paper in enumerate(papers):
        for key in dict.fromkeys(key for name in paper.authors for key in author_keys(name)):
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

        "bengio" and "Y. Bengio" match Yoshua Bengio, and so does "Bengio, Y.". A middle initial that
        only one of question and record has does not matter.
        """
        last, comma, first = name.partition(",")
        words = author_key(f"{first} {last}" if comma else name).split()
        if not words:
            return []
        if len(words) > 1 and any(len(word) == 1 for word in words):
            return self._abbreviated(words) if len(words[0]) == 1 else self._spelt_out(words)
        rarest = min(map(self.with_word, words), key=len)
        return [key for key in rarest if set(words) <= set(key.split())]

    def with_word(self, word: str) -> Sequence[str]:
        """Return the authors whose name holds `word`, which must be as in a key."""
        return self._by_word.get(word, ())

    def mentions(self, question: str) -> list[AuthorMention]:
        """Return where the question names an author of the library, in order.

        A name counts if it stands there in full (two words or more, in any case), with more or fewer
        middle names or initials, as "Y. Bengio", "Bengio, Y.", "Bengio, Yoshua" or "Bengio et al.". A
        full first name also means the only author whom the records give by that initial. A last name
        alone counts where the question asks for somebody's papers.
        """
        words = _words(question)
        found: list[AuthorMention] = []
        at = 0
        while at < len(words):
            mention, taken = self._mention_at(question, words[at : at + _LONGEST_NAME])
            if mention is not None:
                found.append(mention)
            at += taken
        found = found or list(self._asked_surname(question))
        joined = [other for mention in found for other in self._joined_surnames(question, mention)]
        starts = {mention.start for mention in found}
        return sorted(found + [m for m in joined if m.start not in starts], key=lambda m: m.start)

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
        gaps = [question[a.end : b.start].strip() for a, b in pairwise(words)]
        if gaps[0] == "," and not any(gap == "," for gap in gaps[1:]):
            turned = [*texts[1:], texts[0]]
            if found := self._in_full(turned):
                return found
            if all(word.initial for word in words[1:]):
                return self._abbreviated(turned)
            return self._spelt_out(turned) if _reads_as_name(question, words) else []
        if any(gap not in ("", ".") for gap in gaps) or not _reads_as_name(question, words):
            return self._in_full(texts)
        if len(texts[0]) > 1:
            return self._spelt_out(texts)
        if words[0].initial and not words[-1].initial:
            return self._in_full(texts) or self._abbreviated(texts)
        return self._in_full(texts)

    def _in_full(self, words: Sequence[str]) -> list[str]:
        key = " ".join(words)
        return [key] if self.rows.get(key) else []

    def _spelt_out(self, words: Sequence[str]) -> list[str]:
        """Return the authors of this first and last name whose middle names do not contradict these.

        Without one, this is the only author of that last name whose first name is given by an initial.
        """
        *given, last = words
        same_last = [(name, name.split()[:-1]) for name in self._by_last.get(last, []) if " " in name]
        found = [
            name for name, full in same_last if full[0] == given[0] and may_have_middle(given[1:], full[1:])
        ]
        # "Zico Kolter", whose records have another initial before.
        found = found or [name for name, full in same_last if len(full[0]) == 1 and full[1:] == given]
        by_initial = [(name, full) for name, full in same_last if full[0][0] == given[0][0]]
        if found or len(by_initial) != 1:
            return found
        return [name for name, full in by_initial if holds_in_order(given, full)]

    def _abbreviated(self, words: Sequence[str]) -> list[str]:
        *given, last = words
        same_last = [(name, name.split()[:-1]) for name in self._by_last.get(last, [])]
        found = [name for name, full in same_last if holds_in_order(given, full)]
        if found or len(given) == 1:
            return found
        # The record may leave out the second initial, if it is clear who is meant.
        loose = [name for name, full in same_last if full and agree(given[0], full[0])]
        return [name for name in loose if len(loose) == 1 and may_have_middle(given[1:], name.split()[1:-1])]

    def _asked_surname(self, question: str) -> Iterator[AuthorMention]:
        found = next((f for pattern in _ASKED_SURNAME if (f := pattern.search(question))), None)
        if found is not None and (mention := self._surname(found)):
            yield mention

    def _joined_surnames(self, question: str, first: AuthorMention) -> Iterator[AuthorMention]:
        """Yield the last names that a list goes on with: "by Ada Lund, Garcon and Frost"."""
        end = first.end
        while (found := _JOINED_SURNAME.match(question, end)) and (mention := self._surname(found)):
            yield mention
            end = mention.end

    def _surname(self, found: re.Match[str]) -> AuthorMention | None:
        written = re.sub(r"['’]s?$", "", found["name"])
        names = self._by_last.get(author_key(written).rpartition(" ")[2], [])
        start = found.start("name")
        return AuthorMention(start, start + len(written), tuple(names)) if names else None

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
    for found in NAME_WORD.finditer(question):
        written = re.sub(r"['’]s$", "", found.group())
        end = found.start() + len(written)
        is_initial = len(written) == 1 and question[end : end + 1] == "." and written.isupper()
        words.append(_Word(found.start(), end, fold(written), written[0].isupper(), is_initial))
    return words


def _reads_as_name(question: str, words: Sequence[_Word]) -> bool:
    """Whether the words are written as a name, or at least asked for as one ("by ada lund")."""
    if words[0].text in ASKING_WORDS and not words[0].initial:
        return False
    if words[0].capital and all(word.capital or word.text in PARTICLES for word in words):
        return True
    is_short = all(len(word.text) == 1 or word.text in PARTICLES for word in words[1:-1])
    return is_short and question[: words[0].start].lower().endswith("by ")


_SURNAME = rf"(?P<name>(?:(?:{'|'.join(sorted(PARTICLES))})\s+)*[A-Z][\w'’-]*\w)"
_WORKS = (
    r"(?:[Pp]apers?|[Ww]orks?|[Rr]esearch|[Pp]ublications?|[Aa]rticles?|[Ss]omething|[Aa]nything|[Ee]verything|[Aa]ll"
    r"|written|(?:co-?)?authored|published)"
)
_ASKED_SURNAME = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:[Dd]id|[Dd]oes|[Hh]as)\s+{_SURNAME}\s+(?:publish|write|work|present|contribute|have\b)",
        rf"\b{_WORKS}(?:\s+(?:that|which))?(?:\s+(?:is|are))?(?:\s+not)?\s+(?:by|of|from)\s+(?:both\s+)?{_SURNAME}\b"
        r"(?!\s+[A-Z])",
        rf"\bnot\s+by\s+{_SURNAME}\b(?!\s+[A-Z])",
        rf"^\s*[Aa]uthors?:\s*{_SURNAME}\b(?!\s+[A-Z])",
        rf"(?:^|(?<![A-Za-z]\s)\b|\b(?:of|in|is|about|me|are)\s+){_SURNAME}(?<!['’]s)['’]s?\s+"
        r"(?:(?:new|recent|latest|other|own)\s+)?(?:papers?|works?|publications?|research|articles?)\b",
    )
]
_JOINED_SURNAME = re.compile(
    rf"\s*(?:,(?:\s*(?:and|or)\b)?|\band\b|\bor\b|&|\b(?:together\s+)?with\b"
    rf"|,?\s*(?:\bbut\s+)?\b(?:not|without)\b(?:\s+(?:with|by)\b)?)\s*{_SURNAME}"
    r"(?=\s*(?:$|[?.!,;:)&]|(?:and|or|with|on|about|at|in|from|since|before|published)\b))"
)

# A first and a last name, whether or not the library knows them.
_CAPITAL = r"(?:[A-Z][\w'’.-]*\w\.?|[A-Z]\.)"
FULL_NAME = rf"(?P<name>{_CAPITAL}(?:\s+(?:{_CAPITAL}|van|von|de|der|den|di|da|la|le|bin|al))*\s+{_CAPITAL})"
_ASKS_FOR_AUTHOR = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:[Pp]apers?|[Ww]orks?|[Pp]ublications?|[Rr]esearch|[Aa]rticles?|written|authored|published)"
        rf"\s+(?:by|of|from)\s+{FULL_NAME}",
        rf"\b(?:[Dd]id|[Dd]oes|[Hh]as|[Hh]ave|[Ll]ist)\s+{FULL_NAME}"
        r"\s+(?:publish|co-?author|write|present|contribute|work|have|got|among|written)",
        rf"{FULL_NAME}\s+(?:as\s+an?\s+(?:co-?)?author|(?:co-?)?authored?|published|wrote)\b",
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
