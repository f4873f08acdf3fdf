"""What a rule recognises, and what rules share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from rag.retrieval.filters import PaperFilter

Kind = Literal[
    "year",
    "venue",
    "author",
    "author count",
    "collection",
    "keyword",
    "session",
    "without",
    "not",
    "mention",
    "title",
    "title start",
]

PAPERS = r"(?:papers?|articles?|works?|publications?|studies|abstracts?|preprints?|manuscripts?)"
# From one, in order.
NUMBER_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty"
).split()
# Turns round what follows: "papers not at ICML".
NOT = r"(?:not|except(?:\s+for)?|excluding|other\s+than|apart\s+from)"
_ASKS_FOR_PAPERS = re.compile(
    rf"\b(?:{PAPERS}|research|literature|publish(?:ed|es)?|presented|appeared|appears?|wrote|written|authored)\b"
    r"|\b(?:how\s+many|number\s+of|top|most)\s+(?:[\w-]+\s+){0,2}(?:authors|researchers|people|venues|conferences|keywords)\b",
    re.IGNORECASE,
)
# What may follow a phrase that is complete: the end, a mark, or a word that begins something else.
FOLLOWS = (
    r"(?=\s*(?:$|[?.!,;:)\]]|(?:on|about|that|which|who|with|by|at|in|for|from|and|or|of|is|are|was|were|do|does|did"
    r"|has|have|had|to|using|use|uses|study|studying|deal|dealing|propose|proposing|show|address|addressing"
    r"|discuss|mention|improve|exist|there|here|but|not|except|excluding|without|since|before|after|between)\b))"
)


@dataclass(frozen=True, slots=True)
class Recognised:
    """A condition that stands in a question as `question[start:end]`, and what it is shown as.

    `remark` is what the user must know of it besides.
    """

    kind: Kind
    value: str
    start: int
    end: int
    words: str
    condition: PaperFilter
    remark: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        return {"kind": self.kind, "value": self.value, "words": self.words}


def recognised(
    kind: Kind, value: str, question: str, start: int, end: int, condition: PaperFilter, remark: str = ""
) -> Recognised:
    """Return the condition that stands at `question[start:end]`."""
    return Recognised(kind, value, start, end, question[start:end].strip(" ,"), condition, remark)


def asks_for_papers(question: str) -> bool:
    """Whether the question speaks of papers or of publishing, so that a year may be theirs."""
    return _ASKS_FOR_PAPERS.search(question) is not None
