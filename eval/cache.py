"""What is finished, in an append-only file keyed by content, so that a killed run goes on."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from rag.errors import UsageError


class Cache:
    """The finished pieces of a run. A line that was cut off by a kill is done again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values: dict[str, Any] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            if text and not text.endswith("\n"):
                # Whatever is appended must not join the broken line.
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"the folder {path.parent} cannot be used: {error}") from error
        for line in text.split("\n"):
            try:
                row = json.loads(line)
                self._values[row["key"]] = row["value"]
            except (json.JSONDecodeError, KeyError, TypeError):
                continue

    def __len__(self) -> int:
        """Return the number of finished pieces."""
        return len(self._values)

    def get(self, key: str) -> Any | None:
        """Return what is stored under `key`, or None."""
        return self._values.get(key)

    def put(self, key: str, value: Any) -> None:
        """Store a piece; when this returns it survives a kill of the process."""
        self._values[key] = value
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key, "value": value}, ensure_ascii=False, allow_nan=False) + "\n")


def content_key(*parts: Any) -> str:
    """Return a key that changes with any part."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
