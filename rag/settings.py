"""Every option, described once. From the environment (RAG_*), `.env`, or `rag.toml`."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import platformdirs
from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from rag.errors import UsageError


class Settings(BaseSettings):
    """The settings of a library. The environment goes before `.env`, `.env` before `rag.toml`."""

    model_config = SettingsConfigDict(
        env_prefix="RAG_", env_file=".env", toml_file="rag.toml", extra="ignore", env_ignore_empty=True
    )

    index: Path | None = Field(None, description="Folder of the index; without it, one in your data folder.")
    cache: Path = Field(
        Path(platformdirs.user_cache_dir("askpapers")),
        description="Folder of what can be made again: the sample index, downloads.",
    )
    embedding: str = Field(
        "minilm",
        description="Embedder: minilm, bge-small, a folder with model.onnx and tokenizer.json,"
        " openai:MODEL, or a llama-index class as package.module:Class.",
    )
    embedding_base_url: str = Field("", description="OpenAI-compatible endpoint of openai:MODEL.")
    embedding_api_key: SecretStr = Field(SecretStr(""), description="Its key; local servers need none.")
    embedding_arguments: dict[str, Any] = Field(
        {}, description="JSON object of arguments for the llama-index class."
    )
    threads: int | None = Field(
        None, ge=1, le=64, description="Threads a model uses; by default the cores, at most 4."
    )

    dense_weight: float = Field(
        0.5, ge=0, le=1, description="Weight of the dense score in the mix; the rest is BM25."
    )
    late_weight: float = Field(
        0.5, ge=0, le=1, description="Weight of late interaction in the order of the first hundred papers."
    )
    rerank_depth: int = Field(
        5, ge=1, le=100, description="How many papers the cross-encoder reads in a search."
    )
    answer_depth: int = Field(
        10, ge=1, le=100, description="How many papers it reads for an answer, which may cite only those."
    )
    rerank_weight: float = Field(
        0.45, ge=0, le=1, description="Weight of the cross-encoder in the order of the papers it has read."
    )
    answer_threshold: float = Field(
        0.0, description="Evidence (log-odds) a paper needs to be in an answer; without one it is refused."
    )
    answer_margin: float = Field(
        3.0, ge=0, description="How far below the best paper's evidence others may lie; twice that in lists."
    )
    answer_papers: int = Field(5, ge=1, le=20, description="How many papers an answer may cite.")
    max_question_chars: int = Field(8000, ge=100, description="Longer questions are refused.")

    mode: Literal["auto", "quoted", "written"] = Field(
        "auto", description="quoted, written, or auto: written when a language model is configured."
    )
    llm_base_url: str = Field("", description="OpenAI-compatible endpoint, as http://127.0.0.1:11434/v1.")
    llm_api_key: SecretStr = Field(SecretStr(""), description="Its key; local servers need none.")
    llm_model: str = Field("", description="Name of the language model; needed for written answers.")
    llm_context_window: int = Field(8192, ge=512, description="Its context window, in tokens.")
    llm_max_tokens: int = Field(800, ge=16, description="Longest answer, in tokens.")
    llm_timeout: float = Field(60.0, gt=0, description="Seconds an answer may take in all.")
    llm_output: Literal["text", "structured"] = Field(
        "text",
        description="text, or structured: JSON with a quotation for each sentence, where the endpoint can.",
    )
    llm_price_in: float | None = Field(
        None, ge=0, description="What a million tokens read cost; with both prices, answers name their cost."
    )
    llm_price_out: float | None = Field(None, ge=0, description="What a million tokens written cost.")
    show_unsupported: bool = Field(
        False, description="Show struck through what a language model wrote and no abstract supports."
    )
    judge_model: str = Field(
        "", description="Language model that may also object to a sentence; empty for none."
    )
    judge_base_url: str = Field("", description="Its endpoint; empty for that of the answers.")
    judge_api_key: SecretStr = Field(SecretStr(""), description="The key of RAG_JUDGE_BASE_URL.")

    host: str = Field("127.0.0.1", description="Address the chat page listens on.")
    port: int = Field(7860, ge=0, le=65535, description="Its port; 0 takes a free one.")

    @field_validator("index", "cache")
    @classmethod
    def _expand_home(cls, path: Path | None) -> Path | None:
        # A shell does not expand ~ in `.env` and `rag.toml`.
        return None if path is None else path.expanduser()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Put `rag.toml` last."""
        return init_settings, env_settings, dotenv_settings, TomlConfigSettingsSource(settings_cls)

    @property
    def written_is_possible(self) -> bool:
        """Whether a language model is configured."""
        return bool(self.llm_model)


def load_settings(**overrides: object) -> Settings:
    """Return the settings; `overrides` that are None are left to their sources.

    Raises:
        UsageError: a value is not usable; the message names it.
    """
    try:
        return Settings(**{k: v for k, v in overrides.items() if v is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = "RAG_" + "_".join(str(part) for part in first["loc"]).upper()
        raise UsageError(
            f"setting {name} is not usable: {first['msg']} (given: {first['input']!r})"
        ) from error
    except ValueError as error:
        raise UsageError(f"rag.toml or .env cannot be read: {error}") from error


def settings_notes(settings: Settings) -> list[str]:
    """Return what is odd about the settings, a line each: unknown names, and an address without a model."""
    known = {f"RAG_{name.upper()}" for name in Settings.model_fields}
    notes = []
    for name in sorted(set(_given_names()) - known):
        near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
        meant = f"; did you mean {near[0]}?" if near else "; README.md lists the settings"
        notes.append(f"the setting {name} is not known and does nothing{meant}")
    if settings.llm_base_url and not settings.llm_model:
        notes.append(
            "RAG_LLM_BASE_URL is set without RAG_LLM_MODEL, so no language model is used;"
            " set RAG_LLM_MODEL to a model of that server"
        )
    return notes


def _given_names() -> Iterator[str]:
    """Yield the names of settings in the environment, `.env` and `rag.toml`, as in the environment."""
    for name in (*os.environ, *dotenv_values(".env")):
        if name.upper().startswith("RAG_"):
            yield name.upper()
    toml = Path("rag.toml")
    if toml.is_file():
        for name in tomllib.loads(toml.read_text(encoding="utf-8")):
            yield f"RAG_{name.upper()}"
