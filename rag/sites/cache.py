"""Keeps downloads in a folder, each with what is needed to ask whether it has changed."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

_RESUME_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class Entry:
    """The place of one URL in the cache: a body under the URL's own file name, and facts about it."""

    folder: Path
    name: str

    @property
    def body(self) -> Path:
        """The file with the content."""
        return self.folder / self.name

    def facts(self) -> dict[str, Any]:
        """Return what is known of a complete body, or nothing."""
        try:
            facts = json.loads((self.folder / ".facts.json").read_bytes())
            return facts if facts["size"] == self.body.stat().st_size else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def is_newer_than(self, since: float) -> bool:
        """Tell whether there is a complete body that was checked with the server after `since`."""
        return float(self.facts().get("checked", 0.0)) >= since

    def conditions(self) -> dict[str, str]:
        """Return the headers that ask for the body only if it has changed."""
        facts = self.facts()
        headers = {"If-None-Match": facts.get("etag"), "If-Modified-Since": facts.get("modified")}
        return {name: value for name, value in headers.items() if value}

    def open_new(self) -> BinaryIO:
        """Open a file beside the body for one that is being received."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for left in self.folder.glob(".*-*"):  # by runs that were killed
            if time.time() - left.stat().st_mtime > _RESUME_SECONDS:
                left.unlink(missing_ok=True)
        return self.incoming.open("wb")

    @property
    def incoming(self) -> Path:
        """The file that is being received."""
        return self.folder / f".{os.getpid()}-{self.name}"

    def accept(self, etag: str, modified: str) -> None:
        """Put what was received in the place of the body."""
        # Without facts there is no entry, so a crash in between leaves none rather than a wrong one.
        self.forget()
        self.incoming.replace(self.body)
        self._write_facts({"etag": etag, "modified": modified})

    def forget(self) -> None:
        """Have the body asked for anew."""
        (self.folder / ".facts.json").unlink(missing_ok=True)

    def confirm(self) -> None:
        """Note that the server said just now that the body is unchanged."""
        self._write_facts(self.facts())

    def _write_facts(self, facts: dict[str, Any]) -> None:
        facts |= {"size": self.body.stat().st_size, "checked": time.time()}
        replace_text(self.folder / ".facts.json", json.dumps(facts))


class Cache:
    """A folder of downloads. Whatever is damaged or deleted in it is downloaded again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def entry(self, url: str) -> Entry:
        """Return the place for `url`."""
        name = re.sub(r"[^\w.-]", "_", urlsplit(url).path.rpartition("/")[2]).strip(".")[-80:]
        return Entry(self._folder / _digest(url), name or "page")

    def write(self, url: str, name: str, text: str) -> Path:
        """Keep a file that was put together from several downloads of `url`."""
        folder = self._folder / _digest(f"joined {url}")
        folder.mkdir(parents=True, exist_ok=True)
        replace_text(folder / name, text)
        return folder / name

    def begin(self, address: str) -> float:
        """Return since when pages need not be asked for again: when an unfinished run began, or now."""
        marker = self._marker(address)
        now = time.time()
        try:
            began = float(marker.read_text())
            if 0 <= now - began < _RESUME_SECONDS:
                return began
        except (OSError, ValueError):
            pass
        marker.parent.mkdir(parents=True, exist_ok=True)
        replace_text(marker, repr(now))
        return now

    def finish(self, address: str) -> None:
        """Note that everything of a run came, so that the next one asks again."""
        self._marker(address).unlink(missing_ok=True)

    def _marker(self, address: str) -> Path:
        return self._folder / f"{_digest(address)}.unfinished"


def replace_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    new = path.with_name(f".{os.getpid()}-{path.name}")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
