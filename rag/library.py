"""`Library`: ingest, search and ask. The one object that the shell, the page and the evals use."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Self

import platformdirs

from rag.answering.answer import Answer, Mode
from rag.answering.ask import stream_answer
from rag.answering.followups import Exchange
from rag.answering.quoted import QuotedAnswers
from rag.answering.support import SupportChecker
from rag.catalog import Catalog
from rag.errors import ChromaUnreadable, IndexUnavailable, ServiceError, UsageError
from rag.index.integrity import Integrity, Problem, check_index, repair_index
from rag.index.manifest import read_manifest
from rag.index.paper_index import EmbeddedPaper, PaperIndex, create_index, open_index, rebuild_index
from rag.ingest import Ingestion, IngestReport, embed_paper
from rag.models.loading import Models
from rag.paper import Paper
from rag.progress import progress_bar
from rag.repeats import input_key, outcome_of, repeated_report
from rag.retrieval.filters import PaperFilter
from rag.retrieval.question_search import QuestionSearcher, Reading
from rag.retrieval.results import SearchResult
from rag.retrieval.search import Searcher
from rag.sample import sample_papers, sample_version
from rag.settings import Settings, load_settings
from rag.sites import fetch, is_site
from rag.sources import read
from rag.sources.records import Record, Skipped, Warned

_EVERYTHING = PaperFilter()
_BY_RULES = Reading()
# Two processes may start with the sample at once; one builds it, the other waits.
_SAMPLE_WAIT_SECONDS = 120
# How many papers a question for an author may list.
_MOST_PAPERS_OF_AUTHOR = 50


class Library:
    """The papers of one index folder, and everything one can ask of them.

    Models are loaded at first use. As long as the user has no index of their own, questions go to
    the sample library (`is_sample`), which is never mixed with other papers.
    """

    def __init__(self, settings: Settings | None = None, models: Models | None = None) -> None:
        self.settings = settings or load_settings()
        self.models = models or Models(self.settings)
        self._index: PaperIndex | None = None
        self._lock = threading.RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the index."""
        if self._index is not None:
            self._index.close()
            self._index = None

    @property
    def own_folder(self) -> Path:
        """The folder of the user's own index, which may not exist yet."""
        return self.settings.index or Path(platformdirs.user_data_dir("askpapers")) / "index"

    @property
    def is_sample(self) -> bool:
        """Whether questions go to the sample library."""
        return self.index.folder != self.own_folder

    @property
    def index(self) -> PaperIndex:
        """The index that questions go to; opened, and for the sample built, at first use.

        Raises:
            IndexUnavailable: the index named in the settings does not exist or does not fit.
        """
        with self._lock:
            if self._index is not None and not self._is_current(self._index):
                # Another process has built another. A search under way still uses the old one.
                self._index = None
            if self._index is None:
                self._index = self._open()
            return self._index

    def __len__(self) -> int:
        """Return the number of papers."""
        return len(self.index.records)

    def ingest(self, paths: Sequence[str], catalog: Sequence[str] = ()) -> IngestReport:
        """Read files, folders and sites into the user's own index, and report on everything in them.

        `catalog` names files with titles and links for papers that come without; the sample's
        papers are always known. Without a single paper no index is made.

        Raises:
            UsageError: a path does not exist, or the catalogue holds nothing.
            IndexUnavailable: the index is being written, cannot be written, or does not fit.
            ServiceError: nothing could be had from a site.
        """
        for path in (*paths, *catalog):
            if path != "-" and not is_site(path) and not Path(path).exists():
                raise UsageError(f"{path} does not exist; give a file or a folder of abstracts")
        catalogs = [Catalog.from_papers(sample_papers())]
        if catalog:
            given = Catalog.from_papers(r for r in self._records(catalog) if isinstance(r, Paper))
            if not len(given):
                raise UsageError(f"{', '.join(catalog)} has no paper with a title and an abstract to link by")
            catalogs.append(given)
        records = self._records(paths)
        key = input_key(paths, catalog)
        index = open_index(self.own_folder, self.models.embedder.spec)
        if index is None:
            before, records = _until_first_paper(records)
            if not before or not isinstance(before[-1], Paper):
                return _report_without_papers(before)
            index = create_index(self.own_folder, self.models.embedder.spec)
            records = chain(before, records)
        try:
            with index.writing():
                if (outcome := index.records.input_outcome(key)) is not None:
                    return _repeated(index, outcome)
                report = Ingestion(index, self.models.embedder, catalogs).run(records)
                if key and key == input_key(paths, catalog):
                    index.records.remember_input(key, outcome_of(report))
                return report
        finally:
            index.close()

    def sync(self, paths: Sequence[str], catalog: Sequence[str] = ()) -> tuple[IngestReport, list[Paper]]:
        """Ingest `paths`, and return with the report the papers of the index that are not in them.

        Nothing is removed; `remove` does that. Where `report.unread` names something, no paper is said
        to be missing.
        """
        report = self.ingest(paths, catalog)
        if report.unread:
            return report, []
        return report, [paper for paper in self.papers() if paper.paper_id not in report.met]

    def remove(self, paper_ids: Sequence[str]) -> int:
        """Remove papers from the user's own index and return how many were there.

        Raises:
            IndexUnavailable: there is no such index, or it is being written.
        """
        index = self._own_index()
        with index.writing():
            removed = index.remove(paper_ids)
            index.refresh()
        return removed

    def reindex(self) -> int:
        """Build the user's own index again with the present embedder; return the number of papers.

        If it fails, the old one stays in place.

        Raises:
            IndexUnavailable: there is no index, or it is being written.
        """
        self.close()

        def fill(index: PaperIndex, papers: Iterator[Paper]) -> None:
            Ingestion(index, self.models.embedder, []).run(papers)

        rebuilt = rebuild_index(self.own_folder, self.models.embedder.spec, fill)
        with closing(rebuilt):
            return len(rebuilt.records)

    def doctor(self, repair: bool = True) -> tuple[Integrity, Integrity]:
        """Check the parts of the index against each other; return what was found before and after.

        With `repair`, what is wrong is mended from the stored records in between.

        Raises:
            IndexUnavailable: there is no index, it is being written, or its records are damaged.
        """
        index = self.index

        def embed(paper: Paper) -> EmbeddedPaper:
            return embed_paper(paper, self.models.embedder)

        try:
            with index.writing():
                index.refresh()
                before = check_index(index)
                if before.clean or not repair:
                    return before, before
                with progress_bar("Repairing", "papers", total=len(before.without_vectors)) as bar:
                    repair_index(index, before, embed, bar.update)
                return before, check_index(index)
        except ChromaUnreadable as error:
            before = Integrity([Problem(str(error))], [], [])
            if not repair or self.is_sample:
                return before, before
        self.reindex()
        with self.index.writing():
            return before, check_index(self.index)

    def search(
        self,
        question: str,
        k: int | None = None,
        allowed: PaperFilter = _EVERYTHING,
        rerank: bool = True,
        reading: Reading = _BY_RULES,
    ) -> SearchResult:
        """Return the `k` best papers for `question`, each with the passages that match.

        Without `k` these are ten or, where the question asks for all papers on a topic, all. `allowed`
        says which papers may be returned, besides what the question itself says of them as far as
        `reading` allows; the result says what it was understood to mean. With `rerank` the
        cross-encoder scores the passages.

        Raises:
            UsageError: the question is blank or too long, or `k` is below 1.
            IndexUnavailable: there is nothing to search.
        """
        depth = self.settings.rerank_depth if rerank else 0
        return self._questions.search(question, k, allowed, depth, reading)

    def similar(self, paper_id: str, k: int = 10, allowed: PaperFilter = _EVERYTHING) -> SearchResult:
        """Return the `k` papers nearest to one of the library, with the sentences that are alike.

        Raises:
            UsageError: there is no such paper, or `k` is below 1.
            IndexUnavailable: there is nothing to search.
        """
        subject = self.paper(paper_id)
        if subject is None:
            raise UsageError(f"no paper {paper_id!r} in {self.index.folder}; list them with: rag papers")
        if k < 1:
            raise UsageError(f"k is {k}; ask for at least one paper")
        return self._questions.like(subject, k, allowed)

    @property
    def _questions(self) -> QuestionSearcher:
        searcher = Searcher(self.index, self.models.embedder, lambda: self.models.reranker, self.settings)
        return QuestionSearcher(self.index, self.models.embedder, searcher, self.settings)

    def ask(
        self,
        question: str,
        mode: Mode | None = None,
        history: Sequence[Exchange] = (),
        allowed: PaperFilter = _EVERYTHING,
        reading: Reading = _BY_RULES,
    ) -> Answer:
        """Return the answer to `question`.

        `history` holds the earlier exchanges of the conversation, oldest first, for questions that
        lean on them. `allowed` and `reading` are those of `search`.

        Raises:
            UsageError: the question is blank or too long, or `mode` is written without a model.
            IndexUnavailable: there is nothing to search.
            ServiceError: the language model cannot be reached.
        """
        *_, answer = self.ask_stream(question, mode, history, allowed, reading)
        return answer

    def ask_stream(
        self,
        question: str,
        mode: Mode | None = None,
        history: Sequence[Exchange] = (),
        allowed: PaperFilter = _EVERYTHING,
        reading: Reading = _BY_RULES,
    ) -> Iterator[Answer]:
        """Yield the answer as it grows, as `ask` would return it in the end."""
        mode = mode or self.mode
        if mode == "written" and not self.settings.written_is_possible:
            raise UsageError(
                "written answers need a language model; set RAG_LLM_MODEL, and RAG_LLM_BASE_URL for a server"
                " of your own, or ask with --mode quoted"
            )
        quoted = QuotedAnswers(lambda: self.models.reranker)
        stream = partial(
            stream_answer,
            question,
            history,
            mode,
            lambda q: self._questions.search(
                q, None, allowed, self.settings.answer_depth, reading, _MOST_PAPERS_OF_AUTHOR
            ),
            searched=len(self),
            settings=self.settings,
        )
        if mode == "quoted":
            return stream(maker=lambda: quoted)
        from rag.answering.writer import Writer

        models = self.models
        checker = SupportChecker(lambda: models.reranker)
        writer = Writer(
            self.settings, lambda: models.language_model, lambda: models.judge_model, checker, quoted
        )
        return writer.metered(stream(maker=writer.maker, standalone=writer.standalone))

    @property
    def mode(self) -> Mode:
        """How answers are made unless a call says otherwise."""
        if self.settings.mode == "auto":
            return "written" if self.settings.written_is_possible else "quoted"
        return self.settings.mode

    def probe_model(self) -> tuple[bool, str] | None:
        """Return whether the language model answers and what was found, in one line; None without one.

        It takes a few seconds at most.
        """
        if self.mode == "quoted":
            return None
        try:
            return self.models.language_model.probe()
        except ServiceError as error:
            return False, str(error)

    def paper(self, paper_id: str) -> Paper | None:
        """Return the paper with this id, or None."""
        return self.index.paper(paper_id)

    def papers(self) -> Iterator[Paper]:
        """Return every paper, ordered by id."""
        return (stored.paper for stored in self.index.records.all())

    def status(self) -> dict[str, Any]:
        """Return where the index is, what built it, how large it is, and the last runs."""
        return {
            "index": str(self.index.folder),
            "sample": self.is_sample,
            "papers": len(self),
            "chunks": len(self.index.snapshot().chunk_paper),
            "bytes": sum(f.stat().st_size for f in self.index.folder.rglob("*") if f.is_file()),
            "mode": self.mode,
            "built_by": self.index.manifest.model_dump(mode="json"),
            "last_runs": [{"finished": t} | report for t, report in self.index.records.last_runs(3)],
        }

    def _records(self, sources: Sequence[str]) -> Iterator[Record]:
        """Return the records of files and sites; what has to be downloaded is, before this returns."""
        files = [source for source in sources if not is_site(source) or Path(source).exists()]
        fetched = [fetch(s, self.settings.cache / "sites") for s in sources if s not in files]
        return chain(read(*files) if files else (), *fetched)

    def _open(self) -> PaperIndex:
        if self.settings.index is None and read_manifest(self.own_folder) is None:
            return self._open_sample()
        return self._own_index()

    def _own_index(self) -> PaperIndex:
        index = open_index(self.own_folder, self.models.embedder.spec)
        if index is None:
            raise IndexUnavailable(
                f"there is no index at {self.own_folder}, nothing has been ingested into it yet;"
                f" run: rag ingest PATH --index {self.own_folder}"
            )
        return index

    def _open_sample(self) -> PaperIndex:
        spec = self.models.embedder.spec
        folder = self.settings.cache / f"sample-{sample_version()}-{spec.name}-{spec.model[:8]}"
        try:
            index = create_index(folder, spec)
        except IndexUnavailable:
            # Written by another version; it can be made again from the package.
            shutil.rmtree(folder, ignore_errors=True)
            index = create_index(folder, spec)
        papers = list(sample_papers())
        if len(index.records) < len(papers):
            with index.writing(wait_seconds=_SAMPLE_WAIT_SECONDS):
                Ingestion(index, self.models.embedder, []).run(papers)
        return index

    def _is_current(self, index: PaperIndex) -> bool:
        outgrown = index.folder != self.own_folder and read_manifest(self.own_folder) is not None
        return index.is_current() and not outgrown


def _repeated(index: PaperIndex, outcome: dict[str, Any]) -> IngestReport:
    """Report on an input that gave `outcome` before, when the index was as it is now."""
    started = time.monotonic()
    index.refresh()
    report = repeated_report(outcome)
    report.seconds = time.monotonic() - started
    index.records.add_run(report.to_dict())
    return report


def _until_first_paper(records: Iterator[Record]) -> tuple[list[Record], Iterator[Record]]:
    before: list[Record] = []
    for record in records:
        before.append(record)
        if isinstance(record, Paper):
            break
    return before, records


def _report_without_papers(records: Sequence[Record]) -> IngestReport:
    return IngestReport(
        skipped=[r for r in records if isinstance(r, Skipped)],
        warnings=[r for r in records if isinstance(r, Warned)],
    )
