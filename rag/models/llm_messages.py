"""Messages in the shape that even picky chat templates accept."""

from __future__ import annotations

from collections.abc import Sequence

from rag.models.language_model import Message


def merged(messages: Sequence[Message]) -> list[Message]:
    """Return the messages with neighbours of one role joined, since many templates want turns."""
    turns: list[Message] = []
    for message in messages:
        if turns and turns[-1]["role"] == message["role"]:
            joined = f"{turns[-1]['content']}\n\n{message['content']}"
            turns[-1] = {"role": message["role"], "content": joined}
        else:
            turns.append({"role": message["role"], "content": message["content"]})
    return turns


def folded(messages: Sequence[Message]) -> list[Message]:
    """Return the messages with the system role turned into the user's, for templates without it."""
    return merged([{**m, "role": "user"} if m["role"] == "system" else m for m in messages])
