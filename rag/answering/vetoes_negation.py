"""Vetoes a sentence that denies what the nearest sentence says, or says what it denies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rag.answering.support_words import Word, same, weight
from rag.answering.vetoes import Claim, Veto

_CUE = re.compile(
    r"\b(?:not|never|no|none|neither|nor|cannot|without|hardly|barely|rarely|seldom|nobody|nothing|nowhere"
    r"|fail(?:s|ed|ing)?(?:\s+to)?|unable\s+to|incapable\s+of|lack(?:s|ed|ing)?(?:\s+of)?|absence\s+of"
    r"|impossible(?:\s+to)?|free\s+of|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|eliminat(?:es?|ed|ing)"
    r"|instead\s+of|rather\s+than|little\s+to\s+no|too\s+\w+\s+to|refus(?:es?|ed)(?:\s+to)?)\b|n['’]t\b",
    re.IGNORECASE,
)
_EXPLICIT = re.compile(r"not|never|no|none|neither|nor|cannot|without|n['’]t", re.IGNORECASE)
# These hold a cue and deny nothing.
_NO_CUE = re.compile(
    r"\bnot\s+(?:only|just|merely|simply|solely)\b|\bwithout\s+loss\s+of\s+generality\b|\bno\s+longer\b"
    r"|\bnot\s+to\s+mention\b|\bif\s+not\b|\bno\.\s?\d|\bno\s+(?:more|less|fewer|worse|better)\s+than\b"
    r"|\bwhether\s+or\s+not\b",
    re.IGNORECASE,
)
_KEEP_FROM = re.compile(
    r"\b(?:keep|keeps|kept|stop|stops|stopped)\b[^.,;:]{1,60}?\bfrom\s+(?=\w+ing\b)", re.IGNORECASE
)
_FREE = re.compile(r"\b(\w+)[-\s](?:free|less)\b|\bnon-?(\w{3,})|\b(?:in|un)(\w{5,})\b", re.IGNORECASE)
_CLAUSE_END = re.compile(
    r"[.,;:()—]|\s[-–]\s|\b(?:but|while|whereas|although|though|because|however|yet|which)\b"
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
    ours = denials(claim.sentence, claim.words)
    theirs = [denials(text, found) for text, found in zip(claim.nearest, claim.nearest_words, strict=True)]
    for denial in ours:
        if denial.is_explicit or denial.cue.startswith(("fail", "unable", "lack", "impossible", "incapable")):
            for text, found, known in zip(claim.nearest, claim.nearest_words, theirs, strict=True):
                veto = _denied_here_only(denial, text, found, known)
                if veto:
                    return [veto]
                if known:
                    break
    if not ours and claim.nearest:
        return _denied_there_only(claim, theirs[0])
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
        scope = [w for w in found if w.start <= start < w.start + len(w.text)][:1]
        if scope:
            result.append(Denial(hidden.group().lower(), False, tuple(scope)))
    return result


def _denied_here_only(
    denial: Denial, text: str, found: Sequence[Word], known: Sequence[Denial]
) -> Veto | None:
    """Return a veto if the text says plainly what the sentence denies."""
    scope = [w for w in denial.scope if weight(w.text) > _TELLING]
    said = [w for w in scope if any(same(w.stem, other.stem) for other in found)]
    if not said or len(said) * 2 < len(scope):
        return None
    denied = [w for d in known for w in d.scope]
    if any(same(w.stem, other.stem) for w in said for other in denied):
        return None
    if any(d.is_explicit for d in known) and len(known) > 1:
        return None
    what = " ".join(w.text for w in said)
    return Veto("negation", f"it denies ({denial.cue!r}) what the text says of {what!r}: {_short(text)}")


def _denied_there_only(claim: Claim, known: Sequence[Denial]) -> list[Veto]:
    """Return a veto if the nearest sentence denies what the claim says."""
    for denial in known:
        if not (denial.is_explicit or denial.cue.startswith(("fail", "unable", "lack"))):
            continue
        head = denial.scope[:3]
        said = [w for w in head if any(same(w.stem, other.stem) for other in claim.words if other.is_content)]
        if said and len(said) == len(head):
            what = " ".join(w.text for w in said)
            reason = f"it says what the text denies ({denial.cue!r} {what!r}): {_short(claim.nearest[0])}"
            return [Veto("negation", reason)]
    return []


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:117] + "..."
