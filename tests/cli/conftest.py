"""The `rag` command in this process, and what it is run on."""

from pathlib import Path

import pytest
from invented_papers import BEE, KITE

import rag.cli


@pytest.fixture
def run(capsys, loaded_cli):
    """Run `rag` here, with models that are loaded already; return exit code, stdout and stderr."""

    def call(*arguments):
        capsys.readouterr()
        try:
            code = rag.cli.main([str(a) for a in arguments])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return call


@pytest.fixture(scope="module")
def small(small_library):
    return small_library.own_folder


@pytest.fixture
def abstracts():
    Path("list.txt").write_text(f"Kite papers 2031\n\n{KITE}\n\n{BEE}\n", encoding="utf-8")
    return "list.txt"
