"""The `rag` command in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def say(line: str) -> None:
    """Report progress."""
    print(line, file=sys.stderr, flush=True)


def command(*arguments: object) -> list[str]:
    """Return the command line of `rag`."""
    return [sys.executable, "-m", "rag.cli", *map(str, arguments)]


def environment() -> dict[str, str]:
    """Return an environment in which this checkout is the one that runs."""
    found = (str(_ROOT), os.environ.get("PYTHONPATH", ""))
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, found))}


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run `rag` to its end."""
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        check=False,
    )
