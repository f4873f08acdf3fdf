"""The library under evaluation, opened once, with its papers at hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.environment import code_fingerprint, describe, papers_fingerprint, relevant_settings
from eval.memory import MeasuredModels
from eval.question_set import GoldPapers, Question
from rag.library import Library
from rag.paper import Paper
from rag.settings import load_settings


@dataclass(frozen=True, slots=True)
class Target:
    """A library, its papers by id, and a way to find them by link.

    `state` changes with everything that may change an answer: papers, settings and code.
    """

    library: Library
    papers: dict[str, Paper]
    gold: GoldPapers
    fingerprint: str
    state: list[Any]

    @property
    def saved_ms(self) -> float:
        """The time that what its models remembered once took; see `eval.memory`."""
        models = self.library.models
        return models.saved_ms if isinstance(models, MeasuredModels) else 0.0

    def environment(self) -> dict[str, Any]:
        """Return what a report states about this library."""
        return describe(self.library, self.fingerprint)


class _SampleLibrary(Library):
    """The library of someone without an index of their own."""

    @property
    def own_folder(self) -> Path:
        """A folder in which nothing is."""
        return self.settings.cache / "no-index"


def open_target(index: Path | None, is_sample: bool = False) -> Target:
    """Open the index, or the sample library when there is no index or `is_sample` asks for it.

    Raises:
        IndexUnavailable: the index does not exist or does not fit.
    """
    settings = load_settings(index=index)
    models = MeasuredModels(settings)
    if is_sample:
        return target_of(_SampleLibrary(settings.model_copy(update={"index": None}), models))
    return target_of(Library(settings, models))


def target_of(library: Library) -> Target:
    """Return the target of an open library."""
    papers = {paper.paper_id: paper for paper in library.papers()}
    fingerprint = papers_fingerprint(papers.values())
    state = [fingerprint, relevant_settings(library), code_fingerprint()]
    return Target(library, papers, GoldPapers(papers.values()), fingerprint, state)


def standalone(question: Question) -> str:
    """Return the question as it is put to a system that knows no conversation.

    Earlier questions go before it, so that what "it" refers to can be found.
    """
    return " ".join([*question.history, question.question])
