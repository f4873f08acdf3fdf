"""Checks the records, Chroma and the snapshot of an index against each other, and repairs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rag.index.paper_index import EmbeddedPaper, PaperIndex
from rag.index.records import StoredPaper
from rag.index.snapshot import newest_revision
from rag.paper import Paper


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that does not fit, said in one line."""

    message: str


@dataclass(frozen=True, slots=True)
class Integrity:
    """What a check found.

    `without_vectors` are papers of which Chroma lacks chunks or holds those of another text, or of
    which states of tokens are missing, `orphans`
    chunks in Chroma of which there is no paper.
    """

    problems: Sequence[Problem]
    without_vectors: Sequence[Paper]
    orphans: Sequence[str]

    @property
    def clean(self) -> bool:
        """Whether everything fits."""
        return not self.problems


def check_index(index: PaperIndex) -> Integrity:
    """Compare the parts of an index. It changes nothing but makes finished papers searchable."""
    problems = [Problem(f"the record file is damaged: {note}") for note in index.records.damage()]
    stored = list(index.records.all())
    expected = {
        chunk_id: (paper.paper, *span)
        for paper in stored
        for chunk_id, span in zip(paper.chunk_ids, paper.chunks, strict=True)
    }
    present: set[str] = set()
    orphans: list[str] = []
    for chunk_id, text in index.vectors.all_texts():
        if chunk_id not in expected:
            orphans.append(chunk_id)
            continue
        paper, start, end = expected[chunk_id]
        if text == paper.text[start:end]:
            present.add(chunk_id)
    orphans.sort()
    without = [s.paper for s in stored if not present.issuperset(s.chunk_ids)]
    if without:
        problems.append(
            Problem(f"Chroma lacks chunks of {len(without)} papers, such as {without[0].paper_id}")
        )
    stateless = _without_states(index, stored)
    if stateless:
        problems.append(
            Problem(
                f"states of tokens are missing of {len(stateless)} papers, such as {stateless[0].paper_id}"
            )
        )
    known = {paper.paper_id for paper in without}
    without += [paper for paper in stateless if paper.paper_id not in known]
    if orphans:
        problems.append(Problem(f"Chroma holds {len(orphans)} chunks of no paper, such as {orphans[0]}"))
    problems += _snapshot_problems(index, [s.paper.paper_id for s in stored])
    return Integrity(problems, without, orphans)


def repair_index(
    index: PaperIndex,
    found: Integrity,
    embed: Callable[[Paper], EmbeddedPaper],
    progress: Callable[[int], object],
) -> None:
    """Mend what `check_index` found, from the stored records. Call it while `writing`.

    `progress` is called with 1 for every paper that is embedded again.
    """
    for paper in found.without_vectors:
        index.write([embed(paper)])
        progress(1)
    index.vectors.delete(found.orphans)
    index.rebuild_snapshot()


def _without_states(index: PaperIndex, stored: Sequence[StoredPaper]) -> list[Paper]:
    if not index.has_states:
        return []
    present = index.records.chunks_with_states()
    return [s.paper for s in stored if not present.issuperset(s.chunk_ids)]


def _snapshot_problems(index: PaperIndex, paper_ids: list[str]) -> list[Problem]:
    if newest_revision(index.snapshots) != index.records.revision:
        return [Problem("the search snapshot is older than the records")]
    snapshot = index.snapshot()
    if snapshot.paper_ids != paper_ids:
        return [Problem("the search snapshot holds other papers than the records")]
    blank = int((~np.any(snapshot.vectors, axis=1)).sum())
    return [Problem(f"{blank} chunks of the search snapshot have no vector")] if blank else []
