"""Finds the files that come with the package: prompts and the sample library."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource(name: str) -> Path:
    """Return the path of a packaged file such as `prompts/answer.md`.

    An installed wheel holds these folders inside the package, a checkout beside it.
    """
    inside = _PACKAGE / name
    return inside if inside.exists() else _PACKAGE.parent / name
