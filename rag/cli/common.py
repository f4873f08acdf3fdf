"""What all commands share."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rag.library import Library


def add_command(commands: Any, name: str, run: Callable[..., int], summary: str) -> argparse.ArgumentParser:
    """Add a command; `run` gets the library and the options and returns the exit code."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=summary.capitalize() + "."
    )
    parser.add_argument("--index", type=Path, metavar="DIR", help="folder of the index (RAG_INDEX)")
    parser.set_defaults(run=run)
    return parser


def add_json_option(parser: argparse.ArgumentParser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="print one JSON value")


def say_if_sample(library: Library) -> None:
    """Say on stderr that the answers come from the sample library."""
    if library.is_sample:
        print(
            f"rag: no index of yours yet; this is the sample library ({len(library)} papers of ICML 2024,"
            " as digests). Add yours with: rag ingest PATH",
            file=sys.stderr,
        )


def print_json(value: object) -> None:
    """Print one JSON value on one line, in UTF-8 whatever the terminal speaks."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    print(json.dumps(value, ensure_ascii=False, allow_nan=False))
