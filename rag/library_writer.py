"""What changes an index: papers come in and go out, and it is built again or mended."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

from rag.errors import ChromaUnreadable, UsageError
from rag.index.integrity import Integrity, Problem, check_index, repair_index
from rag.index.opening import create_index, open_existing_index, open_index, rebuild_index
from rag.index.paper_index import EmbeddedPaper, PaperIndex
from rag.ingestion.catalog import Catalog
from rag.ingestion.repeats import input_key, outcome_of, repeated_report
from rag.ingestion.report import IngestReport
from rag.ingestion.run import Ingestion, embed_paper
from rag.models.loading import Models
from rag.paper import Paper
from rag.progress import progress_bar
from rag.sample import sample_papers
from rag.sites import fetch, is_site
from rag.sources import read
from rag.sources.records import Record, Skipped, Warned, until_first_paper


class LibraryWriter:
    """Writes the user's own index in `folder`. `rag.library.Library` says what its methods do and raise."""

    def __init__(self, folder: Path, models: Models) -> None:
        self._folder = folder
        self._models = models

    def ingest(self, paths: Sequence[str], catalog: Sequence[str]) -> IngestReport:
        """Read files, folders and sites into the index; without a single paper none is made."""
        for path in (*paths, *catalog):
            if path != "-" and not is_site(path) and not Path(path).exists():
                raise UsageError(f"{path} does not exist; give a file or a folder of abstracts")
        catalogs = self._catalogs(catalog)
        records = self._records(paths)
        key = input_key(paths, catalog)
        index = open_index(self._folder, self._models.embedder.spec)
        if index is None:
            before = until_first_paper(records)
            if not before or not isinstance(before[-1], Paper):
                return _report_without_papers(before)
            index = create_index(self._folder, self._models.embedder.spec)
            records = chain(before, records)
        with closing(index), index.writing():
            if (outcome := index.records.input_outcome(key)) is not None:
                return _repeated(index, outcome)
            report = Ingestion(index, self._models.embedder, catalogs).run(records)
            if key and key == input_key(paths, catalog):
                index.records.remember_input(key, outcome_of(report))
            return report

    def remove(self, paper_ids: Sequence[str]) -> int:
        """Remove papers and return how many were there."""
        index = open_existing_index(self._folder, self._models.embedder.spec)
        with closing(index), index.writing():
            removed = index.remove(paper_ids)
            index.refresh()
        return removed

    def reindex(self) -> int:
        """Build the index again with the present embedder; return the number of papers."""
        with closing(self._rebuilt()) as rebuilt:
            return len(rebuilt.records)

    def doctor(self, index: PaperIndex, repair: bool) -> tuple[Integrity, Integrity]:
        """Check `index`, which may also be the sample; return what was found before and after repairs."""
        try:
            with index.writing():
                index.refresh()
                before = check_index(index)
                if before.clean or not repair:
                    return before, before
                self._repair(index, before)
                return before, check_index(index)
        except ChromaUnreadable as error:
            before = Integrity([Problem(str(error))], [], [])
            if not repair or index.folder != self._folder:
                return before, before
        with closing(self._rebuilt()) as rebuilt, rebuilt.writing():
            return before, check_index(rebuilt)

    def _catalogs(self, sources: Sequence[str]) -> list[Catalog]:
        """Return the catalogue of the sample, and one of `sources` if there are any."""
        catalogs = [Catalog.from_papers(sample_papers())]
        if sources:
            given = Catalog.from_papers(r for r in self._records(sources) if isinstance(r, Paper))
            if not len(given):
                raise UsageError(f"{', '.join(sources)} has no paper with a title and an abstract to link by")
            catalogs.append(given)
        return catalogs

    def _records(self, sources: Sequence[str]) -> Iterator[Record]:
        """Return the records of files and sites; what has to be downloaded is, before this returns."""
        files = [source for source in sources if not is_site(source) or Path(source).exists()]
        fetched = [fetch(s, self._models.settings.cache / "sites") for s in sources if s not in files]
        return chain(read(*files) if files else (), *fetched)

    def _rebuilt(self) -> PaperIndex:
        def fill(index: PaperIndex, papers: Iterator[Paper]) -> None:
            Ingestion(index, self._models.embedder, []).run(papers)

        return rebuild_index(self._folder, self._models.embedder.spec, fill)

    def _repair(self, index: PaperIndex, found: Integrity) -> None:
        def embed(paper: Paper) -> EmbeddedPaper:
            return embed_paper(paper, self._models.embedder)

        with progress_bar("Repairing", "papers", total=len(found.without_vectors)) as bar:
            repair_index(index, found, embed, bar.update)


def _repeated(index: PaperIndex, outcome: dict[str, Any]) -> IngestReport:
    """Report on an input that gave `outcome` before, when the index was as it is now."""
    started = time.monotonic()
    index.refresh()
    report = repeated_report(outcome)
    report.seconds = time.monotonic() - started
    index.records.add_run(report.to_dict())
    return report


def _report_without_papers(records: Sequence[Record]) -> IngestReport:
    return IngestReport(
        skipped=[r for r in records if isinstance(r, Skipped)],
        warnings=[r for r in records if isinstance(r, Warned)],
    )
