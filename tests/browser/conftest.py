"""The real server in a process of its own, and a Chromium that looks at it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 120_000
# A busy machine needs longer than the five seconds of the default to draw what is there.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        pytest.skip("no Chromium here; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page over the sample library, with the real models."""
    folder = tmp_path_factory.mktemp("server")
    yield from run_server([sys.executable, str(ROOT / "app.py")], folder)


@pytest.fixture(scope="session")
def scripted_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scripted")


@pytest.fixture(scope="session")
def scripted_server(scripted_folder: Path) -> Iterator[str]:
    """The address of the page over a library whose answers are scripted, hostile ones among them."""
    script = Path(__file__).with_name("scripted_library.py")
    yield from run_server([sys.executable, str(script), str(scripted_folder)], scripted_folder)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh profile; whatever it asks for is kept in `page.requested`."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.set_default_timeout(PATIENCE_MS)
    opened = context.new_page()
    opened.requested = []
    opened.on("request", lambda request: opened.requested.append(request.url))
    yield opened
    context.close()


def run_server(command: list[str], folder: Path) -> Iterator[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("RAG_")} | {
        "RAG_PORT": "0",
        "RAG_CACHE": str(folder / "cache"),
        "XDG_DATA_HOME": str(folder / "data"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
    }
    log = folder / "server.log"
    with (
        log.open("w") as errors,
        subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            line = process.stdout.readline()
            found = re.search(r"Chat page: (http\S+)", line)
            assert found, f"{line!r} {log.read_text()}"
            yield found[1]
        finally:
            process.terminate()
            process.wait(30)
