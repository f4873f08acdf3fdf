"""Which papers a search may return."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rag.index.authors import author_key
from rag.index.snapshot import Snapshot
from rag.text import fold


@dataclass(frozen=True, slots=True)
class PaperFilter:
    """Papers of any of the years and any of the venues by any of the authors; empty means all.

    A venue matches without case. An author matches when every given word is a word of one
    author's name, without case and accents: "bengio" finds Yoshua and Samy Bengio.
    """

    years: Sequence[int] = ()
    venues: Sequence[str] = ()
    authors: Sequence[str] = ()

    def mask(self, snapshot: Snapshot) -> npt.NDArray[np.bool_]:
        """Return for every paper row whether it may be returned."""
        allowed = np.ones(len(snapshot.paper_ids), dtype=np.bool_)
        if self.years:
            allowed &= np.isin(snapshot.years, list(self.years))
        if self.venues:
            wanted = {fold(venue) for venue in self.venues}
            allowed &= np.array([fold(venue) in wanted for venue in snapshot.venues], dtype=np.bool_)
        if self.authors:
            written = np.zeros_like(allowed)
            written[_rows_by(self.authors, snapshot)] = True
            allowed &= written
        return allowed


def _rows_by(authors: Sequence[str], snapshot: Snapshot) -> list[int]:
    wanted = [set(author_key(author).split()) for author in authors]
    return [
        row
        for name, rows in snapshot.authors.items()
        if any(words and words <= set(name.split()) for words in wanted)
        for row in rows
    ]
