"""Tells a question in English from one in another language."""

from __future__ import annotations

import re
import unicodedata

_FOREIGN_WORDS = frozenset(
    """der die das und ist wie was wer welche welcher welches gibt es zu zum zur kann man für mit von im
    den dem ein eine einer nicht über auf bei le la les un une des du de et est que qui quoi quels
    quelle quelles comment pour dans sur avec sont aux au el los las una y qué cuál cuáles sobre por
    para con hay son cómo del il lo gli i di che quali sono come per nel della delle su con e o os
    as um uma do da dos das em com não quais qual pelo pela het een en wat welke hoe met van op zijn
    worden wordt naar och att som för på med hur vad vilka av ett sich wird werden sind durch aus nach
    als auch oder ohne hat haben diese dieser dieses welchem welchen quel ce cette ces leur dont où
    entre según sin esta este estos más se quale chi dei degli nei si""".split()
)
_ENGLISH_WORDS = frozenset(
    """the of and to in is are was for with on by how what which who do does that from can there a an
    it this these be has have at as about into their between or not""".split()
)


def is_foreign(question: str) -> bool:
    """Whether the question is in another language than English, by its script or its function words."""
    letters = [c for c in question if c.isalpha()]
    if sum("LATIN" not in unicodedata.name(c, "") for c in letters) > len(letters) / 2:
        return True
    said = re.findall(r"[^\W\d_]+", question.casefold())
    foreign = sum(word in _FOREIGN_WORDS for word in said)
    return foreign >= 2 and foreign > sum(word in _ENGLISH_WORDS for word in said)
