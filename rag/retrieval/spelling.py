"""Finds slips of the pen in a question: words that no paper holds, a letter away from one of the titles'.

Only what is clear is corrected. A word that the library or English has stays, and so does everything that
is no plain word: numbers, acronyms, quotations, names of people.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rag.edit_distance import edit_distance
from rag.index.authors import AuthorIndex
from rag.index.person_names import author_key
from rag.index.snapshot import Snapshot
from rag.index.tokenizer import terms
from rag.models.english import is_english
from rag.retrieval.names import method_names
from rag.text import fold

# Measured on ICML 2024: of 952 made-up slips that no abstract holds 867 are mended and none wrongly; of 1,679
# words of other conferences that no abstract holds 15 are changed, of which 6 are slips or halves of words.
_SHORTEST = 5
_SHORTEST_NAME = 6
# So long a word may have two slips.
_LONG = 14
_ENDING = 3
_FEWEST_TITLES = 2
_FEWEST_PAPERS = 5
# Another word as near must be in so many times fewer papers.
_STANDS_OUT = 10
_MOST_CORRECTIONS = 2

# Another spelling is no slip: optimise, behaviour, modelling.
_BRITISH_ISE = re.compile(r"(?<=[iy])s(?=(?:e|ed|es|ers?|ing|ations?|able)$)")
_BRITISH_OUR = re.compile(r"our(?=$|s|ed|ing|al|able)")

_WORD = re.compile(r"(?<![\w'’.@/\\$-])[A-Za-z][a-z]{4,}(?![\w'’@/\\$-]|\.\w)")
_ANY_WORD = re.compile(r"[^\W\d_]{5,}")
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]|['‘][^'’]*['’](?!\w)")
# A name in small letters follows: "papers by ada lund".
_PERSON = re.compile(r"\b(?:by|authors?:?)\s+(?:[\w.'’-]+\s+){0,3}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Correction:
    """A word of a question, `question[start:end]`, and what is searched for instead."""

    written: str
    meant: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"searched for “{self.meant}” instead of “{self.written}”"

    def to_dict(self) -> dict[str, str]:
        """Return JSON values."""
        return {"written": self.written, "meant": self.meant}


def corrections(question: str, snapshot: Snapshot, kept: Collection[tuple[int, int]]) -> list[Correction]:
    """Return the slips of `question`, in order, outside the places `kept`.

    A question with more of them, or with as many words that nothing is like, may be in another language: it
    has none.
    """
    found: list[Correction] = []
    places = [*kept, *(quoted.span() for quoted in _QUOTED.finditer(question))]
    for word, start, end in _candidates(question):
        if any(start < last and end > first for first, last in places):
            continue
        is_unknown = _is_unknown(word, snapshot)
        if method_names(word):
            meant = _near_name(word, snapshot) if is_unknown else ""
        else:
            meant = _near_word(word.lower(), snapshot, is_unknown)
        if meant:
            found.append(Correction(word, meant, start, end))
    if not 0 < len(found) <= _MOST_CORRECTIONS:
        return []
    unknown = [w for w in _ANY_WORD.findall(question) if _is_unknown(w, snapshot) and not is_english(fold(w))]
    return found if len(unknown) <= 2 * len(found) else []


def corrected(question: str, found: Sequence[Correction]) -> str:
    """Return `question` with what is meant."""
    for item in reversed(found):
        question = question[: item.start] + item.meant + question[item.end :]
    return question


def near_author(name: str, authors: AuthorIndex) -> str:
    """Return the key of the only author whose name is one slip away from `name`, or an empty string.

    The slip is in a word of five letters or more that is no part of any author's name.
    """
    words = author_key(name).split()
    near: set[str] = set()
    for i, word in enumerate(words):
        others = words[:i] + words[i + 1 :]
        if len(word) < _SHORTEST or not others or authors.with_word(word):
            continue
        for key in min((authors.with_word(other) for other in others), key=len):
            full = key.split()
            same = len(full) == len(words) and full[:i] + full[i + 1 :] == others
            if same and len(full[i]) >= _SHORTEST and _is_slip(word, full[i], 1):
                near.add(key)
    return near.pop() if len(near) == 1 else ""


def _candidates(question: str) -> Iterator[tuple[str, int, int]]:
    """Yield the words that may hold a slip, with their places.

    Those are words in small letters, the first one, and names of methods.
    """
    for found in _WORD.finditer(question):
        is_first = not question[: found.start()].strip()
        if (is_first or found.group().islower()) and not _PERSON.search(question[: found.start()]):
            yield found.group(), *found.span()
    for name in method_names(question):
        start = question.find(name)
        if len(name) >= _SHORTEST_NAME and not name.isupper():
            yield name, start, start + len(name)


def _is_unknown(word: str, snapshot: Snapshot) -> bool:
    return bool(terms(word)) and not any(map(snapshot.lexical.papers_with, terms(word)))


def _near_word(word: str, snapshot: Snapshot, is_unknown: bool) -> str:
    """Return the word of the titles that `word` must be, or an empty string.

    A known word may only be written otherwise before its ending: "reinforcment".
    """
    titles = snapshot.facets.title_words
    if word in titles.get((word[0], len(word)), ()):
        return ""
    most = 2 if len(word) >= _LONG else 1
    near: dict[str, list[str]] = defaultdict(list)
    for length in range(max(len(word) - most, _SHORTEST), len(word) + most + 1):
        for other, count in titles.get((word[0], length), {}).items():
            if (
                count >= _FEWEST_TITLES
                and (is_unknown or word[-_ENDING:] == other[-_ENDING:])
                and _is_slip(word, other, most)
                and _american(word) != _american(other)
                and (stem := terms(other))
                and (is_unknown or stem == terms(word))
            ):
                near[stem[0]].append(other)
    if not near or is_english(word):
        return ""
    nearest = min(edit_distance(word, other, most) for others in near.values() for other in others)
    papers = {
        stem: snapshot.lexical.papers_with(stem)
        for stem, others in near.items()
        if any(edit_distance(word, other, most) == nearest for other in others)
    }
    best, *rest = sorted(papers, key=lambda stem: (-papers[stem], stem))
    if papers[best] < max(_FEWEST_PAPERS, _STANDS_OUT * max((papers[stem] for stem in rest), default=0)):
        return ""
    return min(
        near[best],
        key=lambda other: (edit_distance(word, other, most), -titles[word[0], len(other)][other], other),
    )


def _near_name(name: str, snapshot: Snapshot) -> str:
    """Return the name in the titles that `name` must be, or an empty string.

    Names differ by a letter on purpose: only one that is missing, added or exchanged with its neighbour,
    inside the name, is a slip.
    """
    written = name.lower()
    near = {
        other
        for other in snapshot.facets.title_names.get(written[0], ())
        if _is_slip(written, other.lower(), 1) and _digits(written) == _digits(other)
        if sorted(written) == sorted(other.lower()) or len(written) != len(other)
        if not other.lower().startswith(written) and not written.startswith(other.lower())
    }
    return near.pop() if len(near) == 1 else ""


def _is_slip(word: str, other: str, most: int) -> bool:
    return (
        abs(len(word) - len(other)) <= most
        and word[0] == other[0]
        and len(set(word) ^ set(other)) <= 2 * most
        and edit_distance(word, other, most) <= most
    )


def _american(word: str) -> str:
    return _BRITISH_OUR.sub("or", _BRITISH_ISE.sub("z", word)).replace("ll", "l")


def _digits(name: str) -> str:
    return re.sub(r"\D", "", name)
