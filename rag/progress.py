"""Progress bars, on stderr, for what takes longer than two seconds."""

from __future__ import annotations

import sys

from tqdm import tqdm


def progress_bar(description: str, unit: str, total: int | None = None) -> tqdm[None]:
    """Return a bar to `update`; it appears only once two seconds have passed."""
    return tqdm(total=total, desc=description, unit=f" {unit}", file=sys.stderr, delay=2, dynamic_ncols=True)
