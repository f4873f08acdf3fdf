"""Recognises keywords and collections: "with the keyword pruning", "in the collection icml-2024"."""

from __future__ import annotations

import re
from pathlib import PurePath

from rag.index.facets import Facets
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import Recognised, recognised
from rag.text import fold

_ENDS = r"(?=\s*(?:[?;,]|\.?$|\.\s|\b(?:in|from|since|published|that|which|by|on|about)\b))"
_VALUE = rf"[\"“'‘]?(?P<value>[^\"”'’?;,]+?)[\"”'’]?{_ENDS}"
_KEYWORD = re.compile(
    rf"\b(?:(?:(?:with|having|under)\s+)?(?:the\s+)?key-?words?|tagged(?:\s+(?:as|with))?)\s+{_VALUE}",
    re.IGNORECASE,
)
_COLLECTION = re.compile(rf"\b(?:in|from|of)\s+(?:the\s+)?(?:collection|file)\s+{_VALUE}", re.IGNORECASE)


def keywords(question: str, facets: Facets) -> list[Recognised]:
    """Return the keywords, of those the papers carry, that the question asks for."""
    found = _KEYWORD.search(question)
    value = found["value"].strip() if found else ""
    if found is None or fold(value) not in facets.keywords:
        return []
    return [recognised("keyword", value, question, *found.span(), PaperFilter(keywords=[value]))]


def collections(question: str, facets: Facets) -> list[Recognised]:
    """Return the collections, of those of the library, that the question asks for."""
    found = _COLLECTION.search(question)
    value = found["value"].strip() if found else ""
    known = {name for full in facets.collections for name in (full, PurePath(full).stem)}
    if found is None or fold(value) not in known:
        return []
    return [recognised("collection", value, question, *found.span(), PaperFilter(collections=[value]))]
