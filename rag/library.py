"""`Library`: ingest, search and ask. The one object that the shell, the page and the evals use."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

import platformdirs

from rag.answering.answer import Answer, Mode
from rag.answering.ask import stream_answer
from rag.answering.followups.standalone import Exchange
from rag.answering.quoted import QuotedAnswers
from rag.answering.support import SupportChecker
from rag.answering.writer import Writer
from rag.errors import ServiceError, UsageError
from rag.index.integrity import Integrity
from rag.index.manifest import read_manifest
from rag.index.opening import open_existing_index
from rag.index.paper_index import PaperIndex
from rag.ingestion.report import IngestReport
from rag.library_writer import LibraryWriter
from rag.models.loading import Models
from rag.paper import Paper
from rag.retrieval.filters import PaperFilter
from rag.retrieval.question_search import MOST_OF_AUTHOR, QuestionSearcher
from rag.retrieval.reading import Reading
from rag.retrieval.results import SearchResult
from rag.retrieval.search import Searcher
from rag.sample_index import open_sample_index
from rag.settings import Settings, load_settings

_EVERYTHING = PaperFilter()
_BY_RULES = Reading()


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
        return self._writer.ingest(paths, catalog)

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
        return self._writer.remove(paper_ids)

    def reindex(self) -> int:
        """Build the user's own index again with the present embedder; return the number of papers.

        If it fails, the old one stays in place.

        Raises:
            IndexUnavailable: there is no index, or it is being written.
        """
        self.close()
        return self._writer.reindex()

    def doctor(self, repair: bool = True) -> tuple[Integrity, Integrity]:
        """Check the parts of the index against each other; return what was found before and after.

        With `repair`, what is wrong is mended from the stored records in between.

        Raises:
            IndexUnavailable: there is no index, it is being written, or its records are damaged.
        """
        return self._writer.doctor(self.index, repair)

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
                q, None, allowed, self.settings.answer_depth, reading, MOST_OF_AUTHOR
            ),
            searched=len(self),
            settings=self.settings,
        )
        if mode == "quoted":
            return stream(maker=lambda: quoted)
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

    @property
    def _writer(self) -> LibraryWriter:
        return LibraryWriter(self.own_folder, self.models)

    def _open(self) -> PaperIndex:
        if self.settings.index is None and read_manifest(self.own_folder) is None:
            return open_sample_index(self.settings.cache, self.models.embedder)
        return open_existing_index(self.own_folder, self.models.embedder.spec)

    def _is_current(self, index: PaperIndex) -> bool:
        outgrown = index.folder != self.own_folder and read_manifest(self.own_folder) is not None
        return index.is_current() and not outgrown
