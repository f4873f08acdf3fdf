"""The README says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from rag.cli import build_parser
from rag.settings import Settings

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def settings_table() -> str:
    rows = ["| setting | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = field.default
        if isinstance(default, SecretStr) or default in ("", None):
            default = ""
        elif isinstance(default, Path):
            default = "your cache folder"
        rows.append(f"| `RAG_{name.upper()}` | {default} | {field.description} |")
    return "\n".join(rows)


def test_the_readme_lists_every_setting_as_it_is():
    assert settings_table() in README, f"put this table into README.md:\n{settings_table()}"


def test_every_setting_is_used():
    code = "".join(p.read_text(encoding="utf-8") for p in (Path(__file__).parents[1] / "rag").rglob("*.py"))
    for name in Settings.model_fields:
        assert re.search(rf"settings\.{name}\b", code), f"nothing reads the setting {name}"


def commands() -> list[str]:
    return re.findall(r"^    (\w+) ", build_parser().format_help(), re.MULTILINE)


@pytest.mark.parametrize("command", commands())
def test_the_readme_names_every_command(command):
    assert f"`rag {command}" in README


def test_the_readme_names_no_command_that_is_not_there():
    assert set(re.findall(r"`rag (\w+)", README)) <= set(commands())


def test_every_file_the_readme_links_is_there():
    for target in re.findall(r"\]\((?!https?://)([^)#]+)\)", README):
        assert (Path(__file__).parents[1] / target).exists(), target
