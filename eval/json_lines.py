"""JSONL files, as questions and claims come: their lines, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from rag.errors import UsageError


def read_lines(path: Path) -> tuple[bytes, list[tuple[int, str]]]:
    """Return the content of a file, and its lines that are not blank, each with its number from 1.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        content = path.read_bytes()
        lines = content.decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    return content, [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def first_fault(error: ValidationError) -> str:
    """Return the first thing that is wrong with a value, in one line, with the name of the field."""
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"])
    return f"{field}: {first['msg']}" if field else str(first["msg"])
