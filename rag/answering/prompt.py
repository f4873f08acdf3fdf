"""Builds the messages that ask a language model for a cited answer, inside its context window."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rag.answering.citations import without_markers
from rag.answering.prompt_file import prompt_messages
from rag.errors import UsageError
from rag.models.language_model import Message
from rag.models.tokens import count_tokens
from rag.paper import Paper
from rag.retrieval.results import Hit
from rag.sentences import sentences

REFUSAL = "The sources do not answer this question."

Form = Literal["text", "structured"]

_TEMPLATES: dict[Form, str] = {"text": "answer", "structured": "answer_structured"}
BEGIN, END = "<<<", ">>>"
# Tokenizers of other models make up to a fifth more tokens than the one that counts here.
_MARGIN = 1.2
_TOKENS_PER_MESSAGE = 8
# What chat templates take for the start of a turn, and what hides text from the reader.
_CONTROL = re.compile(
    r"<\|?(?=[\w/|]{1,30}\|?>)|\|>|\[(?=/?(?:INST|SYS|system|user|assistant)\b)|<<+|>>+|`{3,}|={3,}|#{3,}"
)
_TURN = re.compile(r"\b(system|assistant|user|human|developer)\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """Messages for a model, the hits they hold as sources 1, 2, ..., and the room for the reply.

    `note` tells the user what did not fit into the window; it is empty if all did.
    """

    messages: tuple[Message, ...]
    hits: tuple[Hit, ...]
    max_tokens: int
    tokens: int
    note: str = ""


def build_prompt(
    question: str,
    hits: Sequence[Hit],
    *,
    model: str,
    context_window: int,
    max_tokens: int,
    form: Form = "text",
) -> Prompt:
    """Return the prompt for `question`, with as many of `hits` as the window has room for.

    The rules always stay. A text that would take more than half of the room is shortened to its
    passages; then the last sources go; then the only one left is shortened, and the question last.

    Raises:
        UsageError: not even the rules fit into the window.
    """
    # A window smaller than the reply must still leave most of its room to the sources.
    reply = min(max_tokens, context_window // 3)
    room = int((context_window - reply) / _MARGIN) - 2 * _TOKENS_PER_MESSAGE

    def count(text: str) -> int:
        return count_tokens(text, model)

    room -= sum(count(message["content"]) for message in _messages(form, question="", sources=""))
    if room < 32:
        raise UsageError(
            f"RAG_LLM_CONTEXT_WINDOW={context_window} leaves no room for sources; it takes 2048 or more"
        )
    whole = harmless(question)
    asked = _fit(whole, room // 3, count)
    room -= count(asked)
    most = room // 2 if len(hits) > 1 else room
    blocks = [_block(n, hit, most, count) for n, hit in enumerate(hits, start=1)]
    while len(blocks) > 1 and sum(count(block.text) + 2 for block in blocks) > room:
        blocks.pop()
    if len(blocks) == 1:
        blocks = [_block(1, hits[0], room - 2, count)]
    sources = "\n\n".join(block.text for block in blocks)
    messages = tuple(_messages(form, question=asked, sources=sources))
    return Prompt(
        messages=messages,
        hits=tuple(hits[: len(blocks)]),
        max_tokens=reply,
        tokens=sum(count(m["content"]) + _TOKENS_PER_MESSAGE for m in messages),
        note=_note(blocks, len(hits), context_window, question_is_cut=asked != whole),
    )


def harmless(text: str) -> str:
    """Return `text` reading the same, but it can end no block, open no turn and cite nothing."""
    plain = " ".join(text.split())
    plain = without_markers(plain)
    plain = _CONTROL.sub(lambda found: " ".join(found.group()) + " ", plain)
    return _TURN.sub(r"\1 -", plain)


def _note(blocks: Sequence[_Block], given: int, window: int, *, question_is_cut: bool) -> str:
    parts = []
    if len(blocks) < given:
        parts.append(f"only {len(blocks)} of {given} papers fit")
    shortened = sum(block.is_shortened for block in blocks)
    if shortened:
        parts.append(
            f"{shortened} of them shortened" if parts else f"{shortened} of {given} papers shortened"
        )
    if question_is_cut:
        parts.append("the question was cut")
    window_of = f"the language model's window of {window} tokens (RAG_LLM_CONTEXT_WINDOW)"
    return f"to fit into {window_of}: {', '.join(parts)}" if parts else ""


def _messages(form: Form, *, question: str, sources: str) -> list[Message]:
    values = {"question": question, "sources": sources, "refusal": REFUSAL}
    return prompt_messages(_TEMPLATES[form], values)


def framed(n: int, paper: Paper) -> str:
    """Return a paper as source `n`: its title, and its text between two marks that it cannot hold."""
    return _framed(n, paper, harmless(paper.text))


def _framed(n: int, paper: Paper, body: str) -> str:
    return f"Source {n}: {harmless(paper.title) or 'untitled'}\n{BEGIN}\n{body}\n{END}"


class _Block(NamedTuple):
    text: str
    is_shortened: bool


def _block(n: int, hit: Hit, room: int, count: Callable[[str], int]) -> _Block:
    frame = count(_framed(n, hit.paper, ""))
    body = harmless(hit.paper.text)
    is_shortened = frame + count(body) > room
    if is_shortened:
        passages = sorted(hit.passages, key=lambda p: p.start)
        body = harmless(" ... ".join(p.text for p in passages)) or body
        body = _fit(body, max(16, room - frame), count)
    return _Block(_framed(n, hit.paper, body), is_shortened)


def _fit(text: str, room: int, count: Callable[[str], int]) -> str:
    """Return `text` or its first sentences that fit; of a first one that is too long, its beginning."""
    if count(text) <= room:
        return text
    kept = ""
    for span in sentences(text):
        if count(text[: span.end]) > room:
            break
        kept = text[: span.end]
    if kept:
        return kept
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count(text[:middle]) < room else (low, middle - 1)
    return text[:low].rstrip() + "…"
