"""Messages for a language model from the files in prompts/, which hold its instructions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from rag.models.language_model import Message
from rag.resources import resource

_SLOT = re.compile(r"\{\{(\w+)\}\}")
_ROLE = re.compile(r"^# (system|user)\n", re.MULTILINE)


def prompt_messages(name: str, values: Mapping[str, str]) -> list[Message]:
    """Return the system and the user message of the prompt file `name`, its {{slots}} filled.

    A value is never read as a template.

    Raises:
        KeyError: a slot has no value.
    """
    system, user = _templates(name)
    return [
        {"role": "system", "content": _filled(system, values)},
        {"role": "user", "content": _filled(user, values)},
    ]


def _filled(template: str, values: Mapping[str, str]) -> str:
    return _SLOT.sub(lambda found: values[found[1]], template)


@cache
def _templates(name: str) -> tuple[str, str]:
    text = resource(f"prompts/{name}.md").read_text(encoding="utf-8")
    body = text.split("\n---\n", 1)[1]
    parts = _ROLE.split(body)
    named = {role: part.strip() for role, part in zip(parts[1::2], parts[2::2], strict=True)}
    return named["system"], named["user"]
