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
_QUOTED = r"[\"“][^\"“”]{1,60}[\"”]"
_JOIN = r"(?:\s*,\s*(?:or\s+|and\s+|nor\s+)?|\s+(?:or|and|nor)\s+)"


def _terms_up_to(inner: str) -> str:
    """Return a pattern for terms of up to four words, which end before a word of `inner`."""
    term = rf"(?:{_QUOTED}|(?!{_DETERMINER}\b){_WORD}(?:\s+(?!{inner}\b){_WORD}){{0,3}}?)"
    return rf"(?P<terms>{term}(?:{_JOIN}{term})*)"


_TERMS = _terms_up_to(_BREAK)
_END = r"(?=\s*(?:$|[?!;)]|\.(?:\s|$)|,|\b(?:in|at|from|by|since|before|after|published)\b))(?!\s*,?\s*but\b)"
_NOT = r"(?:\b(?:that|which)\s+(?:is|are)n['’]t|\bnot)"
_ABOUT = r"(?:on|about|using|involving|concerning|related\s+to|dealing\s+with)"
# "papers on pruning": a noun that is not followed by a sentence of its own, in which "without" may
# tell what the papers do.
_SCOPE = (
    rf"\b(?:{PAPERS}|research|literature|everything)\b(?:\s+(?:on|about|in|for|at|from|by|of)\b[^?.;]*?)?"
)

_NOT_ON = re.compile(
    rf"(?P<cut>[,\s]*(?:\(|\b(?:but|and|that\s+(?:is|are)|which\s+(?:is|are))\s+)?{_NOT}\s+{_ABOUT}\s+{_TERMS}\)?){_END}",
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
# "papers not using X on T": what they are about comes after.
_NOT_FIRST = re.compile(
    rf"\b{PAPERS}(?P<cut>\s+(?:(?:that|which)\s+)?(?:(?:(?:are|do)\s+)?not|(?:are|do)n['’]t)\s+(?:about|using|involving|use)\s+"
    rf"{_terms_up_to(r'(?:on|about)')})"
    r"(?=\s+(?:on|about)\b)",
    re.IGNORECASE,
)
# Between nouns alone: in a sentence with a verb it says what somebody or something does not do.
_BUT_NOT = re.compile(
    rf"(?P<cut>(?:,\s*|[,\s]*\bbut\s+)(?:not|no|nothing)\s+(?:(?:{_ABOUT}|in|for|with|from)\s+)?"
    rf"(?!\w+ly\b|just\b|yet\b){_TERMS})(?=\s*[?.!]*$)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    rf"(?P<cut>\s*\((?:but\s+)?(?:not|no|without|excluding|except(?:\s+for)?)\s+(?:(?:{_ABOUT}|in|for|with)\s+)?"
    rf"(?!\w+ly\b|just\b|yet\b){_TERMS}\))(?=\s*[?.!]*$)",
    re.IGNORECASE,
)
_EXCLUDING = re.compile(
    rf"(?P<cut>[,\s]+(?:but\s+)?(?:except(?:\s+for)?|excluding|other\s+than|apart\s+from|leaving\s+out)"
    rf"\s+{_TERMS})(?=\s*[?.!]*$)",
    re.IGNORECASE,
)
_ASKS_FOR = re.compile(
    rf"^.{{0,60}}?\b{PAPERS}\b(?:\s+(?:there|that|which))?(?:\s+(?:are|is|deal\s+with))?", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"\b(?:that|which|who|whose|how|why|when|where|what|is|are|was|were|do|does|did|can|could|may|might|should|will"
    r"|would|be|been|has|have|had|if|while|because|to|we|they|it|all|every|each|any|everything|not|without)\b",
    re.IGNORECASE,
)
# "fast but not accurate methods" speaks of methods.
_ADJECTIVE = re.compile(
    r"(?:ive|ous|able|ible|ful|less|ary|icient|istent|endent|stic|ical|ional|imal|ate|linear|vised|ised|ized|based|shot)$"
    r"|^(?:convex|smooth|fast|slow|simple|robust|fair|safe|good|large|small|strong|weak|deep|stable|sparse|dense|cheap"
    r"|easy|hard|new|old|local|global|high|low)$",
    re.IGNORECASE,
)
# "Papers on learning without forgetting" are on an idea.
_IS_IDEA = re.compile(
    rf"\b{PAPERS}\s+(?:on|about)\s+\w+ing\s+without\s+\w+$|\b(?-i:Without)\b", re.IGNORECASE
)
# As search engines have it: "pruning -quantization".
_MINUS = re.compile(r"(?<=\w{4})(?P<cut>\s+-(?P<terms>[A-Za-z]\w{2,}))(?=\s*$)")
_AND = re.compile(_JOIN, re.IGNORECASE)


def negations(question: str) -> list[Recognised]:
    """Return the terms that the papers asked for must not hold.

    "without" and the like count only after "papers" or "papers on ...": in "editing facts without
    retraining" they say what a method does. "But not" and "excluding" count also after a mere topic.
    """
    found = _NOT_FIRST.search(question)
    found = found or (_NOT_ON.search(question) if asks_for_papers(question) else None)
    found = found or _EXCEPT.search(question) or _DO_NOT.search(question) or _between_nouns(question)
    if found is None:
        return []
    excluded = [term.strip('"“”') for term in _AND.split(found["terms"]) if terms(term)]
    if not excluded or _IS_IDEA.search(question[: found.start("cut")] + found["cut"]):
        return []
    condition = PaperFilter(without=excluded)
    return [recognised("without", " or ".join(excluded), question, *found.span("cut"), condition)]


def _between_nouns(question: str) -> re.Match[str] | None:
    for pattern in (_ASIDE, _BUT_NOT, _EXCLUDING, _MINUS):
        found = pattern.search(question)
        if found is None:
            continue
        topic = _ASKS_FOR.sub("", question[: found.start("cut")])
        last = topic.split()[-1:] if topic.strip() else []
        if not _CLAUSE.search(topic) and not any(map(_ADJECTIVE.search, last)):
            return found
    return None
