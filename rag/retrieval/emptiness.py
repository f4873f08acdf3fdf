"""Says why a filter lets no paper through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from rag.index.snapshot import Snapshot
from rag.retrieval.filters import MOST_AUTHORS, PaperFilter, PaperOf
from rag.retrieval.rules.years import FIRST_YEAR, LAST_YEAR

_MOST_NAMED = 5


def why_nothing(condition: PaperFilter, snapshot: Snapshot, paper: PaperOf) -> str:
    """Return why no paper of the library meets `condition`, or an empty string if one does."""
    if not condition or condition.mask(snapshot, paper).any():
        return ""
    parts = condition.parts()
    for part in parts:
        if not part.mask(snapshot, paper).any():
            return f"{_none_alone(part)} in this library{_held(part, snapshot)}"
    return f"no paper in this library is all of this: {', '.join(map(describe, parts))}"


def describe(part: PaperFilter) -> str:
    """Return a filter of one kind in words: "from 2020-2023", "by Ada Lund"."""
    if part.years:
        return f"from {_asked_years(part.years)}"
    if part.author_counts:
        return f"with {_asked_authors(part.author_counts)}"
    if part.papers:
        return "the paper named"
    if part.none_of:
        return " and ".join(f"not {', '.join(map(describe, other.parts()))}" for other in part.none_of)
    words = {
        "at": part.venues,
        "by": part.authors,
        "in the collection": part.collections,
        "with the keyword": part.keywords,
        "without": part.without,
        "that mention": part.mentioning,
        "with a title that has": part.titled,
        "with a title that begins with": part.title_starts,
        "with the first author": part.first_authors,
        "with the last author": part.last_authors,
    }
    lead, values = next((lead, values) for lead, values in words.items() if len(values))
    return f"{lead} {' or '.join(values[:_MOST_NAMED])}"


def year_ranges(years: Iterable[int]) -> str:
    """Return years in short: "2019, 2021-2024"."""
    ordered = sorted(set(years))
    starts = [ordered[0]] + [later for earlier, later in pairwise(ordered) if later > earlier + 1]
    ends = [earlier for earlier, later in pairwise(ordered) if later > earlier + 1] + [ordered[-1]]
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True))


def _asked_years(years: Sequence[int]) -> str:
    if max(years) == LAST_YEAR:
        return f"{min(years)} or later"
    return f"{max(years)} or earlier" if min(years) == FIRST_YEAR else year_ranges(years)


def _asked_authors(counts: Sequence[int]) -> str:
    first, last = min(counts), max(counts)
    if last == MOST_AUTHORS - 1:
        return f"{first} authors or more"
    number = str(first) if first == last else f"{first} to {last}"
    return f"{number} author{'' if last == 1 else 's'}"


def _none_alone(part: PaperFilter) -> str:
    if part.none_of:
        return f"every paper is {' or '.join(', '.join(map(describe, p.parts())) for p in part.none_of)}"
    return f"every paper holds {' or '.join(part.without)}" if part.without else f"no papers {describe(part)}"


def _held(part: PaperFilter, snapshot: Snapshot) -> str:
    facets = snapshot.facets
    if part.years and facets.known_years:
        return f"; it holds {year_ranges(facets.known_years)}"
    names = facets.venue_names if part.venues else facets.collection_names if part.collections else []
    return f"; it holds {_first(names)}" if names else ""


def _first(names: Sequence[str]) -> str:
    others = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {others} more" if others > 0 else "")
