"""Puts titles in the place of "the second one", "[2]" and "the two"; says where there is no such source."""

from __future__ import annotations

import re

from rag.answering.answer import Answer

_ORDINALS = {
    word: n
    for words in ("first second third fourth fifth sixth seventh", "1st 2nd 3rd 4th 5th 6th 7th")
    for n, word in enumerate(words.split(), start=1)
}
_LAST = "last"
_FEW_WORDS = 8
_FORMER = {"former": 1, "latter": 2}
# What may follow an ordinal without a noun: "compare the first and the second", but not "the first step".
_ALONE = (
    r"(?=\W*$|[,;:]|\s+(?:and the|or|with|to|vs\.?|versus|from|in|on|is|does|do|did|has|says?|report\w*)\b)"
)
_NUMBERED = re.compile(
    rf"\bthe (?P<word>{'|'.join(_ORDINALS)}|{_LAST})(?:(?P<noun> (?:one|paper|source))\b"
    rf"| (?:method|study|work|result)\b|{_ALONE})"
    rf"|\bthe (?P<pair>{'|'.join(_FORMER)})(?: (?:one|paper|method|work))?\b"
    r"|\b(?P<counted>paper|source|number|no\.) (?P<number>\d{1,2})\b|\[(?P<marker>\d{1,2})\]",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"\b(?:(?:the|these|those) two(?: (?:papers|methods|approaches|works|ones))?"
    r"|both(?: of)? (?:them|papers|methods)|(?<=compare )(?:them|these|those|both))"
    r"(?=\W*$|\s+(?:and|in|on|by|with|for|is|are|do|did|has|have|differ\w*|compare\w*|use|share)\b)",
    re.IGNORECASE,
)


def with_titles_of(question: str, answer: Answer) -> str:
    """Return `question` with titles in the place of words that stand for sources of `answer`."""

    def numbered(found: re.Match[str]) -> str:
        n = _number(found, len(answer.sources))
        return _quoted(answer, n) if 1 <= n <= len(answer.sources) else found.group()

    if len(answer.sources) > 1:
        both = f"{_quoted(answer, 1)} and {_quoted(answer, 2)}"
        question = _BOTH.sub(lambda _: both, question)
    return _NUMBERED.sub(numbered, question)


def source_not_given(question: str, answer: Answer) -> str:
    """Return that `question` means a source which `answer` does not have, or an empty string."""
    count = len(answer.sources)
    for found in _NUMBERED.finditer(question) if count else ():
        is_meant = (
            found["noun"]
            # In a longer text it belongs to what was pasted.
            or (found["marker"] and len(question.split()) <= _FEW_WORDS)
            or (found["counted"] or "").casefold() in ("paper", "source")
            or (found["word"] and re.fullmatch(r"\W*", question[found.end() :]))
        )
        n = _number(found, count)
        if is_meant and n > count:
            return f"the last answer has {count} source{'s' * (count > 1)}, so there is no source {n}"
    return ""


def _number(found: re.Match[str], count: int) -> int:
    if digits := found["number"] or found["marker"]:
        return int(digits)
    if found["pair"]:
        # Of three there is no former one.
        return _FORMER[found["pair"].casefold()] if count == 2 else 0
    word = found["word"].casefold()
    return count if word == _LAST else _ORDINALS[word]


def _quoted(answer: Answer, n: int) -> str:
    return f"“{answer.sources[n - 1].paper.label}”"
