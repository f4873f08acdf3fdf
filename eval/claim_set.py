"""Labelled claims: JSONL, of one claim with its evidence, or of a whole answer with its contexts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from eval.json_lines import first_fault, read_lines
from rag.errors import UsageError

SAMPLE_CLAIMS = Path(__file__).parent / "claims" / "sample.jsonl"


class LabelledClaim(BaseModel):
    """A sentence, the text it is said to follow from, and whether it does (1) or not (0).

    Files may have numbers for ids, true and false for labels, and evidence in several passages.
    `kind` is never empty once it was read from a file: without one it is the file's name, and of
    several files the name goes before it. `file` is that name.
    """

    model_config = ConfigDict(extra="allow", frozen=True)

    id: str = ""
    claim: str
    evidence: str
    label: Literal[0, 1] | None = None
    kind: str = ""
    file: str = ""

    @field_validator("id", "kind", mode="before")
    @classmethod
    def _name(cls, value: Any) -> Any:
        return _as_name(value)

    @field_validator("evidence", mode="before")
    @classmethod
    def _joined(cls, value: Any) -> Any:
        is_passages = isinstance(value, list) and all(isinstance(passage, str) for passage in value)
        return "\n\n".join(value) if is_passages else value

    @field_validator("label", mode="before")
    @classmethod
    def _label(cls, value: Any) -> Any:
        if value is None or (not isinstance(value, str) and value in (0, 1)):
            return None if value is None else int(value)
        if value in ("0", "1"):
            return int(value)
        raise ValueError(f"must be 1 (the evidence supports the claim), 0 or absent, not {value!r}")


class AnswerText(BaseModel):
    """An answer as a text with [n] markers, the contexts it may cite, and whether they answer."""

    model_config = ConfigDict(extra="allow", frozen=True)

    id: str = ""
    answer: str
    contexts: list[str] = Field(default_factory=list)
    answerable: bool

    @field_validator("id", mode="before")
    @classmethod
    def _name(cls, value: Any) -> Any:
        return _as_name(value)


@dataclass(frozen=True, slots=True)
class ClaimSet:
    """The claims and the answers of some files. `sha256` is that of the files in order."""

    paths: tuple[Path, ...]
    sha256: str
    claims: tuple[LabelledClaim, ...]
    answers: tuple[AnswerText, ...]


def load_claims(paths: Sequence[Path]) -> ClaimSet:
    """Read claim files; an id that is missing, or taken by another file's claim, is given.

    Raises:
        UsageError: a file cannot be read, or a line is neither; the message names the line.
    """
    digest = hashlib.sha256()
    claims: list[LabelledClaim] = []
    answers: list[AnswerText] = []
    taken: set[str] = set()
    for path in paths:
        content, lines = read_lines(path)
        digest.update(content)
        for number, line in lines:
            row = _row(path, number, line)
            row = row.model_copy(update={"id": _free_id(row.id, path, number, taken)})
            if isinstance(row, LabelledClaim):
                claims.append(_with_kind(row, path.stem, is_one_of_several=len(paths) > 1))
            else:
                answers.append(row)
    if not claims and not answers:
        raise UsageError(f"{', '.join(map(str, paths))}: no claims; give JSONL of claim, evidence and label")
    return ClaimSet(tuple(paths), digest.hexdigest(), tuple(claims), tuple(answers))


def _as_name(value: Any) -> Any:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else value


def _row(path: Path, number: int, line: str) -> LabelledClaim | AnswerText:
    try:
        value: Any = json.loads(line)
        if isinstance(value, dict) and "contexts" in value:
            return AnswerText.model_validate(value)
        return LabelledClaim.model_validate(value)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}:{number}: not JSON: {error}") from error
    except ValidationError as error:
        raise UsageError(f"{path}:{number}: {first_fault(error)}") from error


def _with_kind(claim: LabelledClaim, file: str, is_one_of_several: bool) -> LabelledClaim:
    kind = claim.kind or file
    if claim.kind and is_one_of_several:
        kind = f"{file}/{kind}"
    return claim.model_copy(update={"kind": kind, "file": file})


def _free_id(given: str, path: Path, number: int, taken: set[str]) -> str:
    name = given if given and given not in taken else f"{path.stem}:{number}"
    taken.add(name)
    return name
