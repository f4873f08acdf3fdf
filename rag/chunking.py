"""Cuts a paper into chunks of whole sentences that fit the embedder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rag.paper import Paper
from rag.sentences import Span, sentences

# Changes when the same paper would be cut in another way; indexes built by another version are
# rebuilt.
CHUNKING_VERSION = 1
_MAX_TITLE_TOKENS = 64
# Word pieces at a seam may differ by a few when joined.
_SLACK = 4


@dataclass(frozen=True, slots=True)
class Chunk:
    """`paper.text[start:end]`, and the text that is embedded for it (the title goes before it)."""

    paper_id: str
    position: int
    start: int
    end: int
    embedded_text: str

    @property
    def chunk_id(self) -> str:
        """The id under which the chunk is stored."""
        return chunk_id(self.paper_id, self.position)


def chunk_id(paper_id: str, position: int) -> str:
    """Return the id under which the chunk at `position` of a paper is stored."""
    return f"{paper_id}#{position}"


def chunk_paper(paper: Paper, count_tokens: Callable[[str], int], max_tokens: int) -> list[Chunk]:
    """Return the chunks of `paper`, each at most `max_tokens` long with its title.

    Sentences stay whole; one that alone is too long is cut at spaces. `count_tokens` is the
    embedder's own count, `max_tokens` its limit with room for special tokens taken off.
    """
    title = paper.title if count_tokens(paper.title) <= _MAX_TITLE_TOKENS else ""
    head = f"{title}. " if title else ""
    room = max_tokens - count_tokens(head) - _SLACK
    if count_tokens(paper.text) <= room:
        pieces = [Span(0, len(paper.text))]
    else:
        pieces = [p for s in sentences(paper.text) for p in _fit(paper.text, s, count_tokens, room)]
    return [
        Chunk(paper.paper_id, position, start, end, head + paper.text[start:end])
        for position, (start, end) in enumerate(_pack(paper.text, pieces, count_tokens, room))
    ]


def _pack(text: str, pieces: list[Span], count_tokens: Callable[[str], int], room: int) -> Iterator[Span]:
    """Join neighbouring pieces as long as they fit together."""
    start, end, used = 0, 0, 0
    for piece in pieces:
        size = count_tokens(text[piece.start : piece.end])
        if used and used + size > room:
            yield Span(start, end)
            used = 0
        if not used:
            start = piece.start
        end, used = piece.end, used + size
    if used:
        yield Span(start, end)


def _fit(text: str, span: Span, count_tokens: Callable[[str], int], room: int) -> Iterator[Span]:
    """Cut a span that is too long, at the last space before its middle, until every part fits."""
    if count_tokens(text[span.start : span.end]) <= room or span.end - span.start < 2:
        yield span
        return
    middle = (span.start + span.end) // 2
    space = text.rfind(" ", span.start + 1, middle)
    cut = space if space > 0 else middle
    yield from _fit(text, Span(span.start, cut), count_tokens, room)
    yield from _fit(text, Span(cut + (space > 0), span.end), count_tokens, room)
