"""Which part of a call a server refused, read from its error."""

from __future__ import annotations

import re
from collections.abc import Collection

import openai

from rag.models.llm_errors import is_too_long

_SAID = {
    "max_tokens": re.compile(r"max_tokens", re.IGNORECASE),
    "max_completion_tokens": re.compile(r"max_completion_tokens", re.IGNORECASE),
    "temperature": re.compile(r"temperature", re.IGNORECASE),
    "stream_options": re.compile(r"stream_options|include_usage", re.IGNORECASE),
    "system": re.compile(
        r"system (?:role|message|prompt)|roles? must|role.{0,60}(?:system|alternat)", re.IGNORECASE
    ),
    "response_format": re.compile(
        r"response[_ ]format|json.?schema|grammar|guided|structured output", re.IGNORECASE
    ),
}
# llama.cpp answers 500 when the model's template refuses the roles, others 501 to what they lack.
_REFUSING = frozenset([400, 422, 500, 501])
_OF_THE_CLIENT = frozenset([400, 422])


def refused_part(error: openai.APIStatusError, sent: Collection[str]) -> str:
    """Return the name of the part of `sent` that was refused, or nothing if it was something else.

    A bad request that names no part is laid to the schema, if one was sent: the same without it
    shows the true cause.
    """
    # Such a refusal names max_tokens too, but it is not the parameter that is refused.
    if error.status_code not in _REFUSING or is_too_long(error):
        return ""
    said = f"{getattr(error, 'param', '') or ''} {error.message}"
    for name, pattern in _SAID.items():
        if name in sent and pattern.search(said):
            return name
    return "response_format" if "response_format" in sent and error.status_code in _OF_THE_CLIENT else ""
