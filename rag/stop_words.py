"""Words that say nothing about the subject of a text or of a question."""

from __future__ import annotations

from bm25s.tokenization import STOPWORDS_EN

STOP_WORDS = frozenset(STOPWORDS_EN)
# Words by which people ask, rather than what they ask for.
ASKING_WORDS = STOP_WORDS | frozenset(
    """paper papers article articles work works study studies research publication publications author
    authors does do did which what who whose how where when why there any some were can could would should
    show me find list tell about give name please get got using use used uses based approach approaches
    method methods between than from has have had been being its our you we i my s t many much number about
    kind kinds new recent recently latest advance advances all every list currently deal deals dealing discuss
    discusses discussing concerning concerned regarding overview tackle tackles tackling related relevant
    whats anyone anybody someone somebody anything something everything help helps hello hi hey thanks
    thank""".split()
)
