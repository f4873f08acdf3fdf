"""`python -m eval.bench ingest`: our ingestion and llama-index's, first and unchanged second run."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from eval.bench.measured import peak_mib
from eval.bench.rag_processes import say
from rag.errors import UsageError
from rag.library import Library
from rag.paper import Paper
from rag.settings import load_settings
from rag.sources import read


class Measured(NamedTuple):
    """One run in a process of its own. `read_seconds`, reading the file, is part of `seconds`.

    `cpu_seconds` says more than `seconds` on a machine that others use too.
    """

    seconds: float
    cpu_seconds: float
    read_seconds: float
    mib: float


def register(subparsers: Any) -> None:
    """Add the command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "ingest", help="time our ingestion and llama-index's stock ones, first and unchanged second run"
    )
    parser.add_argument("--input", type=Path, required=True, metavar="FILE", help="what is ingested")
    parser.add_argument("--papers", type=int, metavar="N", help="only the first so many papers")
    parser.add_argument(
        "--only", choices=list(_WAYS), nargs="+", default=list(_WAYS), help="which ways (all)"
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="askpapers-ingest-") as name:
        folder = Path(name)
        source = options.input if options.papers is None else _first(options.input, options.papers, folder)
        print(
            f"{'way':20} {'run':7} {'seconds':>9} {'CPU seconds':>12} {'of it reading':>14} {'peak MiB':>9}"
        )
        for way in options.only:
            (folder / way).mkdir()
            for run in ("first", "second"):
                say(f"{way}, {run} run")
                found = measure(way, source, folder / way)
                times = f"{found.seconds:9.2f} {found.cpu_seconds:12.2f} {found.read_seconds:14.2f}"
                print(f"{way:20} {run:7} {times} {found.mib:9.0f}", flush=True)
    return 0


def measure(way: str, source: Path, folder: Path) -> Measured:
    """Ingest `source` in a new process. Imports and the loading of the model are not timed."""
    context = multiprocessing.get_context("spawn")
    results, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(way, source, folder, sender))
    process.start()
    sender.close()
    try:
        return Measured(*results.recv())
    except EOFError as error:
        raise UsageError(f"the run of {way} broke off; see above") from error
    finally:
        process.join()


def _work(way: str, source: Path, folder: Path, results: Any) -> None:
    results.send(_WAYS[way](source, folder))


def _ours(source: Path, folder: Path) -> Measured:
    import rag.index.vectors  # noqa: F401 (else Chroma would be imported while the time runs)

    started = time.perf_counter()
    _papers(source)
    read_seconds = time.perf_counter() - started
    with Library(load_settings(index=folder / "index")) as library:
        library.models.embedder.get_text_embedding("warm")
        started, cpu = time.perf_counter(), time.process_time()
        library.ingest([str(source)])
        return Measured(time.perf_counter() - started, time.process_time() - cpu, read_seconds, peak_mib())


def _stock(name: str) -> Callable[[Path, Path], Measured]:
    def work(source: Path, folder: Path) -> Measured:
        from eval.bench import stock

        embedder = Library(load_settings()).models.embedder
        embedder.get_text_embedding("warm")
        started, cpu = time.perf_counter(), time.process_time()
        papers = _papers(source)
        read_seconds = time.perf_counter() - started
        getattr(stock, name)(papers, folder, embedder)
        return Measured(time.perf_counter() - started, time.process_time() - cpu, read_seconds, peak_mib())

    return work


def _papers(source: Path) -> list[Paper]:
    return [record for record in read(source) if isinstance(record, Paper)]


def _first(source: Path, count: int, folder: Path) -> Path:
    place = folder / "first.jsonl"
    with place.open("w", encoding="utf-8") as file:
        for paper in _papers(source)[:count]:
            fields = paper.to_dict()
            row = {"abstract": paper.text} | {
                k: fields[k] for k in ("title", "authors", "year", "venue", "url")
            }
            file.write(json.dumps(row) + "\n")
    return place


_WAYS: dict[str, Callable[[Path, Path], Measured]] = {
    "ours": _ours,
    "vector-store-index": _stock("vector_store_index"),
    "ingestion-pipeline": _stock("ingestion_pipeline"),
}
