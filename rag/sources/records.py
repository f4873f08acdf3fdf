"""What a reader yields: papers, and what could not become one, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rag.paper import Paper


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was read but is not kept. `where` is file:line, file#index or a URL.

    `unread` says that papers may have been in it that nobody has seen.
    """

    where: str
    reason: str
    unread: bool = False


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that was kept but needs the user's attention.

    `partial` says that more papers should have come than did.
    """

    where: str
    message: str
    partial: bool = False


Record = Paper | Skipped | Warned


def until_first_paper(records: Iterator[Record]) -> list[Record]:
    """Take the records up to the first paper; without one it takes all."""
    taken: list[Record] = []
    for record in records:
        taken.append(record)
        if isinstance(record, Paper):
            break
    return taken
