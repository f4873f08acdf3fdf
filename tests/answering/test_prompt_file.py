"""The messages made from the files in prompts/."""

from __future__ import annotations

import pytest

from rag.answering.prompt_file import prompt_messages


def test_a_value_is_not_read_as_a_template():
    system, user = prompt_messages("judge", {"texts": "a {{claim}} and \\1", "claim": "the claim"})
    assert (system["role"], user["role"]) == ("system", "user")
    assert "a {{claim}} and \\1" in user["content"]
    assert "the claim" in user["content"]
    assert "{{texts}}" not in system["content"] + user["content"]


def test_every_slot_needs_a_value():
    with pytest.raises(KeyError, match="claim"):
        prompt_messages("judge", {"texts": "a"})
