"""How a question is to be read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """How a question is read: by the rules or, with `by_rules` false, every word as it stands.

    `ignored` are phrases of it, as `Recognised.words` has them, that it is read without.
    """

    by_rules: bool = True
    ignored: Collection[str] = ()
