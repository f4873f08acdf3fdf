"""Recognises what the papers asked for must not be about: "not on vision", "except robotics"."""

from __future__ import annotations

import re

from rag.index.tokenizer import terms
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import PAPERS, Recognised, asks_for_papers, recognised

_DETERMINER = (
    r"(?:the|an?|any|all|its|their|his|her|our|my|this|that|these|those|one|both|it|them|only|each|every)"
)
_BREAK = r"(?:or|and|nor|but|that|which|who|in|at|from|by|since|before|after)"
_WORD = r"[^\W_][\w+#.'’-]*"
_TERM = rf"(?!{_DETERMINER}\b){_WORD}(?:\s+(?!{_BREAK}\b){_WORD}){{0,3}}?"
_TERMS = rf"(?P<terms>{_TERM}(?:(?:\s*,\s*(?:or\s+|and\s+|nor\s+)?|\s+(?:or|and|nor)\s+){_TERM})*)"
_END = r"(?=\s*(?:$|[?!;)]|\.(?:\s|$)|,|\b(?:in|at|from|by|since|before|after|published)\b))(?!\s*,?\s*but\b)"
_ABOUT = r"(?:on|about|using|involving|concerning|related\s+to|dealing\s+with)"
# "papers on pruning": a noun that is not followed by a sentence of its own, in which "without" may
# tell what the papers do.
_SCOPE = (
    rf"\b(?:{PAPERS}|research|literature|everything)\b(?:\s+(?:on|about|in|for|at|from|by|of)\b[^?.;]*?)?"
)

_NOT_ON = re.compile(
    rf"(?P<cut>[,\s]*(?:\(|\b(?:but|and|that\s+(?:is|are)|which\s+(?:is|are))\s+)?\bnot\s+{_ABOUT}\s+{_TERMS}\)?){_END}",
    re.IGNORECASE,
)
_EXCEPT = re.compile(
    rf"{_SCOPE}(?P<cut>[,\s]+(?:but\s+)?(?:except(?:\s+for)?|excluding|other\s+than|apart\s+from|leaving\s+out|without)"
    rf"\s+(?:(?:papers|work|those|anything)\s+)?(?:{_ABOUT}\s+)?{_TERMS}){_END}",
    re.IGNORECASE,
)
_DO_NOT = re.compile(
    rf"{_SCOPE}(?P<cut>[,\s]+(?:that|which)\s+(?:do\s+not|don['’]t|does\s+not|doesn['’]t)\s+"
    rf"(?:use|mention|involve|concern|discuss|study|deal\s+with)\s+{_TERMS}){_END}",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,\s*(?:or\s+|and\s+|nor\s+)?|\s+(?:or|and|nor)\s+", re.IGNORECASE)


def negations(question: str) -> list[Recognised]:
    """Return the terms that the papers asked for must not hold.

    "without" and the like count only after "papers" or "papers on ...": in "editing facts without
    retraining" they say what a method does.
    """
    found = _NOT_ON.search(question) if asks_for_papers(question) else None
    found = found or _EXCEPT.search(question) or _DO_NOT.search(question)
    if found is None:
        return []
    excluded = [term for term in _AND.split(found["terms"]) if terms(term)]
    if not excluded:
        return []
    condition = PaperFilter(without=excluded)
    return [recognised("without", " or ".join(excluded), question, *found.span("cut"), condition)]
