"""The `rag` command."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rag import __version__
from rag.cli import index, papers, questions
from rag.cli.common import add_command
from rag.errors import RagError
from rag.settings import load_settings, settings_notes

if TYPE_CHECKING:
    from rag.library import Library

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    0: done. 1: done, with something refused under --strict. 2: bad use or bad input. 3: a service
    that is needed is not there.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = build_parser().parse_args(arguments)
    try:
        # It takes seconds to import, which --help and a wrong option need not wait for.
        from rag.library import Library

        settings = load_settings(index=options.index)
        for note in settings_notes(settings):
            print(f"rag: {note}", file=sys.stderr)
        with Library(settings) as library:
            code: int = options.run(library, options)
            return code
    except RagError as error:
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("stopped; what was finished is kept, run the same command again to go on", _INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has gone, as with `rag papers | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(
            f"{error}; check that the disk is not full and the folder can be written", RagError.exit_code
        )


def _fail(message: str, code: int) -> int:
    print(f"rag: {message}", file=sys.stderr)
    return code


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="rag",
        description="Ask questions across a conference's papers; every sentence of an answer is cited.",
    )
    parser.add_argument("--version", action="version", version=f"rag {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    questions.add_commands(commands)
    papers.add_commands(commands)
    index.add_commands(commands)
    serve = add_command(commands, "serve", _serve, "open the chat page")
    serve.add_argument("--host", help="address to listen on (127.0.0.1)")
    serve.add_argument("--port", type=int, help="port to listen on (7860)")
    return parser


def _serve(library: Library, options: argparse.Namespace) -> int:
    # Gradio takes seconds to import, and no other command needs it.
    from rag.ui.page import serve

    # The page opens meanwhile.
    threading.Thread(target=_say_how_the_model_is, args=[library], name="probe", daemon=True).start()
    serve(library, host=options.host, port=options.port)
    return 0


def _say_how_the_model_is(library: Library) -> None:
    probed = library.probe_model()
    if probed is not None:
        print(f"rag: {probed[1]}", file=sys.stderr)
