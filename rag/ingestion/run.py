"""Brings records into an index: finds the paper each is a record of, and embeds and writes what is new."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rag.chunking import Chunk, chunk_paper
from rag.index.paper_index import EmbeddedPaper, PaperIndex
from rag.ingestion.catalog import Catalog
from rag.ingestion.merging import merged_paper, says_the_same
from rag.ingestion.near_duplicates import NearDuplicates, difference
from rag.ingestion.report import IngestReport
from rag.models.index_embedding import Embedded, IndexEmbedding
from rag.models.token_states import NO_STATES
from rag.paper import Paper
from rag.progress import progress_bar
from rag.sources.records import Record, Skipped, Warned

# Papers that are embedded and made safe together. A killed run loses at most these, and more at once
# would bring no speed.
_BATCH = 32
# Papers after which a new index can be searched, although the run goes on.
_FIRST_REFRESH = 128
# A text without end would hold up everything that comes after it.
_MOST_CHARACTERS = 200_000


@dataclass(frozen=True, slots=True)
class _Change:
    paper: Paper
    # Ids under which the paper was known before.
    replaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A paper of this run, by its id. The papers themselves are not kept in memory."""

    fingerprint: str
    origin: str


class Ingestion:
    """One run over records into an index that the caller holds for writing."""

    def __init__(self, index: PaperIndex, embedder: IndexEmbedding, catalogs: Iterable[Catalog]) -> None:
        self._index = index
        self._embedder = embedder
        self._catalogs = list(catalogs)
        self._report = IngestReport()
        # What this run has met, by id; the ids by fingerprint; and what waits to be written.
        self._seen: dict[str, _Seen] = {}
        self._seen_texts: dict[str, str] = {}
        self._waiting: dict[str, Paper] = {}
        self._unlinked: set[str] = set()
        self._former_ids: dict[str, tuple[str, ...]] = {}
        self._near: NearDuplicates | None = None
        self._next_refresh = max(_FIRST_REFRESH, 2 * len(index.records))

    def run(self, records: Iterable[Record]) -> IngestReport:
        """Ingest `records` and return the report.

        Every finished batch stays when the run is interrupted.
        """
        started = time.monotonic()
        with progress_bar("Ingesting", "papers") as bar:
            batch: list[_Change] = []
            for change in self._changes(records, bar.update):
                batch.append(change)
                if len(batch) == _BATCH:
                    self._write(batch)
                    batch = []
                    self._show_what_is_there()
            self._write(batch)
        self._index.refresh()
        self._report.papers = len(self._index.records)
        self._report.met = frozenset(self._seen)
        self._report.unlinked = len(self._unlinked)
        self._report.seconds = time.monotonic() - started
        self._index.records.add_run(self._report.to_dict())
        return self._report

    def _show_what_is_there(self) -> None:
        """Make the papers so far searchable, each time their number has doubled.

        Others may search during a long run; doubling keeps that cheap.
        """
        papers = len(self._index.records)
        if papers >= self._next_refresh:
            self._index.refresh()
            self._next_refresh = 2 * papers

    def _changes(self, records: Iterable[Record], count: Callable[[int], object]) -> Iterator[_Change]:
        """Yield the papers that have to be written, and fill the report."""
        for record in records:
            match record:
                case Skipped():
                    self._report.skipped.append(record)
                case Warned():
                    self._report.warnings.append(record)
                case Paper() if len(record.text) > _MOST_CHARACTERS:
                    reason = f"{len(record.text):,} characters in one paragraph; no abstract is longer than"
                    self._report.skipped.append(Skipped(record.origin, f"{reason} {_MOST_CHARACTERS:,}"))
                case Paper():
                    count(1)
                    change = self._resolve(self._link(record))
                    if change is not None:
                        yield change

    def _link(self, paper: Paper) -> Paper:
        if paper.url and paper.title:
            return paper
        # A repeat is not counted again.
        is_new = paper.fingerprint not in self._seen_texts
        for catalog in self._catalogs:
            linked = catalog.link(paper)
            if linked is not None:
                self._report.linked += is_new
                return linked
        return paper

    def _resolve(self, paper: Paper) -> _Change | None:
        """Return what has to be written for a paper, or None; count it."""
        paper = self._with_own_id(paper)
        twin = self._seen_texts.get(paper.fingerprint)
        before = self._current(twin) if twin is not None else self._known(paper)
        if twin is not None:
            origin = self._seen[twin].origin
            self._report.skipped.append(Skipped(paper.origin, f"the same abstract as {origin}"))
        merged = paper if before is None else merged_paper(before, paper)
        self._remember(merged, before, paper.origin)
        if before is not None and says_the_same(before, merged):
            self._report.unchanged += twin is None
            return None
        if twin is None:
            self._report.added += before is None
            self._report.updated += before is not None
        if before is None:
            self._warn_of_near_duplicates(merged)
        self._waiting[merged.paper_id] = merged
        return _Change(merged, self._former_ids.get(merged.paper_id, ()))

    def _warn_of_near_duplicates(self, paper: Paper) -> None:
        """Report papers of which a new one differs in a word or a number only; both are kept."""
        if self._near is None:
            self._near = NearDuplicates()
            for stored in self._index.records.all():
                self._near.add(stored.paper)
        for paper_id in self._near.candidates(paper):
            other = self._current(paper_id)
            how = difference(other.text, paper.text) if other else ""
            if other and how:
                self._warn(paper, f"nearly the same abstract as {other.origin}; both are kept ({how})")
        self._near.add(paper)

    def _warn(self, paper: Paper, message: str) -> None:
        warning = Warned(paper.origin, message)
        self._report.warnings.append(warning)
        self._report.comparisons.append(warning)

    def _with_own_id(self, paper: Paper) -> Paper:
        """Give a paper another id if its own belongs to another abstract of this run."""
        other = f"{paper.paper_id}~{paper.fingerprint[:8]}"
        if self._index.records.get(other) is not None:
            # An earlier run has decided so; the order of the files does not matter any more.
            return replace(paper, paper_id=other)
        earlier = self._seen.get(paper.paper_id)
        if earlier is None or earlier.fingerprint == paper.fingerprint:
            return paper
        self._warn(
            paper, f"has the same identifier as {earlier.origin} but another abstract; kept as {other}"
        )
        return replace(paper, paper_id=other)

    def _known(self, paper: Paper) -> Paper | None:
        """Return the stored paper that this is a record of."""
        by_id = self._current(paper.paper_id)
        if by_id is not None:
            return by_id
        found = self._index.records.by_fingerprint(paper.fingerprint)
        # A paper that this run has given another text is not it any more.
        return found.paper if found is not None and found.paper.paper_id not in self._seen else None

    def _current(self, paper_id: str) -> Paper | None:
        if paper_id in self._waiting:
            return self._waiting[paper_id]
        stored = self._index.records.get(paper_id)
        return stored.paper if stored else None

    def _remember(self, paper: Paper, before: Paper | None, origin: str) -> None:
        if before is not None and before.paper_id != paper.paper_id:
            self._seen.pop(before.paper_id, None)
            self._unlinked.discard(before.paper_id)
            self._waiting.pop(before.paper_id, None)
            former = self._former_ids.pop(before.paper_id, ())
            self._former_ids[paper.paper_id] = (*former, before.paper_id)
        self._seen.setdefault(paper.paper_id, _Seen(paper.fingerprint, origin))
        # A later record of the paper may bring the link.
        if paper.url:
            self._unlinked.discard(paper.paper_id)
        else:
            self._unlinked.add(paper.paper_id)
        self._seen_texts[paper.fingerprint] = paper.paper_id

    def _write(self, batch: list[_Change]) -> None:
        # A paper may have changed twice within the batch; the last state is written, once.
        final = {change.paper.paper_id: change for change in batch}
        gone = {paper_id for change in batch for paper_id in change.replaces}
        changes = [change for paper_id, change in final.items() if paper_id not in gone]
        if changes:
            self._index.write(self._embedded(changes))
        self._waiting.clear()

    def _embedded(self, changes: Sequence[_Change]) -> list[EmbeddedPaper]:
        """Return the papers embedded; only texts that are new are."""
        chunks = [_chunks(change.paper, self._embedder) for change in changes]
        embedded = self._already_embedded(changes)
        texts = dict.fromkeys(chunk.embedded_text for of_paper in chunks for chunk in of_paper)
        new = [text for text in texts if text not in embedded]
        embedded |= zip(new, self._embedder.embed_passages(new), strict=True)
        return [
            EmbeddedPaper(change.paper, c, [embedded[chunk.embedded_text] for chunk in c], change.replaces)
            for change, c in zip(changes, chunks, strict=True)
        ]

    def _already_embedded(self, changes: Sequence[_Change]) -> dict[str, Embedded]:
        """Return what the index holds of these papers already, by the embedded text."""
        known = (
            stored.paper
            for change in changes
            for paper_id in (change.paper.paper_id, *change.replaces)
            if (stored := self._index.records.get(paper_id)) is not None
        )
        rows = [(paper, chunk) for paper in known for chunk in _chunks(paper, self._embedder)]
        if not rows:
            return {}
        vectors = self._index.vectors.embedded(rows)
        states = self._index.records.token_states([chunk.chunk_id for _, chunk in rows])
        return {
            chunk.embedded_text: Embedded(vectors[chunk.embedded_text], states.get(chunk.chunk_id, NO_STATES))
            for _, chunk in rows
            if chunk.embedded_text in vectors and (chunk.chunk_id in states or not self._index.has_states)
        }


def embed_paper(paper: Paper, embedder: IndexEmbedding) -> EmbeddedPaper:
    """Return `paper` cut into chunks and embedded, ready to be written."""
    chunks = _chunks(paper, embedder)
    return EmbeddedPaper(paper, chunks, embedder.embed_passages([chunk.embedded_text for chunk in chunks]))


def _chunks(paper: Paper, embedder: IndexEmbedding) -> list[Chunk]:
    return chunk_paper(paper, embedder.count_tokens, embedder.spec.max_tokens - 2)
