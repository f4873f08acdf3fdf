"""Recognises words that the papers asked for must hold: "that mention X", "with X in the title"."""

from __future__ import annotations

import re

from rag.index.tokenizer import question_terms
from rag.retrieval.filters import PaperFilter
from rag.retrieval.rules.recognised import PAPERS, Recognised, recognised

_WORD = r"[^\W_][\w+#.'’-]*"
_QUOTED = r"[\"“'‘](?P<quoted>[^\"“”'‘’]{1,80})[\"”'’]"
_BARE = (
    r"(?P<bare>(?!(?:the|an?|any|all|that|this|these|how|what|why|it|them|their|not|no)\b)"
    rf"{_WORD}(?:\s+(?!(?:in|at|from|by|since|before|after|and|or|but|that|which|published|as|for|on|to|when|if|is|are|were)\b)"
    rf"{_WORD}){{0,3}}?)"
)
_TERM = rf"(?:{_QUOTED}|{_BARE})"
_OTHER_TERM = _TERM.replace("quoted", "word_quoted").replace("bare", "word_bare")
_THE_WORD = r"(?:the\s+(?:exact\s+)?(?:words?|terms?|phrase|name|string)\s+)"
_PLACE = r"\s+(?:(?:in|within)\s+)(?:the|their|its)\s+(?P<place>title|abstract|text|name)s?"
_NEXT = r"(?:in|at|from|by|since|before|after|published|not|but|except|excluding|is|are|were)"
# A second word: one in quotation marks or written like a name, since others may begin something else.
_AND_OTHER = (
    r"(?:\s+(?P<join>and|or)\s+"
    r"(?:[\"“'‘](?P<other_quoted>[^\"“”'‘’]{1,80})[\"”'’]|(?P<other_name>(?-i:[A-Z])[\w+#.-]*[\w+#])))"
)
_END = rf"(?=\s*(?:$|[?!.]+\s*$|,|\b{_NEXT}\b))"
_LEAD = (
    rf"\b{PAPERS}(?:\s+(?:here|there|are|is))*(?:\s+(?:on|about)\b[^?.;]{{1,80}}?(?=\s+(?:that|which|whose)\b))?"
    r"(?P<cut>\s+(?:(?:that|which)\s+)?(?:(?:do|does)\s+)?"
)
_MENTION = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_LEAD}(?:whose|with\s+(?:an?\s+|the\s+)?)\s*(?P<place>title|abstract|text|name)s?\s+(?:that\s+)?"
        rf"(?:contain(?:s|ing)?|mention(?:s|ing)?|includ(?:e|es|ing)|ha(?:s|ve|ving))\s+{_THE_WORD}?{_TERM}){_END}",
        rf"{_LEAD}(?:mention(?:s|ing)?)\s+(?:(?:both|either)\s+)?{_THE_WORD}?{_TERM}{_AND_OTHER}?(?:{_PLACE})?){_END}",
        rf"{_LEAD}(?:contain(?:s|ing)?|say(?:s|ing)?|hav(?:e|ing)|has|with|us(?:e|es|ing)|includ(?:e|es|ing))\s+"
        rf"(?:{_THE_WORD}?{_TERM}{_PLACE}|{_THE_WORD}{_OTHER_TERM})){_END}",
        rf"{_LEAD}(?:whose|(?:with|have|has|having)\s+(?:an?\s+|the\s+)?)\s*titles?\s+(?:that\s+)?"
        rf"(?P<start>begin(?:s|ning)?|start(?:s|ing)?)\s+with\s+{_THE_WORD}?{_TERM}:?){_END}",
    )
]
_IN_TITLE = ("title", "name")


def mentions(question: str) -> list[Recognised]:
    """Return the words that the papers must hold, exactly as they are written, in title or text."""
    found = next((f for pattern in _MENTION if (f := pattern.search(question))), None)
    if found is None:
        return []
    parts = found.groupdict()
    said = next(
        filter(None, (parts.get(name) for name in ("quoted", "bare", "word_quoted", "word_bare"))), ""
    )
    term = said.strip(" .?!,")
    if parts.get("start"):
        return [
            recognised("title start", term, question, *found.span("cut"), PaperFilter(title_starts=[term]))
        ]
    if not question_terms(term):
        return []
    if (parts.get("place") or "").lower() in _IN_TITLE:
        return [recognised("title", term, question, *found.span("cut"), PaperFilter(titled=[term]))]
    condition = PaperFilter(mentioning=[term])
    other = (parts.get("other_quoted") or parts.get("other_name") or "").strip()
    if question_terms(other):
        is_any = parts["join"].lower() == "or"
        second = PaperFilter(mentioning=[other])
        condition = PaperFilter(mentioning=[term, other]) if is_any else condition.and_also(second)
        term = f"{term} {parts['join'].lower()} {other}"
    return [recognised("mention", term, question, *found.span("cut"), condition)]
