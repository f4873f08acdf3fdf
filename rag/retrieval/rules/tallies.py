"""Recognises questions for numbers over the records: "papers per year", "who has the most papers"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rag.retrieval.rules.recognised import FOLLOWS, NUMBER_WORDS, PAPERS

Group = Literal["year", "venue", "author", "keyword", "collection"]
Kind = Literal["each", "number", "most", "fewest", "at least"]

_SEVERAL = 10
_GROUP_OF: dict[str, Group] = {
    "year": "year",
    "venue": "venue",
    "conference": "venue",
    "journal": "venue",
    "author": "author",
    "researcher": "author",
    "scientist": "author",
    "expert": "author",
    "people": "author",
    "keyword": "keyword",
    "collection": "collection",
    "file": "collection",
}
_SINGULAR = r"(?:year|venue|conference|journal|author|researcher|scientist|key-?word|collection|file)"
_GROUP = rf"(?P<group>{_SINGULAR}s?)"
_FEW_GROUPS = r"(?P<group>(?:year|venue|conference|journal)s?)"
_LIBRARY = r"(?:the|this|my|your|our)\s+(?:whole\s+)?(?:library|index|corpus|database|collection)"
_PLEASE = r"^(?:(?:please|can\s+you|could\s+you|and|so)\s+)*"
_GIVE = r"(?:(?:give|show|tell|list|name|find)\s+(?:me\s+|us\s+)?)"
_ARE = r"(?:(?:who|what|which)(?:\s+(?:is|are|was|were)|['’]s)\s+)"
_LEAD = rf"{_PLEASE}{_GIVE}?{_ARE}?(?:the\s+)?"
_END = r"[\s?.!]*$"
_NUMBER = rf"(?P<n>\d{{1,3}}|{'|'.join(NUMBER_WORDS)})"
# Other qualities are no number of papers: "the most cited papers".
_INNER = (
    r"(?:(?!(?:in|on|at|of|for|from|by|about|more|fewer|less|cited|influential|important|relevant|recent|interesting|popular|novel"
    r"|downloaded|viewed|accurate|efficient|oral|spotlight)\b)[\w-]+\s+){0,3}?"
)
_OF_PAPERS = rf"(?P<b>\s+{_INNER}{PAPERS}\b.*|\s+(?:at|in|on|about|since|from|before|after|here)\b.*|\s*)"
_RANK = (
    r"(?:the\s+|by\s+far\s+)*(?P<rank>most|fewest|least|(?:highest|largest|greatest|lowest|smallest)\s+number\s+of)"
    r"(?:\s+(?:often|published))?"
)
_HAS = (
    r"(?:(?:has|have|had|is|are|was|were|did|does|do|saw|holds?|contributed?|wrote|write[sn]?|written|publish(?:ed|es)?"
    r"|authored|present(?:ed|s)?|works?|got|gets?)\s+){1,3}"
)
_WROTE = r"(?:publish(?:ed)?|wrote|written|present(?:ed)?|contributed(?:\s+to)?)"
_BREAKS = rf"(?:per|by|each|every|(?:in|at|for|from)\s+(?:each|every)|across(?:\s+the)?)\s+{_GROUP}"
_TIME = r"over\s+time|over\s+the\s+years|from\s+year\s+to\s+year|year\s+by\s+year"
_COUNTS = r"(?:how\s+many|(?:what\s+is\s+)?(?:the\s+)?(?:number|distribution|breakdown|share)\s+of|count)"
_CHANGES = r"(?:chang|grow|evolv|develop|increas|decreas|declin|ris|fall)\w*"
_HELD = (
    r"(?:\s+(?:(?:are|is)\s+(?:there|covered|included|indexed|represented|available|held)|covered|available|exist"
    rf"|(?:do|does)\s+(?:you|we|i|{_LIBRARY})\s+(?:have|cover|hold|contain|include|span)"
    rf"|(?:(?:are|is)\s+)?(?:in|by|of)\s+{_LIBRARY}))"
)
# "By year of birth" is another year.
_FOLLOWS = rf"(?!\s+of\b){FOLLOWS}"
_ENDS_OF_YEARS = r"(?:oldest|newest|earliest|latest|most\s+recent|first|last)"

_ASKED: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    (
        "at least",
        (
            r"^(?P<who>who)\s+(?:has|have|had|published|wrote)\s+(?:at\s+least|(?P<more>more\s+than|over))\s+"
            rf"{_NUMBER}(?P<b>\s+{_INNER}{PAPERS}\b.*){_END}",
            rf"{_LEAD}(?:(?:which|what)\s+)?(?:all\s+)?(?:the\s+)?{_GROUP}\s+(?:(?:who|that|which)\s+)?(?:with|have|has|had|published|wrote)\s+"
            rf"(?:at\s+least|(?P<more>more\s+than|over))\s+{_NUMBER}(?P<b>\s+{_INNER}{PAPERS}\b.*){_END}",
        ),
    ),
    (
        "most",
        (
            rf"{_PLEASE}(?:(?P<who>who)|(?:which|what)\s+{_GROUP})\s+{_HAS}{_RANK}{_OF_PAPERS}{_END}",
            rf"{_LEAD}(?:top|leading)[\s-]+(?:{_NUMBER}\s+)?{_GROUP}(?P<b>(?:\s+(?:by|with|in|on|at|about|for|of|since"
            rf"|from|here)\b.*)?){_END}",
            rf"{_LEAD}(?:{_NUMBER}\s+)?most\s+(?:prolific|productive|published|active|frequent(?:ly\s+used)?|common|popular"
            rf"|represented|used)\s+{_GROUP}(?P<b>(?:\s+(?:in|on|at|about|for|of|since|from|here)\b.*)?){_END}",
            rf"{_PLEASE}(?:which|what)\s+{_GROUP}\s+(?:is|are)\s+(?:the\s+)?(?:best\s+represented|most\s+(?:common|frequent|popular"
            rf"|productive|prolific|active|represented))(?P<b>(?:\s+(?:in|on|at|about|for|since|from|here)\b.*)?){_END}",
            r"^who\s+are\s+(?:the\s+)?(?:main\s+|leading\s+)?(?P<group>experts)\s+(?P<b>(?:on|in(?!\s+(?:an?|the)\s))\s.+)$",
            rf"{_PLEASE}(?:in\s+)?(?:which|what)\s+(?P<group>year)\s+did\s+(?:the\s+)?(?:number\s+of\s+)?"
            rf"(?P<b>{_INNER}{PAPERS}\b.*)\s+peak{_END}",
            rf"{_PLEASE}(?:when|(?:in\s+)?(?:which|what)\s+(?P<group>year))\s+did\s+(?P<b>\S.*?)\s+publish\s+(?:the\s+)?most{_END}",
            rf"{_LEAD}(?:{_NUMBER}\s+)?{_GROUP}\s+(?:with\s+|(?:who|that|which)\s+{_HAS}){_RANK}{_OF_PAPERS}{_END}",
            rf"{_PLEASE}(?:(?:in|at)\s+(?:which|what)\s+{_FEW_GROUPS}|when|(?P<where>where))\s+"
            rf"(?:were|was|did|are)\s+(?:the\s+)?(?P<rank>most|fewest)(?P<b>\s+(?:of\s+the\s+)?{_INNER}{PAPERS}\b.*){_END}",
        ),
    ),
    (
        "each",
        (
            rf"{_PLEASE}{_GIVE}?{_COUNTS}\s+(?P<a>.*?\b{PAPERS}\b.*?)\s+(?:{_BREAKS}|{_TIME})"
            rf"{_FOLLOWS}(?P<b>.*)$",
            rf"{_PLEASE}(?:(?:(?:in|at)\s+)?(?:which|what)\s+{_FEW_GROUPS}|(?P<where>where))\s+(?:did|has|have|does)\s+"
            rf"(?P<b>(?!{PAPERS}\b)\S.*?)\s+publish(?:ed)?(?:\s+in)?{_END}",
            rf"{_PLEASE}compare\s+(?:the\s+)?numbers?\s+of\s+(?P<a>{_INNER}{PAPERS}\b.*)$",
            rf"{_PLEASE}(?:when\s+(?:was|were|did)\s+(?:the\s+)?(?:very\s+)?{_ENDS_OF_YEARS}"
            rf"|since\s+when\s+(?:are|were|have)\s+there(?:\s+been)?)\s+(?P<b>{_INNER}{PAPERS}\b.*)$",
            rf"{_PLEASE}(?:which|what)\s+{_FEW_GROUPS}\s+(?:covers?|features?|publish(?:es)?\s+(?:on|about))\s+(?P<topic>.+)$",
            rf"^what(?:['’]s|\s+(?:is|does))\s+(?:(?P<where>in)\s+{_LIBRARY}|{_LIBRARY}\s+(?P<where_too>contain|hold|cover|have))"
            rf"{_END}",
            rf"^how\s+old\s+(?:is|are)\s+(?:the\s+)?(?:{_ENDS_OF_YEARS}\s+)?{PAPERS}(?:\s+here)?{_HELD}*{_END}",
            rf"{_LEAD}(?:time\s*(?:span|range|frame)|range\s+of\s+years)\s+(?:of|covered\s+by)\s+"
            rf"(?:the\s+{PAPERS}|{_LIBRARY}){_END}",
            r"^(?:(?:who\s+are|list|show(?:\s+me)?|name)\s+)?(?:all\s+)?(?:the\s+)?"
            rf"(?P<with>(?:co-?authors|collaborators)\s+of\s+.+|(?!{PAPERS}\b)\S.*['’]s?\s+(?:co-?authors|collaborators)){_END}",
            rf"^who\s+(?:has|have|did)\s+(?:ever\s+)?(?P<with>(?:written|published|worked|collaborated|co-?authored)\s+"
            rf"(?:(?:a\s+)?{PAPERS}\s+)?with\s+.+){_END}",
            rf"{_LEAD}{PAPERS}\s+(?:per|by|each|every)\s+{_GROUP}{_FOLLOWS}(?P<b>.*)$",
            rf"{_PLEASE}how\s+many\s+(?P<a>.*?\b{PAPERS}\b.*?)\s+(?:does|did|do|has|have)\s+(?:each|every)\s+{_GROUP}"
            r"(?:\s+(?:have|had|publish(?:ed)?|contributed?|written|write|present(?:ed)?|accept(?:ed)?))?(?P<b>.*)$",
            rf"{_PLEASE}(?:how\s+(?:has|have|did|does|do)|is|are|has|have|did|does)\s+(?:the\s+)?number\s+of\s+"
            rf"(?P<a>.*?\b{PAPERS}\b.*?)\s+{_CHANGES}(?:\s+(?:{_TIME}|by\s+year|per\s+year))?"
            rf"(?P<b>\s.*)?{_END}",
            rf"{_PLEASE}(?:(?:in|at|from)\s+)?(?:which|what)\s+{_FEW_GROUPS}\s+(?:have|had|published|hold|were|are)\s+"
            rf"(?P<b>(?:any\s+|there\s+)?{_INNER}{PAPERS}\b.*)$",
            rf"{_PLEASE}(?:{_GIVE}(?:{_ARE})?|{_ARE}|(?:which|what)\s+)(?:all\s+)?(?:of\s+)?(?:the\s+)?{_GROUP}{_HELD}*"
            rf"(?:\s+by\s+(?:the\s+)?number\s+of\s+{PAPERS})?{_END}",
            rf"{_LEAD}(?:all\s+)?(?:the\s+)?{_GROUP}{_HELD}+{_END}",
            rf"{_PLEASE}(?:which|what)\s+(?:time\s*(?:span|range|frame)|period(?:\s+of\s+time)?|range\s+of\s+years)"
            rf"{_HELD}+{_END}",
            rf"{_PLEASE}(?:from\s+)?(?:which|what)\s+years?\s+(?:are|do|is)\s+(?:the|these|your|all(?:\s+the)?)\s+"
            rf"(?:{_ENDS_OF_YEARS}\s+)?{PAPERS}(?:\s+(?:from|come\s+from|cover|span))?(?:\s+in\s+{_LIBRARY})?{_END}",
            rf"{_LEAD}{_ENDS_OF_YEARS}\s+year(?:\s+of\s+publication)?{_HELD}*{_END}",
            rf"{_PLEASE}how\s+far\s+back\s+(?:do|does)\s+(?:it|{_LIBRARY}|(?:the|your|these)\s+{PAPERS})"
            rf"\s+(?:go|reach|date){_END}",
        ),
    ),
    (
        "number",
        (
            rf"{_PLEASE}{_COUNTS}\s+(?:different\s+|distinct\s+|unique\s+)?{_GROUP}{_HELD}*"
            rf"(?P<b>\s+(?:at|since|from|before|after|in\s+(?:19|20)\d\d)\b.*)?{_END}",
            rf"{_PLEASE}{_COUNTS}\s+(?:different\s+|distinct\s+|unique\s+)?"
            r"(?P<group>authors|researchers|scientists|people)(?:\s+(?:have|has|are|were))?"
            rf"(?P<b>(?:\s+{_WROTE})?\s+(?:any\s+)?{_INNER}{PAPERS}\b.*"
            rf"|\s+{_WROTE}(?:\s+(?:(?:at|in|on|about|since|from|before|after)\s.*|here[?.!]*))?|\s+(?:in|from)\s+(?:19|20)\d\d\b.*)$",
        ),
    ),
)
_PATTERNS = [(re.compile(pattern, re.IGNORECASE), kind) for kind, patterns in _ASKED for pattern in patterns]
_BY_NUMBER = re.compile(
    rf"\s*\b(?:(?:ranked\s+|sorted\s+)?by\s+(?:the\s+)?(?:number\s+of\s+(?:their\s+)?)?{PAPERS}(?:\s+counts?)?"
    rf"|with\s+(?:the\s+)?most\s+{PAPERS})\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\b(?:co-?authors|collaborators)\b", re.IGNORECASE)
_WROTE_PAPERS = re.compile(rf"^\s*{_WROTE}\s+(?={_INNER}{PAPERS}\b)", re.IGNORECASE)
_SAID_OF_ALL = re.compile(
    rf"\b(?:(?:are|is)\s+there|in\s+{_LIBRARY}|do\s+(?:we|you)\s+have)\b"
    r"|\s(?:(?:were|was|are|is)\s+)?(?:published|presented|written)(?=[\s?.!]*$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Tally:
    """Which numbers are wanted: of papers for `each` year, venue and so on, or the `number` of these.

    Or at most `most` of them with the `most` or the `fewest` papers, or those with `at least` so many.
    `beside` is whether an author whose papers they are is none of them.
    """

    group: Group
    kind: Kind
    most: int = _SEVERAL
    beside: bool = False


def tally(question: str) -> tuple[Tally, str] | None:
    """Return the numbers that the question asks for, and the words that say of which papers; or None."""
    for pattern, kind in _PATTERNS:
        if found := pattern.search(question):
            parts = {name: value for name, value in found.groupdict().items() if value}
            if "with" in parts:
                return Tally("author", kind, beside=True), f"papers {_BESIDE.sub('', parts['with'])}"
            rest = f"papers on {parts['topic']}" if "topic" in parts else parts.get("a", "")
            rest = f"{rest} {_BY_NUMBER.sub(' ', _WROTE_PAPERS.sub('', parts.get('b', '')))}"
            rest = " ".join(_SAID_OF_ALL.sub(" ", rest).split()).rstrip(" ?.!")
            rest = rest if re.search(rf"\b{PAPERS}\b", rest, re.IGNORECASE) else f"papers {rest}".rstrip()
            return Tally(_group(parts), _kind(kind, parts), _most(parts)), rest
    return None


def _group(parts: dict[str, str]) -> Group:
    if "who" in parts:
        return "author"
    if "where" in parts or "where_too" in parts:
        return "venue"
    if "group" not in parts:
        return "year"
    word = parts["group"].lower().replace("-", "")
    return _GROUP_OF[word if word in _GROUP_OF else word.removesuffix("s")]


def _kind(kind: Kind, parts: dict[str, str]) -> Kind:
    few = re.match(r"fewest|least|lowest|smallest", parts.get("rank", ""), re.IGNORECASE)
    return "fewest" if few else kind


def _most(parts: dict[str, str]) -> int:
    """Return how many are wanted: as many as are said, one of "which venue", several of "which venues"."""
    if said := parts.get("n", "").lower():
        number = int(said) if said.isdigit() else NUMBER_WORDS.index(said) + 1
        return number + ("more" in parts)
    is_one = "group" not in parts or not parts["group"].lower().endswith("s")
    return 1 if is_one else _SEVERAL
