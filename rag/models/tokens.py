"""Token counts for language models, without any download."""

from __future__ import annotations

import importlib.util
import os
from functools import cache
from pathlib import Path

import tiktoken

_DEFAULT_ENCODING = "o200k_base"


@cache
def _encoding(model: str) -> tiktoken.Encoding | None:
    """Return the encoding of a model from the files llama-index-core ships, or None."""
    spec = importlib.util.find_spec("llama_index.core")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "_static" / "tiktoken_cache"
    try:
        name = tiktoken.encoding_name_for_model(model)
    except KeyError:
        name = _DEFAULT_ENCODING
    if name not in ("cl100k_base", "o200k_base") or not folder.is_dir():
        # Any other encoding would be downloaded.
        return None
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    try:
        return tiktoken.get_encoding(name)
    except (OSError, ValueError):
        return None
    finally:
        if before is None:
            del os.environ["TIKTOKEN_CACHE_DIR"]
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before


def count_tokens(text: str, model: str = "") -> int:
    """Return the number of tokens of `text` for `model`.

    Without a known encoding on this machine it is an estimate from above: a token for every
    three UTF-8 bytes. Special tokens in the text count as plain text.
    """
    encoding = _encoding(model)
    if encoding is None:
        return -(-len(text.encode("utf-8", "replace")) // 3)
    return len(encoding.encode(text, disallowed_special=()))
