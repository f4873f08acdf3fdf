"""How near a paper comes to each word of a question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rag.index.lexical import LexicalIndex
from rag.index.tokenizer import terms
from rag.retrieval.results import WordMatch

# Where no states of tokens were compared: a word is about as near to a paper that lacks it.
UNKNOWN_NEARNESS = 0.5


def word_matches(
    words: Sequence[str], nearness: Sequence[float], lexical: LexicalIndex
) -> tuple[WordMatch, ...]:
    """Return the words of a question in order, each with its rarity in the library.

    `words` has for each token the word that it is a piece of, and `nearness` how near the paper
    comes to the token; pieces of one word count together, by their mean.
    """
    matches = []
    for word, pieces in groupby(zip(words, nearness, strict=True), key=lambda piece: piece[0]):
        near = [value for _, value in pieces]
        # What is no term, such as a single stop word's piece, is as rare as what no paper holds.
        rarity = lexical.rarity((terms(word) or [word])[0])
        matches.append(WordMatch(word, rarity, sum(near) / len(near)))
    return tuple(matches)
