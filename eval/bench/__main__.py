"""`python -m eval.bench`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from eval.bench import fuzz, ingest, kill, scale, search, verify
from rag.errors import RagError

_INTERRUPTED = 130
_COMMANDS = (kill, ingest, search, verify, scale, fuzz)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a bench and return its exit code: 0 done, 1 something is not as it must be, 2 bad use."""
    parser = argparse.ArgumentParser(
        prog="python -m eval.bench", description="Measure speed, scale and what a crash leaves behind."
    )
    commands = parser.add_subparsers(required=True, metavar="BENCH")
    for module in _COMMANDS:
        module.register(commands)
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
        return code
    except RagError as error:
        print(f"bench: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
