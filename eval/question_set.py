"""Question sets: JSONL, one question a line, and the check that its gold papers exist."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from eval.json_lines import first_fault, read_lines
from rag.errors import UsageError
from rag.paper import Paper

SAMPLE_QUESTIONS = Path(__file__).parent / "questions" / "sample.jsonl"


class Question(BaseModel):
    """A question with what a right answer needs. Fields that are not known are kept.

    `gold` names papers by link or paper id; a mapping grades them (2 on point, 1 related).
    `count` is the number a question "how many papers ..." asks for.
    `complete` is false when further papers may be right: then only recall is scored.
    `answer_facts` are short strings that a right answer holds; " | " separates alternatives.
    Without gold a question is unanswerable, `negative_type` says of which kind and `reason` why.
    `history` are the questions asked before it in the same conversation.
    """

    model_config = ConfigDict(extra="allow", frozen=True)

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    kind: str = Field(min_length=1)
    gold: list[str] | dict[str, int] = Field(default_factory=list)
    answer_facts: list[str] = Field(default_factory=list)
    count: int | None = Field(None, ge=0)
    complete: bool = True
    negative_type: str = ""
    reason: str = ""
    history: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _check(self) -> Question:
        if any(grade < 1 for grade in self.graded_gold.values()):
            raise ValueError("grades of gold papers are 1 or more; leave out what is not relevant")
        if self.gold and self.negative_type:
            raise ValueError("a question with gold papers cannot have a negative_type")
        return self

    @property
    def graded_gold(self) -> dict[str, int]:
        """The gold papers with their grades; 1 where none is given."""
        return dict(self.gold) if isinstance(self.gold, dict) else dict.fromkeys(self.gold, 1)

    @property
    def is_answerable(self) -> bool:
        """Whether papers of the library answer it."""
        return bool(self.gold)

    @property
    def group(self) -> str:
        """The kind under which it is reported; unanswerable ones go by their type."""
        return f"{self.kind}/{self.negative_type}" if self.negative_type else self.kind


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions of a file, of which `left_out` are not asked. `sha256` is that of the file."""

    path: Path
    sha256: str
    questions: tuple[Question, ...]
    left_out: int = 0


def load_questions(path: Path) -> QuestionSet:
    """Read a question set.

    Raises:
        UsageError: the file cannot be read, or a line is no question; the message names the line.
    """
    content, lines = read_lines(path)
    questions = [_question(path, number, line) for number, line in lines]
    if not questions:
        raise UsageError(f"{path} holds no questions; give a JSONL file with one question a line")
    _check_ids(path, questions)
    return QuestionSet(path, hashlib.sha256(content).hexdigest(), tuple(questions))


def limited(questions: QuestionSet, most: int) -> QuestionSet:
    """Return at most `most` questions, taken in turns from each kind; 0 means all."""
    if not 0 < most < len(questions.questions):
        return questions
    turns: list[tuple[int, int]] = []
    seen: dict[str, int] = {}
    for place, question in enumerate(questions.questions):
        turns.append((seen.get(question.group, 0), place))
        seen[question.group] = seen.get(question.group, 0) + 1
    chosen = sorted(place for _, place in sorted(turns)[:most])
    kept = tuple(questions.questions[place] for place in chosen)
    return replace(questions, questions=kept, left_out=len(questions.questions) - most)


class GoldPapers:
    """Finds papers of the index by what a question set calls them."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        self._ids: dict[str, str] = {}
        for paper in papers:
            self._ids[paper.paper_id] = paper.paper_id
            if paper.url:
                self._ids.setdefault(link_key(paper.url), paper.paper_id)

    def resolve(self, gold: Mapping[str, int]) -> tuple[dict[str, int], list[str]]:
        """Return the grades by paper id, and the names of which the index has no paper."""
        found: dict[str, int] = {}
        missing: list[str] = []
        for name, grade in gold.items():
            paper_id = self._ids.get(name) or self._ids.get(link_key(name))
            if paper_id is None:
                missing.append(name)
            else:
                found[paper_id] = max(grade, found.get(paper_id, 0))
        return found, missing


def check_gold(path: Path, questions: Sequence[Question], papers: GoldPapers) -> None:
    """See that the index holds the gold papers of every question.

    Raises:
        UsageError: papers are missing; the message says how many and names the first.
    """
    missing = [(q.id, name) for q in questions for name in papers.resolve(q.graded_gold)[1]]
    if missing:
        first, name = missing[0]
        count = len({question for question, _ in missing})
        raise UsageError(
            f"{path}: {count} of {len(questions)} questions name gold papers that the index does not hold,"
            f" as {first}: {name}; name the right index with --index, or count them as not found with"
            " --missing-gold miss"
        )


def link_key(link: str) -> str:
    """Return a link without what does not tell pages apart: scheme, www, case of the host, double slashes."""
    try:
        parts = urlsplit(link.strip())
    except ValueError:
        return link.strip()
    if not parts.hostname:
        return link.strip()
    path = "/".join(piece for piece in parts.path.split("/") if piece)
    return f"{parts.hostname.removeprefix('www.')}/{path}" + (f"?{parts.query}" if parts.query else "")


def _question(path: Path, number: int, line: str) -> Question:
    try:
        return Question.model_validate_json(line)
    except ValidationError as error:
        raise UsageError(f"{path}:{number}: {first_fault(error)}") from error


def _check_ids(path: Path, questions: Sequence[Question]) -> None:
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise UsageError(f"{path}: the id {question.id} stands there twice; ids must differ")
        seen.add(question.id)
