"""What all tests share: an isolated user, the real models, and libraries that are built once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fakes import loaded_models
from invented_papers import PAPERS, new_index
from llm_server import LlmServer, running_llm_server

from rag.library import Library
from rag.models.embedding import OnnxEmbedding, load_embedding
from rag.models.reranker import OnnxCrossEncoder
from rag.settings import Settings, load_settings

_THREADS = 2


@pytest.fixture(scope="session", autouse=True)
def _user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests away from the user's settings, index and caches, and from the network."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.upper().startswith("RAG_") or name.lower().endswith("_proxy"):
                patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setenv("RAG_CACHE", str(home / "cache" / "askpapers"))
        before = os.environ.get("PYTHONPATH")
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(Path(__file__).parents[1]), before])))
        patch.chdir(home)
        yield


@pytest.fixture(autouse=True)
def _folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test a folder of its own to work in, and no index."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("user-data")))
    monkeypatch.chdir(tmp_path_factory.mktemp("work"))


@pytest.fixture(scope="session")
def embedder() -> OnnxEmbedding:
    """The default embedder."""
    return load_embedding("minilm", _THREADS)


@pytest.fixture(scope="session")
def reranker() -> OnnxCrossEncoder:
    """The cross-encoder."""
    return OnnxCrossEncoder(_THREADS)


@pytest.fixture(scope="session")
def make_library(embedder: OnnxEmbedding, reranker: OnnxCrossEncoder) -> Callable[..., Library]:
    """Make libraries that share the loaded models; keywords are settings."""

    def make(**settings: object) -> Library:
        loaded = load_settings(**settings)
        return Library(loaded, loaded_models(loaded, embedder, reranker))

    return make


@pytest.fixture
def loaded_cli(embedder: OnnxEmbedding, reranker: OnnxCrossEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the `rag` command, run in this process, use the loaded models."""

    class LoadedLibrary(Library):
        def __init__(self, settings: Settings) -> None:
            super().__init__(settings, loaded_models(settings, embedder, reranker))

    monkeypatch.setattr("rag.library.Library", LoadedLibrary)


@pytest.fixture(scope="session")
def sample_library(make_library: Callable[..., Library]) -> Iterator[Library]:
    """The sample library, as a new user has it. Tests only read it."""
    with make_library() as library:
        assert library.is_sample
        yield library


@pytest.fixture(scope="session")
def small_library(
    make_library: Callable[..., Library], embedder: OnnxEmbedding, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Library]:
    """A library of the eight invented papers. Tests only read it."""
    folder = tmp_path_factory.mktemp("small") / "index"
    new_index(folder, embedder, PAPERS).close()
    with make_library(index=folder) as library:
        yield library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of `library`, which does not exist yet."""
    return tmp_path / "index"


@pytest.fixture
def library(make_library: Callable[..., Library], folder: Path) -> Iterator[Library]:
    """A library without papers."""
    with make_library(index=folder) as made:
        yield made


@pytest.fixture(scope="session")
def small_model_address() -> Iterator[str]:
    """The address of a real language model, as small as they come."""
    pytest.importorskip("xllamacpp", reason="comes with the dev extra")
    server = Path(__file__).with_name("small_model_server.py")
    with subprocess.Popen(
        [sys.executable, server], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdout is not None
        yield running.stdout.readline().strip()
        running.kill()


@pytest.fixture
def llm_server() -> Iterator[LlmServer]:
    """A language model endpoint that a test can script; it lists the models tiny and other."""
    with running_llm_server() as server:
        yield server
