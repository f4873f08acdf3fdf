"""What built an index. It is compared with what would read it, so that ranks are never garbage."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from pydantic import BaseModel, ValidationError

from rag.chunking import CHUNKING_VERSION
from rag.errors import IndexUnavailable
from rag.models.index_embedding import EmbeddingSpec

SCHEMA_VERSION = 1
MANIFEST = "manifest.json"
GENERATION = "generation-"


class Manifest(BaseModel):
    """The contents of manifest.json. `generation` numbers the folder that holds the data."""

    schema_version: int
    generation: int
    embedding: EmbeddingSpec
    distance: str
    chunking_version: int
    chromadb: str
    askpapers: str
    created: datetime

    def data_folder(self, folder: Path) -> Path:
        """Return where the index in `folder` has its data."""
        return folder / f"{GENERATION}{self.generation}"

    def check(self, folder: Path, spec: EmbeddingSpec) -> None:
        """Compare with the present software and embedder.

        Raises:
            IndexUnavailable: the index would give wrong results; the message says what to do.
        """
        if self.schema_version != SCHEMA_VERSION:
            raise IndexUnavailable(
                f"the index {folder} was written by askpapers {self.askpapers}, whose layout this version"
                f" does not read; install that version, or ingest the papers into a new folder with --index"
            )
        remedy = f"rebuild it from its stored papers with: rag reindex --index {folder}"
        if spec.token_dimension and self.embedding == replace(spec, token_dimension=0):
            raise IndexUnavailable(f"the index {folder} was built without states of tokens; {remedy}")
        if self.embedding != spec:
            raise IndexUnavailable(
                f"the index {folder} was built with the embedder {self.embedding.name}, but {spec.name}"
                f" is set; set RAG_EMBEDDING back, or {remedy}"
            )
        if self.chunking_version != CHUNKING_VERSION:
            raise IndexUnavailable(f"the index {folder} cuts abstracts in an older way; {remedy}")
        installed = version("chromadb")
        if self.chromadb.split(".")[:2] != installed.split(".")[:2]:
            raise IndexUnavailable(
                f"the index {folder} was written with chromadb {self.chromadb}, and {installed} is installed;"
                f" run: pip install chromadb=={self.chromadb}, or {remedy}"
            )


def new_manifest(spec: EmbeddingSpec, generation: int) -> Manifest:
    """Return the manifest of an index that this software builds with `spec`."""
    return Manifest(
        schema_version=SCHEMA_VERSION,
        generation=generation,
        embedding=spec,
        distance="cosine",
        chunking_version=CHUNKING_VERSION,
        chromadb=version("chromadb"),
        askpapers=version("askpapers"),
        created=datetime.now(UTC),
    )


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Put `manifest` in place, whole or not at all; from then on its generation is the index."""
    partial = folder / (MANIFEST + ".partial")
    partial.write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
    partial.replace(folder / MANIFEST)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else "") or "it is damaged"


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of an index, or None where there is no index.

    Raises:
        IndexUnavailable: it is there but cannot be read.
    """
    path = folder / MANIFEST
    try:
        return Manifest.model_validate_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValidationError, UnicodeDecodeError) as error:
        raise IndexUnavailable(
            f"{path} cannot be read ({_reason(error)}); put it back from a copy, or name a new folder with"
            " --index and ingest the papers into it"
        ) from error
