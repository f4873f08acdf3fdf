"""The commands that look after the index."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from rag.cli.common import add_command, add_json_option, print_json
from rag.errors import UsageError

if TYPE_CHECKING:
    from rag.library import Library


def add_commands(commands: Any) -> None:
    """Add the commands about the index."""
    status = add_command(commands, "status", _status, "say what the index holds and what built it")
    add_json_option(status)
    doctor = add_command(commands, "doctor", _doctor, "check the parts of the index, and repair them")
    doctor.add_argument("--check", action="store_true", help="only check")
    add_command(commands, "reindex", _reindex, "build the index again, with the embedder that is set now")


def _status(library: Library, options: argparse.Namespace) -> int:
    status = library.status()
    probed = library.probe_model()
    if options.json:
        model = None if probed is None else {"answers": probed[0], "message": probed[1]}
        print_json(status | {"language_model": model})
        return 0
    built = status["built_by"]
    print(f"index     {status['index']}" + ("  (the sample library)" if status["sample"] else ""))
    print(f"papers    {status['papers']:,} in {status['chunks']:,} chunks, {status['bytes'] / 1e6:.1f} MB")
    print(f"embedder  {built['embedding']['name']}")
    print(f"built by  askpapers {built['askpapers']} with chromadb {built['chromadb']}")
    print(f"answers   {status['mode']}")
    if probed is not None:
        print(f"model     {probed[1]}")
    return 0


def _doctor(library: Library, options: argparse.Namespace) -> int:
    probed = library.probe_model()
    if probed is not None and not probed[0]:
        print(f"rag: {probed[1]}", file=sys.stderr)
    before, after = library.doctor(repair=not options.check)
    for problem in before.problems:
        print(f"rag: {problem.message}", file=sys.stderr)
    if not after.clean:
        raise UsageError(f"the index {library.index.folder} has {len(after.problems)} problems left")
    print("Repaired." if before.problems else "Everything fits.")
    return 0


def _reindex(library: Library, _: argparse.Namespace) -> int:
    papers = library.reindex()
    print(f"Rebuilt the index {library.own_folder} with {papers} papers.")
    return 0
