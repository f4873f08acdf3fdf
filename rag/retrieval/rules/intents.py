"""Recognises what is wanted: papers, all papers, numbers of them, similar ones, or a fact about one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rag.retrieval.rules.recognised import PAPERS
from rag.retrieval.rules.requests import request, without_thanks
from rag.retrieval.rules.tallies import Tally, tally
from rag.sentences import sentences

Intent = Literal["find", "count", "list", "similar", "facts", "tally"]
Fact = Literal[
    "authors", "first author", "last author", "number of authors", "year", "venue", "link", "title"
]

_PLEASE = r"(?:(?:please|can you|could you|and|so)\s+)*"
_ALL = r"(?:all(?:\s+of)?|every|each)"
_GIVE = r"(?:list|show|give|find|name|return|enumerate|get)(?:\s+me|\s+us)?"
_DESCRIBED = r"(?:(?!on\b|about\b|by\b|that\b|which\b|paper)[\w-]+\s+){0,4}?"

_COUNT = re.compile(
    rf"^{_PLEASE}(?:how\s+many(?:\s+of\s+(?:the|these|all))?|(?:(?:what|which)\s+is\s+)?(?:the\s+)?(?:total\s+)?number\s+of|count(?:\s+all)?(?:\s+the)?"
    r"|(?:what|which)\s+(?:share|percentage|fraction|proportion|part)\s+of(?:\s+(?:the|these|all))?)"
    rf"\s+(?={_DESCRIBED}{PAPERS}\b)",
    re.IGNORECASE,
)
_THERE = re.compile(
    r"\b(?:(?:are|is)\s+there|do\s+(?:we|you|i)\s+have|exist)\b|\b(?:are\s+)?(?:in|of)\s+(?:the|this|my|your|our)\s+"
    r"(?:whole\s+)?(?:library|index|corpus|database|collection)\b(?!\s+\w)",
    re.IGNORECASE,
)
_HOW_LARGE = re.compile(
    r"how\s+(?:big|large)\s+is\s+(?:the|this|my|your|our)\s+(?:library|index|corpus|database|collection)[\s?.!]*$",
    re.IGNORECASE,
)
_LIST = re.compile(
    rf"^{_PLEASE}(?:{_GIVE}\s+(?:an?\s+|the\s+)?list\s+of\s+(?:{_ALL}\s+)?(?:the\s+)?"
    rf"|{_GIVE}\s+(?:{_ALL}\s+)?(?:of\s+)?(?:the\s+)?|{_ALL}\s+(?:the\s+)?|(?:a\s+|the\s+)?(?:complete|full)\s+list\s+of\s+(?:all\s+)?(?:the\s+)?)"
    rf"(?={_DESCRIBED}{PAPERS}\b)",
    re.IGNORECASE,
)
_MUST_BE_ALL = re.compile(rf"\b(?:{_ALL}|complete|full|list)\b", re.IGNORECASE)
_ALL_OF_THEM = re.compile(
    r"[\s,;:.?!-]*\b(?:(?:please\s+)?(?:list|show|give|name)(?:\s+me)?\s+(?:them\s+all|all(?:\s+of\s+them)?)|all\s+of\s+them)\b",
    re.IGNORECASE,
)

_ONE = r"(?:papers?|works?|articles?|research|studies|something|anything|abstracts?|ones?|publications?)"
_SIMILAR = re.compile(
    rf"^{_PLEASE}(?:(?:{_GIVE}|any|are\s+there|is\s+there|which|what)\s+)*(?:(?:else|other|more|the|all)\s+)*"
    rf"(?:{_ONE}\s+)?(?:(?:that\s+|which\s+)?(?:is|are)\s+)?(?:most\s+)?"
    r"(?:like|similar\s+to|related\s+to|closest?\s+to|nearest\s+to|resembl(?:e|es|ing)|comparable\s+to)\s+(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_SIMILAR_NOUN = re.compile(
    rf"^{_PLEASE}(?:{_GIVE}\s+)?(?:the\s+)?(?:most\s+)?"
    rf"(?:(?:similar|related|neighbou?ring)\s+{_ONE}|nearest\s+(?:neighbou?rs?|{_ONE}))\s+(?:to|as|for|of)\s+(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)

_WHAT = r"(?P<what>.+?)"
_WAS = rf"(?:was|were|did)\s+{_WHAT}\s+(?:published|presented|appear|released|written|come\s+out)"
_WHICH = rf"(?:was|is|did)\s+{_WHAT}\s+(?:published|presented|from|appear)(?:\s+(?:in|at))?"
_IS_THE = (
    r"(?:(?:who|what|which)(?:\s+(?:is|are|was|were)|['’]s)\s+|(?:give|tell|show|send|find|get)\s+"
    r"(?:me\s+|us\s+)?|list\s+)?(?:(?:the|an?)\s+)?"
)
_OF = rf"\s+(?:of|on|to|for)\s+{_WHAT}"
_PLACE = r"(?:venue|conference|journal)"
_LINK_NOUN = r"(?:url|(?:web\s*)?link|web\s*page|pdf)"
_READ = r"(?:find|read|get|see|access|view|download|open)"
_AUTHORS: tuple[Fact, ...] = ("authors",)
_YEAR: tuple[Fact, ...] = ("year",)
_VENUE: tuple[Fact, ...] = ("venue",)
_LINK: tuple[Fact, ...] = ("link",)
_FACTS = [
    (re.compile(rf"^{_PLEASE}{pattern}\s*[?.!]*$", re.IGNORECASE), facts)
    for pattern, facts in (
        (rf"who\s+wrote\s+{_WHAT},?\s+and\s+when(?:\s+(?:was|did)\s+(?:it|this)\b.*)?", _AUTHORS + _YEAR),
        (rf"who\s+wrote\s+{_WHAT},?\s+and\s+where(?:\s+(?:was|did)\s+(?:it|this)\b.*)?", _AUTHORS + _VENUE),
        (rf"who\s+(?:wrote|(?:co-?)?authored|published)\s+{_WHAT}", _AUTHORS),
        (rf"{_IS_THE}(?:co-?)?authors?{_OF}", _AUTHORS),
        (rf"{_IS_THE}(?:first|lead)\s+author{_OF}", ("first author",)),
        (rf"{_IS_THE}last\s+author{_OF}", ("last author",)),
        (rf"{_IS_THE}number\s+of\s+authors{_OF}", ("number of authors",)),
        (
            rf"how\s+many\s+authors\s+(?:has|have|does|do|did|wrote|are\s+there\s+(?:on|of|in)|are\s+on)\s+"
            rf"{_WHAT}(?:\s+(?:have|has|got))?",
            ("number of authors",),
        ),
        (
            rf"how\s+many\s+(?:people|researchers)\s+(?:wrote|(?:co-?)?authored)\s+{_WHAT}",
            ("number of authors",),
        ),
        # "Is KITEMAP by Ada Müller?"
        (
            rf"(?:is|was)\s+{_WHAT}\s+(?:written\s+)?by\s+(?-i:[A-Z])[\w'’.-]*(?:\s+[\w'’.-]+){{0,3}}",
            _AUTHORS,
        ),
        (rf"did\s+(?-i:[A-Z])[\w'’. -]{{0,40}}?\s+(?:write|(?:co-?)?author)\s+{_WHAT}", _AUTHORS),
        (rf"(?:when\s+and\s+where|where\s+and\s+when)\s+{_WAS}", _YEAR + _VENUE),
        (
            rf"(?:in\s+)?(?:which|what)\s+year\s+and\s+(?:(?:at|in)\s+)?(?:(?:which|what)\s+)?{_PLACE}\s+{_WHICH}",
            _YEAR + _VENUE,
        ),
        (
            rf"(?:(?:at|in)\s+)?(?:which|what)\s+{_PLACE}\s+and\s+(?:in\s+)?(?:(?:which|what)\s+)?year\s+{_WHICH}",
            _YEAR + _VENUE,
        ),
        (rf"when\s+{_WAS}", _YEAR),
        (rf"where\s+{_WAS}", _VENUE),
        (rf"(?:in\s+)?(?:which|what)\s+year\s+{_WHICH}", _YEAR),
        (rf"(?:(?:in|at|from)\s+)?(?:which|what)\s+{_PLACE}\s+{_WHICH}", _VENUE),
        (rf"(?:which|what)\s+{_PLACE}\s+(?:published|accepted|presented|printed)\s+{_WHAT}", _VENUE),
        (rf"{_IS_THE}(?:publication\s+year|year(?:\s+of\s+publication)?){_OF}", _YEAR),
        (rf"{_IS_THE}{_PLACE}{_OF}", _VENUE),
        (rf"{_IS_THE}{_LINK_NOUN}{_OF}", _LINK),
        (rf"(?:is\s+there|do\s+you\s+have|have\s+you\s+got)\s+(?:the|an?)\s+{_LINK_NOUN}{_OF}", _LINK),
        (
            rf"where\s+(?:can|could|do|may|should)\s+(?:i|we|one)\s+{_READ}\s+"
            rf"(?:(?:the\s+)?(?:{_LINK_NOUN}|full\s+(?:text|paper))\s+(?:of|to|for)\s+)?{_WHAT}",
            _LINK,
        ),
        (
            rf"{_IS_THE}title\s+of\s+the\s+(?:paper|article|work)\s+(?:that|which|where|introducing|proposing|"
            rf"presenting|about|on)\s+(?:(?:first\s+)?(?:introduce|propose|present|describe)[sd]?\s+)?{_WHAT}",
            ("title",),
        ),
    )
]

# A text that is pasted rather than asked.
_PASTED_WORDS = 25
_PASTED_SENTENCES = 2
# A shorter one must also be whole sentences, none of which asks or speaks of whoever asks.
_LONG_WORDS = 60
_LONG_SENTENCES = 3
_SPEAKER = re.compile(r"\b(?:I|my|me|I['’]m)\b", re.IGNORECASE)
_ASKING = re.compile(
    r"^\W*(?:which|what|who|whose|whom|where|when|why|how|is|are|do|does|did|can|could|list|find|show|give|tell|please)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted, and the rest of the question.

    For "similar" and "facts" the rest names the paper; `facts` are the ones asked for. `most` is the
    number of papers that are wanted, where the question gives one. `tally` says which numbers are.
    """

    intent: Intent
    rest: str
    facts: tuple[Fact, ...] = ()
    most: int | None = None
    tally: Tally | None = None


