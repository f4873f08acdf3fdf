"""The sample library: 57 papers of ICML 2024 that come with the package, as digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from rag.paper import Paper, new_paper
from rag.resources import resource

_FILE = "data/sample.jsonl"


def sample_papers() -> Iterator[Paper]:
    """Return the sample papers; their texts are digests, not the published abstracts."""
    for number, line in enumerate(_content().decode().splitlines(), start=1):
        row = json.loads(line)
        yield new_paper(
            row["digest"],
            text_kind="digest",
            abstract_fingerprint=row["fingerprint"],
            title=row["title"],
            authors=row["authors"],
            year=row["year"],
            venue=row["venue"],
            url=row["url"],
            origin=f"sample:{number}",
        )


def sample_version() -> str:
    """Return a key that changes with the sample's content."""
    return hashlib.sha256(_content()).hexdigest()[:12]


def _content() -> bytes:
    return resource(_FILE).read_bytes()
