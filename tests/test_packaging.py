"""The wheel holds what an installed copy needs outside the checkout."""

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

USE = """
import sys
sys.path.insert(0, sys.argv[1])
import rag, rag.resources, rag.sample
assert rag.__file__.startswith(sys.argv[1]), rag.__file__
assert rag.resources.resource("prompts/answer.md").is_file()
assert str(rag.resources.resource("data/sample.jsonl")).startswith(sys.argv[1])
print(len(list(rag.sample.sample_papers())))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed; the extra 'dev' brings it")
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--quiet",
        "-w",
        str(folder),
    ]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


def test_prompts_and_data_are_package_data(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "rag/data/sample.jsonl" in names
    prompts = {f"rag/prompts/{p.name}" for p in (ROOT / "prompts").iterdir() if p.is_file()}
    assert prompts
    assert prompts <= set(names)
    code = {f"rag/{p.relative_to(ROOT / 'rag')}" for p in (ROOT / "rag").rglob("*.py")}
    assert code <= set(names)
    top = {name.split("/")[0] for name in names}
    assert {n for n in top if not n.endswith(".dist-info")} == {"rag"}
    assert any(name.endswith("licenses/NOTICE") for name in names)


def test_everything_but_code_that_the_package_reads_is_inside(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    other = {
        f"rag/{p.relative_to(ROOT / 'rag')}"
        for p in (ROOT / "rag").rglob("*")
        if p.suffix in (".css", ".js", ".md")
    }
    assert other <= names


def test_an_unpacked_wheel_finds_its_files_outside_the_checkout(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", USE, str(tmp_path / "site")],
        capture_output=True,
        text=True,
        timeout=100,
        cwd=tmp_path,
        env=environment,
    )
    assert (done.stdout, done.returncode) == ("57\n", 0), done.stderr


def test_the_command_is_declared(wheel):
    with zipfile.ZipFile(wheel) as archive:
        entry = next(n for n in archive.namelist() if n.endswith("entry_points.txt"))
        assert "rag = rag.cli:main" in archive.read(entry).decode()
