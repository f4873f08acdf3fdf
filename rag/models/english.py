"""Which words English has, as far as the vocabulary of the models tells."""

from __future__ import annotations

import json
from functools import cache

from rag.models.onnx_file import UNCASED_TOKENIZER

_ENDINGS = ("ing", "ed", "d", "s", "es", "er", "r", "ers", "rs", "ly", "ies", "ied")
_SHORTEST = 4


def is_english(word: str) -> bool:
    """Return whether the models know a lower-case word or its base form whole, rather than in pieces.

    They know some 20,000 common words and names, of every subject.

    Raises:
        ServiceError: the file with their vocabulary is missing.
    """
    known = _whole_words()
    bases = (word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))
    return word in known or any(_is_base(base, known) for base in bases if len(base) >= _SHORTEST)


def _is_base(base: str, known: frozenset[str]) -> bool:
    # Shading, hurries, gripping.
    return not known.isdisjoint((base, f"{base}e", f"{base}y")) or (
        base[-1] == base[-2] and base[:-1] in known
    )


@cache
def _whole_words() -> frozenset[str]:
    tokenizer = json.loads(UNCASED_TOKENIZER.locate().read_text(encoding="utf-8"))
    return frozenset(piece for piece in tokenizer["model"]["vocab"] if piece.isalpha())
