"""The filters of the page: from what is typed to which papers are searched."""

from __future__ import annotations

from rag.retrieval.emptiness import describe
from rag.retrieval.filters import PaperFilter, parse_years


def typed_filter(
    years: str, venue: str, author: str, collection: str, keyword: str, without: str
) -> PaperFilter:
    """Return the filter of the typed fields; several values of a field are separated by commas.

    Authors are separated by semicolons, as in "Bengio, Y.; Lund, A.".

    Raises:
        UsageError: the years cannot be read.
    """
    return PaperFilter(
        years=[year for span in _values(years) for year in parse_years(span)],
        venues=_values(venue),
        authors=_values(author, ";"),
        collections=_values(collection),
        keywords=_values(keyword),
        without=_values(without),
    )


def in_words(allowed: PaperFilter) -> str:
    """Return such as "from 2020-2024, at ICML"; empty if there is no condition."""
    return ", ".join(describe(part) for part in allowed.parts())


def _values(typed: str, separator: str = ",") -> list[str]:
    return [value.strip() for value in typed.split(separator) if value.strip()]
