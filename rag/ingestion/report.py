"""What a run of ingestion did."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rag.sources.records import Skipped, Warned


@dataclass(slots=True)
class IngestReport:
    """What a run did.

    `papers` is the total in the index, `unlinked` counts this run's papers without a link, and
    `met` holds the ids of all papers of this run. `comparisons` are those of the warnings that a new
    paper gave rise to; a repetition of the run has none.
    """

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    linked: int = 0
    unlinked: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    warnings: list[Warned] = field(default_factory=list)
    papers: int = 0
    seconds: float = 0.0
    met: frozenset[str] = frozenset()
    comparisons: list[Warned] = field(default_factory=list)

    @property
    def unread(self) -> list[str]:
        """The places of what was not read whole: more papers may be there than came."""
        broken = [skipped.where for skipped in self.skipped if skipped.unread]
        return list(dict.fromkeys(broken + [warning.where for warning in self.warnings if warning.partial]))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of the ingest contract."""
        return {
            "added": self.added,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "linked": self.linked,
            "unlinked": self.unlinked,
            "skipped": [{"where": s.where, "reason": s.reason} for s in self.skipped],
            "warnings": [{"where": w.where, "message": w.message} for w in self.warnings],
            "papers": self.papers,
            "seconds": round(self.seconds, 3),
        }
