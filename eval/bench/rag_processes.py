"""The `rag` command in processes of their own, forked from one that has imported everything."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import NamedTuple

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["rag.cli"])


class Ended(NamedTuple):
    """How a command ended: its exit code, and what it wrote to stdout and stderr."""

    code: int
    out: str
    err: str


def say(line: str) -> None:
    """Report progress."""
    print(line, file=sys.stderr, flush=True)


def start(*arguments: object, output: Path = Path(os.devnull)) -> ForkServerProcess:
    """Start `rag` with `arguments`; its stdout goes to `output`, its stderr beside it."""
    process = _context.Process(target=_command, args=([str(a) for a in arguments], str(output)))
    process.start()
    return process


def run(*arguments: object) -> Ended:
    """Run `rag` to its end."""
    with tempfile.TemporaryDirectory(prefix="askpapers-bench-") as folder:
        output = Path(folder, "output")
        process = start(*arguments, output=output)
        process.join()
        code = process.exitcode
        return Ended(
            1 if code is None else code,
            output.read_text(encoding="utf-8"),
            Path(f"{output}.err").read_text(encoding="utf-8"),
        )


def run_cold(*arguments: object) -> None:
    """Run `rag` to its end in a new Python.

    Raises:
        CalledProcessError: it failed.
    """
    subprocess.run(
        [sys.executable, "-m", "rag.cli", *map(str, arguments)], stdout=subprocess.DEVNULL, check=True
    )


def _command(arguments: list[str], output: str) -> None:
    errors = output if output == os.devnull else f"{output}.err"
    for name, number in ((output, 1), (errors, 2)):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
    from rag.cli import main

    sys.exit(main(arguments))