def wanted(question: str, tallied: bool = True) -> Wanted:
    """Return what the question wants. A plain question gives "find" and itself, without words of asking.

    Unless it is to be `tallied`, no numbers of papers by year, author and so on are wanted.
    """
    if is_pasted_text(question):
        return Wanted("similar", question)
    if tallied and (numbers := tally(question)):
        return Wanted("tally", numbers[1], tally=numbers[0])
    for pattern, facts in _FACTS:
        if found := pattern.search(question):
            return Wanted("facts", found["what"], facts)
    polite = without_thanks(question)
    if found := _SIMILAR.search(polite) or _SIMILAR_NOUN.search(polite):
        return Wanted("similar", found["what"])
    if _HOW_LARGE.match(question):
        return Wanted("count", "papers")
    if found := _COUNT.search(question):
        return Wanted("count", _THERE.sub(" ", question[found.end() :]))
    asked = request(question)
    if asked.most is not None:
        return Wanted("find", asked.rest, most=asked.most)
    listed = _LIST.search(question)
    if listed and _MUST_BE_ALL.search(listed.group()):
        return Wanted("list", _ALL_OF_THEM.sub(" ", _THERE.sub(" ", question[listed.end() :])))
    if re.search(rf"\b{PAPERS}\b", question, re.IGNORECASE) and _ALL_OF_THEM.search(question):
        return Wanted("list", _ALL_OF_THEM.sub(" ", question))
    return Wanted("find", asked.rest)


def is_pasted_text(question: str) -> bool:
    """Whether the question is a text of several sentences that asks nothing: an abstract or a part of it."""
    words = len(question.split())
    if words < _PASTED_WORDS:
        return False
    said = [question[start:end].strip() for start, end in sentences(question)]
    if len(said) < _PASTED_SENTENCES or said[-1].endswith("?"):
        return False
    if words < _LONG_WORDS or len(said) < _LONG_SENTENCES:
        whole = said[-1].endswith((".", "!", ".)", ".”", '."'))
        return whole and not _SPEAKER.search(question) and not any(map(_ASKING.search, said))
    return not _ASKING.search(said[0]) or said[0].endswith("?")
