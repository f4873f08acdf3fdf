"""Runs Python and the `rag` command in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TIMEOUT = 120


def python(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run `code`; its arguments stand in sys.argv[1:]."""
    return _run(["-c", code, *map(str, arguments)])


def rag_command(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the `rag` command."""
    return _run(["-m", "rag.cli", *map(str, arguments)], **options)


def start_python(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Start `code`; the caller ends it."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _run(arguments: list[str], **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        cwd=Path.cwd(),
        **options,
    )
