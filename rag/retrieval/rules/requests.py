"""Recognises the words of asking, which say nothing of the topic: "recommend me five papers on ..."."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.retrieval.rules.recognised import NUMBER_WORDS, PAPERS

_ROUND = {"a couple of": 2, "a dozen": 12, "thirty": 30, "forty": 40, "fifty": 50, "a hundred": 100}
_WRITTEN = "|".join((*NUMBER_WORDS[::-1], *_ROUND)).replace(" ", r"\s+")
_ABOUT = r"(?:at\s+(?:least|most)|up\s+to|more\s+than|about|around|exactly)"
# Of "two or three" the larger.
_ONE_NUMBER = rf"(?:\d{{1,3}}|{_WRITTEN})"
_NUMBER = rf"(?:{_ABOUT}\s+)?(?:{_ONE_NUMBER}\s*(?:\bor\b|\bto\b|-|–)\s*)?(?P<number>{_ONE_NUMBER})"
_POLITE = (
    r"(?:(?:please|hi|hello|hey|ok|and|so|(?:can|could|would|will)\s+you(?:\s+please)?|help\s+me(?:\s+to)?)"
    r"[\s,!]+)*"
)
_VERB = (
    r"(?:(?:give|show|find|get|list|name|return|recommend|suggest|fetch|bring|search(?:\s+for)?|look\s+(?:for|up)"
    r"|tell\s+me\s+about|point\s+me\s+to)(?:\s+(?:to\s+)?(?:me|us))?"
    r"|i(?:\s+am|['’]m)\s+(?:currently\s+)?(?:looking|searching)\s+for|(?:we|i)\s+(?:need|want)(?:\s+to\s+(?:see|find|read))?"
    r"|i(?:\s+would|['’]d)\s+like(?:\s+to\s+(?:see|find|read|have))?|do\s+you\s+(?:know|have)(?:\s+of)?"
    r"|(?:what|which)\s+are)"
)
_QUALITY = (
    r"(?:good|great|nice|relevant|interesting|important|key|main|notable|influential|representative|some|any|best|top"
    r"|a\s+few|few|several|most\s+(?:relevant|important|interesting|influential|cited))"
)
_THING = rf"(?:{PAPERS}|research|literature)"
_SOMETHING = r"(?P<thing>something|anything|stuff|information|info)"
_REQUEST = re.compile(
    rf"^\s*{_POLITE}(?:"
    # With a verb, one word may say what kind of papers: "give me five RL papers".
    rf"{_VERB}\s+(?:(?:the|an?)\s+(?!couple\b|dozen\b|hundred\b))?(?:(?:top|best|first)[\s-]+)?(?:{_NUMBER}\s+)?(?:{_QUALITY}\s+)*"
    rf"(?=(?:(?!on\b|about\b|by\b)[\w-]+\s+)?{_THING}\b|{_SOMETHING}\s+(?:on|about|regarding|by|from)\b)"
    rf"|(?:the\s+)?(?:(?:top|best|first)[\s-]+)?{_NUMBER.replace('number', 'bare')}\s+"
    rf"(?:{_QUALITY}\s+)*(?={PAPERS}(?:\s+(?:on|about|from|at|by|in)\b|\s*[?.!]*$))"
    rf"|(?:the\s+)?(?:{_QUALITY}\s+)+(?={PAPERS}\s+(?:on|about|from|at|by|in)\b)"
    r")",
    re.IGNORECASE,
)
_OVERVIEW = re.compile(
    rf"^\s*{_POLITE}(?:(?:give\s+(?:me\s+|us\s+)?|i\s+(?:need|want)\s+)?(?:an?\s+|the\s+)?(?:(?:short|brief|quick)\s+)?"
    r"(?:overview|summary)\s+(?:of|on)\s+(?:the\s+)?|(?:summari[sz]e|explain|describe)\s+(?:the\s+)?)"
    r"(?:(?:field|area|topic|literature|research|state\s+of\s+the\s+art)\s+(?:of|on|in|about)\s+)(?=\w)",
    re.IGNORECASE,
)
# "I am new to kites, where should I start?", "which papers should I read about kites?", "recent progress in
# kites", "is there a paper called KITEMAP?".
_TO_READ = re.compile(
    rf"^\s*{_POLITE}(?:i(?:\s+am|['’]m)\s+new\s+to\s+(?P<new>.+?)[\s,;.:-]+(?:where|what|which|how)\b[^,;]*"
    rf"|(?:which|what)\s+{_THING}\s+(?:should|could|must)\s+(?:i|we|one)\s+(?:read|start\s+with|look\s+at)\s+(?:first\s+)?"
    r"(?:about|on|for|to\s+(?:learn|read)\s+about|to\s+get\s+into|to\s+understand)\s+(?P<about>.+?)"
    r"|(?:(?:what|which)\s+(?:is|are)\s+)?(?:the\s+)?(?:(?:most\s+)?recent|latest|new)\s+"
    # A title has a capital: "Recent Advances in ...".
    r"(?-i:progress|advances|developments|trends|results)\s+(?:in|on|for)\s+(?P<progress>.+?)"
    rf"|(?:is\s+there|do\s+you\s+have)\s+(?:an?|the)\s+(?:paper|article)\s+(?:that\s+is\s+)?(?:called|named|titled|entitled)"
    r"\s+(?P<called>.+?))[\s?.!]*$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^\s*(?:key-?words?|topics?|search(?:\s+for)?|query|subject)\s*:\s*", re.IGNORECASE)
_THANKS = re.compile(r"[\s,]*\b(?:please|thanks|thank\s+you|thx)\b[\s.!]*$", re.IGNORECASE)
_SOMETHING_FIRST = re.compile(rf"^{_SOMETHING}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for without the words of asking, and how many papers, where the question says so."""

    rest: str
    most: int | None = None


def without_thanks(question: str) -> str:
    """Return the question without "please" or thanks at its end."""
    return _THANKS.sub("", question) or question


def request(question: str) -> Request:
    """Return the request that `question` is; one without words of asking gives itself."""
    asked = without_thanks(question)
    if label := _LABEL.match(asked):
        return Request(asked[label.end() :] or question)
    if read := _TO_READ.match(asked):
        return Request(read["called"] or f"papers on {read['new'] or read['about'] or read['progress']}")
    if overview := _OVERVIEW.match(asked):
        return Request(f"papers on {asked[overview.end() :]}")
    found = _REQUEST.match(asked)
    if found is None:
        return Request(asked)
    rest = _SOMETHING_FIRST.sub("papers", asked[found.end() :])
    return Request(rest, _number(found["number"] or found["bare"]))


def _number(written: str | None) -> int | None:
    if written is None:
        return None
    word = " ".join(written.lower().split())
    if word.isascii() and word.isdigit():
        return int(word) or None
    return _ROUND.get(word) or NUMBER_WORDS.index(word) + 1
