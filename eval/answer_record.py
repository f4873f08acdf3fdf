"""An answer as its JSON has it: what `rag ask --json` prints, read back for scoring."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from eval.json_lines import first_fault
from rag.errors import UsageError


class EvidenceRecord(BaseModel):
    """A quotation and its place in the stored text."""

    quote: str
    start: int
    end: int


class SourceRecord(BaseModel):
    """A cited paper."""

    n: int
    paper_id: str
    title: str
    url: str = ""
    evidence: list[EvidenceRecord] = []


class SentenceRecord(BaseModel):
    """A sentence and the sources it cites."""

    text: str
    citations: list[int]
    support: float
    verdict: str


class DroppedRecord(BaseModel):
    """A sentence the user did not get."""

    text: str
    reason: str


class AnswerRecord(BaseModel):
    """An answer. Fields that scoring does not need are ignored.

    `count` is the number of papers where the question was how many, and the answer says so.
    """

    model_config = ConfigDict(extra="ignore")

    question: str
    answer: str
    abstained: bool = False
    reason: str = ""
    mode: str = ""
    count: int | None = None
    sentences: list[SentenceRecord] = []
    sources: list[SourceRecord] = []
    dropped: list[DroppedRecord] = []
    timings_ms: dict[str, float] = {}


def answer_record(value: Any, where: str) -> AnswerRecord:
    """Read an answer's JSON.

    Raises:
        UsageError: it is no answer; `where` is named.
    """
    try:
        return AnswerRecord.model_validate(value)
    except ValidationError as error:
        raise UsageError(f"{where} is no answer's JSON: {first_fault(error)}") from error
