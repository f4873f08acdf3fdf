"""Chooses which sentences of a paper are quoted."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Literal

from rag.index.tokenizer import terms
from rag.sentences import Span

Kind = Literal["contribution", "background", "other"]

# Beyond this a logit says little more about which of two sentences answers.
_LOGIT_SCALE = 5.0
# Of two sentences that are equally relevant, one may state a contribution, the other background.
_BONUS: dict[Kind, float] = {"contribution": 2.0, "background": -3.0, "other": 0.0}
_NUMBER_BONUS = 1.0
_DANGLING_MALUS = 1.5
_ADDRESS_MALUS = 6.0
# Two sentences that share more than this of the shorter one's terms say the same.
_SAME_SHARE = 0.7

_OWN_CONTRIBUTION = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|the (?:authors?|paper)|our)\b[^.]{0,60}?"
    r"\b(?:propos|introduc|present|show|"
    r"demonstrat|develop|prove|provid|find|establish|achiev|design|derive|extend|improv|outperform|"
    r"reveal|stud(?:y|ies)|investigat|analy[sz]e|identif|formaliz|offer|give|argue|describe|build|release)",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\b(?:outperform|surpass|achiev|state-of-the-art|improv\w* (?:over|upon|by))", re.IGNORECASE
)
_BACKGROUND = re.compile(
    r"^(?:recent(?:ly)?|despite|although|while|traditionally|existing|previous|prior|in recent years|however|"
    r"conventional|current|many|most|often|typically)\b|\b(?:has|have) (?:recently |been |become |emerged)"
    r"|\b(?:has|have) (?:\w+ly )?(?:achieved|shown|demonstrated|made|gained|attracted|witnessed|garnered"
    r"|drawn)\b"
    r"|\b(?:is|are) (?:widely|commonly) used\b|\brecent works?\b"
    r"|\bremains?\b|\bchallenging\b|\bmotivat|\bquestion arises\b",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"^(?:this|these|those|that|it|they|such|both|its|their|he|she|the (?:former|latter)|hence|thus|"
    r"therefore|"
    r"however|moreover|furthermore|additionally|in addition|consequently|as a result|to this end|"
    r"to address (?:this|these|it|them)|instead|nevertheless|also|further|then|second|third|finally|"
    r"unfortunately|"
    r"(?:based on|using|with|inspired by|motivated by|beyond|despite|from) (?:this|these|that|those|it|them)|"
    r"the same|none of them|all of (?:this|these|them)|specifically|in particular|in contrast|"
    r"for (?:example|instance))\b"
    r"(?! (?:paper|work|study|article|position paper)\b)"
    # "To better understand such cases, we ..." leans on the sentence before as much.
    r"|^(?:\W*[\w'’-]+\W+){0,7}?(?:this|these|those|such)\b"
    r"(?! (?:paper|work|study|article|position|report|research|survey|as|that|an?)\b)"
    # The middle of a sentence that was cut, or of a list.
    r"|^[^\w\"'“‘«$\\\[(*]|^\((?!1\))\d\)"
    # "In this paper, we provide one."
    r"|^.{0,80}\b(?:provide|propose|present|introduce|give|offer|develop|do|address) (?:one|it|them|so)\.$",
    re.IGNORECASE,
)
# "Our code is available at ..." answers only who asks for it.
_ADDRESS = re.compile(
    r"https?://|\bgithub\.com/"
    r"|\b(?:code|data|models?|implementation|project page|demos?|videos?|website)\b.{0,60}"
    r"\b(?:available|released|found)\b.{0,24}$",
    re.IGNORECASE,
)
_ASKS_ADDRESS = re.compile(
    r"\b(?:code|github|repository|repo|download|available|link|url|website|weights|released?"
    r"|open[- ]?source\w*)\b",
    re.IGNORECASE,
)
# A chain of sentences that each lean on the one before is cut here.
_MOST_ADDED = 2
_DIGIT = re.compile(r"\d")


def choose_sentences(
    text: str, spans: Sequence[Span], logits: Sequence[float], most: int, question: str = ""
) -> list[Span]:
    """Return one to `most` quotations out of `spans`, in text order.

    `logits` are the relevance of each span for `question`. Sentences that state a contribution or a
    result go before background, which is quoted only if nothing else is. A quotation that would begin
    with "this" or "however" takes the sentences before it along that it leans on.
    """
    wants_address = bool(_ASKS_ADDRESS.search(question))
    kinds = [_kind(text[s.start : s.end], first=i == 0) for i, s in enumerate(spans)]
    values = [
        _value(text[span.start : span.end], kind, logit, wants_address) - _DANGLING_MALUS * len(leans_on)
        for kind, span, logit, leans_on in zip(kinds, spans, logits, _leanings(text, spans), strict=True)
    ]
    order = sorted(range(len(spans)), key=lambda i: (-values[i], i))
    chosen = order[:1]
    for i in order[1:]:
        sentence = text[spans[i].start : spans[i].end]
        is_empty = kinds[i] == "background" or (bool(_ADDRESS.search(sentence)) and not wants_address)
        is_new = not any(_says_same(text, spans[i], spans[c]) for c in chosen)
        if len(chosen) < most and not is_empty and is_new:
            chosen.append(i)
    return _joined(text, spans, sorted(chosen))


def _value(sentence: str, kind: Kind, logit: float, wants_address: bool) -> float:
    value = _LOGIT_SCALE * math.tanh(logit / _LOGIT_SCALE) + _BONUS[kind]
    value += _NUMBER_BONUS * bool(_DIGIT.search(sentence))
    return value - _ADDRESS_MALUS * (bool(_ADDRESS.search(sentence)) and not wants_address)


def _kind(sentence: str, first: bool) -> Kind:
    if sentence.endswith("?"):
        return "background"
    if _OWN_CONTRIBUTION.search(sentence):
        return "contribution"
    if _BACKGROUND.search(sentence):
        return "background"
    if _RESULT.search(sentence):
        return "contribution"
    return "background" if first else "other"


def _says_same(text: str, one: Span, other: Span) -> bool:
    first = set(terms(text[one.start : one.end]))
    second = set(terms(text[other.start : other.end]))
    smaller = min(len(first), len(second))
    return smaller == 0 or len(first & second) / smaller > _SAME_SHARE


def _leanings(text: str, spans: Sequence[Span]) -> list[range]:
    """Return for each sentence those before it on which it leans."""
    dangles = [bool(_DANGLING.match(text[s.start : s.end])) for s in spans]
    leanings = []
    for i in range(len(spans)):
        first = i
        while first > max(0, i - _MOST_ADDED) and dangles[first]:
            first -= 1
        leanings.append(range(first, i))
    return leanings


def _joined(text: str, spans: Sequence[Span], chosen: list[int]) -> list[Span]:
    """Add the sentences before a dangling one, and join what touches."""
    leanings = _leanings(text, spans)
    wanted = set(chosen).union(*(leanings[i] for i in chosen))
    result: list[Span] = []
    last = -2
    for i in sorted(wanted):
        if i == last + 1 and _DANGLING.match(text[spans[i].start : spans[i].end]):
            result[-1] = Span(result[-1].start, spans[i].end)
        else:
            result.append(spans[i])
        last = i
    return result
