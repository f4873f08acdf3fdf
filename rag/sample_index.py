"""The index of the sample library, built when it is first asked."""

from __future__ import annotations

import shutil
from pathlib import Path

from rag.errors import IndexUnavailable
from rag.index.opening import create_index
from rag.index.paper_index import PaperIndex
from rag.ingestion.run import Ingestion
from rag.models.index_embedding import IndexEmbedding
from rag.sample import sample_papers, sample_version

# Two processes may start with the sample at once; one builds it, the other waits.
_WAIT_SECONDS = 120


def open_sample_index(cache: Path, embedder: IndexEmbedding) -> PaperIndex:
    """Open the sample's index in the folder `cache`, or build it there.

    Raises:
        IndexUnavailable: it cannot be written.
    """
    spec = embedder.spec
    folder = cache / f"sample-{sample_version()}-{spec.name}-{spec.model[:8]}"
    try:
        index = create_index(folder, spec)
    except IndexUnavailable:
        # Written by another version; it can be made again from the package.
        shutil.rmtree(folder, ignore_errors=True)
        index = create_index(folder, spec)
    papers = list(sample_papers())
    if len(index.records) < len(papers):
        with index.writing(wait_seconds=_WAIT_SECONDS):
            Ingestion(index, embedder, []).run(papers)
    return index
