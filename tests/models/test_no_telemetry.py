"""Running a model leaves nothing behind and calls nobody."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
from rag.models.embedding import load_embedding
load_embedding("minilm", 1).get_text_embedding("kites")
"""


def test_onnxruntime_writes_no_device_id(tmp_path):
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"} | home
    subprocess.run([sys.executable, "-c", CODE], env=environment, check=True, timeout=120)
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []
