"""Whether a system refuses when it should, and only then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RefusalFigures:
    """Counts over all questions, and the shares; a share of nothing is None.

    `precision` is the share of refusals that were right, `recall` the share of unanswerable
    questions that were refused, `false_refusals` the share of answerable ones that were refused.
    """

    refused: int
    unanswerable: int
    answerable: int
    precision: float | None
    recall: float | None
    false_refusals: float | None


def refusal_figures(answerable: Sequence[bool], refused: Sequence[bool]) -> RefusalFigures:
    """Return the figures; refusing is the positive class (precision and recall as van Rijsbergen 1979)."""
    pairs = list(zip(answerable, refused, strict=True))
    right = sum(r and not a for a, r in pairs)
    wrong = sum(r and a for a, r in pairs)
    could = sum(answerable)
    could_not = len(pairs) - could
    return RefusalFigures(
        refused=right + wrong,
        unanswerable=could_not,
        answerable=could,
        precision=_share(right, right + wrong),
        recall=_share(right, could_not),
        false_refusals=_share(wrong, could),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
