"""What a process used."""

from __future__ import annotations

import resource
import sys

_UNIT = 1 if sys.platform == "darwin" else 1024


def peak_mib() -> float:
    """Return the most memory this process has held at a time, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT / (1 << 20)
