"""Vetoes a sentence that denies what the nearest sentence says, or says what it denies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rag.answering.support_words import Word, same, weight, word_at
from rag.answering.vetoes.claim import Claim, Veto

_CUE = re.compile(
    r"\b(?:not|never|no|none|neither|nor|cannot|without|hardly|barely|rarely|seldom|nobody|nothing|nowhere"
    r"|fail(?:s|ed|ing)?(?:\s+to)?|unable\s+to|incapable\s+of|lack(?:s|ed|ing)?(?:\s+of)?|absence\s+of"
    r"|impossible(?:\s+to)?|free\s+of|remov(?:e|es|ed|ing|al of)|dropp?(?:ing|ed)|omit(?:s|ted|ting)?"
    r"|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|eliminat(?:es?|ed|ing)"
    r"|instead\s+of|rather\s+than|little\s+to\s+no|too\s+\w+\s+to|refus(?:es?|ed)(?:\s+to)?)\b|n['’]t\b",
    re.IGNORECASE,
)
_EXPLICIT = re.compile(r"not|never|no|none|neither|nor|cannot|without|n['’]t", re.IGNORECASE)
# These hold a cue and deny nothing.
_NO_CUE = re.compile(
    r"\bnot\s+(?:only|just|merely|simply|solely|without)\b|\bcannot\s+(?:do|work|go|run)\s+without\b"
    r"|\bnever fails?\b|\bwithout\s+loss\s+of\s+generality\b|\bno\s+longer\b"
    r"|\bnot\s+to\s+mention\b|\bif\s+not\b|\bno\.\s?\d|\bno\s+(?:more|less|fewer|worse|better)\s+than\b"
    r"|\bwhether\s+or\s+not\b",
    re.IGNORECASE,
)
_KEEP_FROM = re.compile(
    r"\b(?:keep|keeps|kept|stop|stops|stopped)\b[^.,;:]{1,60}?\bfrom\s+(?=\w+ing\b)", re.IGNORECASE
)
_FREE = re.compile(r"\b(\w+)-(?:free|less)\b|\bnon-?(\w{3,})|\b(?:in|un)(\w{5,})\b", re.IGNORECASE)
_CLAUSE_END = re.compile(
    r"[.,;:()—]|\s[-–]\s|\b(?:but|while|whereas|although|though|because|however|yet|which)\b"
)
# A text may deny without a "not".
_NEGATIVE = re.compile(
    r"\b(?:only|few|fewer|little|less|least|lower|limited|independent\w*|remain\w*|hard|difficult\w*"
    r"|decreas\w+"
    r"|reduc\w+|absent|missing|ineffective|stable|similar\w*|comparable|unchanged|same|mere|despite"
    r"|regardless"
    r"|exclu\w+|agnostic|zero|from scratch|black-box|challeng\w+|difference)\b",
    re.IGNORECASE,
)
_SCOPE = 4
_TELLING = 0.3


class Denial(NamedTuple):
    """A negation: the cue as written, whether it is a plain "not", and the words it denies."""

    cue: str
    is_explicit: bool
    scope: tuple[Word, ...]


def negation_vetoes(claim: Claim) -> list[Veto]:
    """Return a veto where the sentence and the nearest sentences disagree on what is denied."""
    if not claim.nearest:
        return []
    ours = denials(claim.sentence, claim.words)
    theirs = [denials(text, found) for text, found in zip(claim.nearest, claim.nearest_words, strict=True)]
    for denial in ours:
        if not _is_plain(denial):
            continue
        # What two of them deny is said.
        scope = [w for w in denial.scope if sum(w in d.scope for d in ours) % 2 and weight(w.text) > _TELLING]
        veto = _denied_here_only(denial.cue, scope, claim, theirs)
        if veto:
            return [veto]
    if not ours:
        return _denied_there_only(claim, theirs[0])
    plain = next((d for d in ours if d.is_explicit), None)
    if plain and not any(theirs) and not any(_NEGATIVE.search(text) for text in claim.nearest):
        return [
            Veto("negation", f"it denies something ({plain.cue!r}), the text nearest to it denies nothing")
        ]
    return []


def denials(text: str, found: Sequence[Word]) -> list[Denial]:
    """Return the negations of `text`, whose words are `found`."""
    quiet = _NO_CUE.sub(lambda m: " " * len(m.group()), text)
    cues = [*_CUE.finditer(quiet), *_KEEP_FROM.finditer(quiet)]
    result = []
    for cue in cues:
        end = _CLAUSE_END.search(quiet, cue.end() + 1)
        stop = end.start() if end else len(quiet)
        scope = [w for w in found if cue.end() <= w.start < stop and w.is_content][:_SCOPE]
        if scope:
            low = " ".join(cue.group().lower().split())
            result.append(Denial(low, bool(_EXPLICIT.fullmatch(low)), tuple(scope)))
    for hidden in _FREE.finditer(quiet):
        start = next(hidden.start(n) for n in (1, 2, 3) if hidden[n])
        rest = next(hidden[n] for n in (1, 2, 3) if hidden[n])
        # "invalid" denies "valid", but "information" denies no "formation" of a vocabulary's words.
        if hidden[3] and weight(rest) == 1.0:
            continue
        result.append(Denial(hidden.group().lower(), False, (word_at(rest, start),)))
    return result


def _is_plain(denial: Denial) -> bool:
    return denial.is_explicit or denial.cue.startswith(("fail", "unable", "lack", "impossible", "incapable"))


def _denied_here_only(
    cue: str, scope: Sequence[Word], claim: Claim, theirs: Sequence[Sequence[Denial]]
) -> Veto | None:
    """Return a veto if the nearest sentence says plainly what the claim denies, and none denies it."""
    found = claim.nearest_words[0]
    said = [w for w in scope if any(same(w.stem, other.stem) for other in found)]
    if not said or len(said) * 2 < len(scope):
        return None
    denied = [w for known in theirs for d in known for w in d.scope]
    also_denied = [w for w in said if any(same(w.stem, other.stem) for other in denied)]
    if len(also_denied) * 2 >= len(said):
        return None
    what = " ".join(w.text for w in said)
    return Veto("negation", f"it denies ({cue!r}) what the text says of {what!r}: {claim.nearest[0]}")


def _denied_there_only(claim: Claim, known: Sequence[Denial]) -> list[Veto]:
    """Return a veto if the nearest sentence denies what the claim says."""
    for denial in known:
        if not _is_plain(denial):
            continue
        head = denial.scope[:3]
        said = [w for w in head if any(same(w.stem, other.stem) for other in claim.words if other.is_content)]
        if said and len(said) == len(head):
            what = " ".join(w.text for w in said)
            reason = f"it says what the text denies ({denial.cue!r} {what!r}): {claim.nearest[0]}"
            return [Veto("negation", reason)]
    return []
