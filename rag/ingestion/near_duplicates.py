"""Finds abstracts that are nearly, but not quite, the same."""

from __future__ import annotations

from difflib import SequenceMatcher

from rag.paper import Paper

# An edit of a word or a number leaves the beginning or the end as it was.
_EDGE_WORDS = 20
_ALIKE = 0.85
_MOST_WORDS_SHOWN = 4


class NearDuplicates:
    """Papers by the first and the last words of their texts."""

    def __init__(self) -> None:
        self._papers: dict[tuple[bool, str], str] = {}

    def add(self, paper: Paper) -> None:
        """Remember a paper."""
        for edge in _edges(paper.text):
            self._papers.setdefault(edge, paper.paper_id)

    def candidates(self, paper: Paper) -> list[str]:
        """Return the ids of papers that begin or end with the same words."""
        found = [self._papers[edge] for edge in _edges(paper.text) if edge in self._papers]
        return [paper_id for paper_id in dict.fromkeys(found) if paper_id != paper.paper_id]


def difference(one: str, other: str) -> str:
    """Return how two texts that are nearly the same differ, or an empty string if they are not."""
    first, second = one.split(), other.split()
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return ""
    changes = [
        f"{_shown(first[i1:i2])} / {_shown(second[j1:j2])}"
        for operation, i1, i2, j1, j2 in matcher.get_opcodes()
        if operation != "equal"
    ]
    return "; ".join(changes[:3])


def _edges(text: str) -> list[tuple[bool, str]]:
    words = text.casefold().split()
    size = min(_EDGE_WORDS, len(words) // 2)
    return [(True, " ".join(words[:size])), (False, " ".join(words[-size:]))] if size else []


def _shown(words: list[str]) -> str:
    return " ".join(words[:_MOST_WORDS_SHOWN]) + (" …" if len(words) > _MOST_WORDS_SHOWN else "") or "–"
