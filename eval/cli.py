"""The command line of the evals."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from eval.commands import add, answers, compare, gate, grounding, judge, retrieval, table
from eval.commands import all as everything
from rag.errors import RagError

_INTERRUPTED = 130
_COMMANDS = (retrieval, answers, grounding, judge, compare, everything, gate, table, add)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    0: done. 1: the gate found something worse than its thresholds. 2: bad use or bad input.
    3: a service that is needed is not there.
    """
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        return code
    except RagError as error:
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("stopped; what is finished is kept, the same command goes on from there", _INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has gone, as with `python -m eval compare A B | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(f"{error}; check the path and that the disk is not full", RagError.exit_code)


def _fail(message: str, code: int) -> int:
    print(f"eval: {message}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m eval", description="Measure whether answers got better or worse."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in _COMMANDS:
        module.register(commands)
    return parser
