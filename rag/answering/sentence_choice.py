"""Chooses which sentences of a paper are quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from rag.index.tokenizer import terms
from rag.sentences import Span

Kind = Literal["contribution", "background", "other"]

# In logits of the cross-encoder: of two sentences that are equally relevant, one may state a
# contribution and the other the background of the field.
_BONUS: dict[Kind, float] = {"contribution": 2.0, "background": -3.0, "other": 0.0}
_DANGLING_MALUS = 1.0
# A second sentence is quoted when it is nearly as relevant as the first.
_SECOND_MARGIN = 3.5
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
    r"|\bremains?\b|\bchallenging\b|\bmotivat|\bquestion arises\b",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"^(?:this|these|those|that|it|they|such|both|its|their|he|she|the (?:former|latter)|hence|thus|"
    r"therefore|"
    r"however|moreover|furthermore|additionally|in addition|consequently|as a result|to this end|"
    r"to address th(?:is|ese)|instead|nevertheless|also|further|then|second|third|finally|unfortunately|"
    r"(?:based on|using|with|inspired by|motivated by|beyond|despite|from) (?:this|these|that|those|it|them)|"
    r"the same|none of them|all of (?:this|these|them)|specifically|in particular|in contrast|for example)\b"
    r"(?! (?:paper|work|study|article|position paper)\b)",
    re.IGNORECASE,
)


def choose_sentences(text: str, spans: Sequence[Span], logits: Sequence[float], most: int) -> list[Span]:
    """Return one to `most` quotations out of `spans`, in text order.

    `logits` are the relevance of each span. Sentences that state a contribution or a result go
    before background, which is quoted only if nothing else is. A quotation that would begin with "this" or
    "however" takes the sentence before it along.
    """
    kinds = [_kind(text[s.start : s.end], first=i == 0) for i, s in enumerate(spans)]
    values = [
        logit + _BONUS[kind] - _DANGLING_MALUS * bool(_DANGLING.match(text[span.start : span.end]))
        for kind, span, logit in zip(kinds, spans, logits, strict=True)
    ]
    order = sorted(range(len(spans)), key=lambda i: (-values[i], i))
    chosen = order[:1]
    for i in order[1:]:
        worth_it = kinds[i] != "background" and values[i] >= values[order[0]] - _SECOND_MARGIN
        is_new = not any(_says_same(text, spans[i], spans[c]) for c in chosen)
        if len(chosen) < most and worth_it and is_new:
            chosen.append(i)
    return _joined(text, spans, sorted(chosen))


def _kind(sentence: str, first: bool) -> Kind:
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


def _joined(text: str, spans: Sequence[Span], chosen: list[int]) -> list[Span]:
    """Add the sentence before a dangling one, and join what touches."""
    wanted = set(chosen)
    for i in chosen:
        if i > 0 and _DANGLING.match(text[spans[i].start : spans[i].end]):
            wanted.add(i - 1)
    result: list[Span] = []
    last = -2
    for i in sorted(wanted):
        if i == last + 1 and _DANGLING.match(text[spans[i].start : spans[i].end]):
            result[-1] = Span(result[-1].start, spans[i].end)
        else:
            result.append(spans[i])
        last = i
    return result
