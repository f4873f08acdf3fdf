"""`python -m eval.bench scale`: what a library of many papers costs to fill and to search."""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from eval.bench.measured import peak_mib
from eval.bench.rag_processes import say
from eval.bench.search import milliseconds, show
from eval.question_set import limited, load_questions
from rag.index.opening import create_index
from rag.ingestion.run import Ingestion
from rag.library import Library
from rag.models.embedding import MINILM, OnnxEmbedding
from rag.models.index_embedding import Embedded
from rag.models.onnx_file import MINILM_MODEL, UNCASED_TOKENIZER
from rag.models.token_states import TOKEN_DIMENSION
from rag.paper import Paper
from rag.settings import load_settings
from rag.sources import read
from rag.sources.records import Record

_STEP = 10_000
# Of tokens that are stored: those of words that say something.
_CHARACTERS_A_TOKEN = 9
_WARM_UP = "Which papers are about graphs?"


class RandomEmbedding(OnnxEmbedding):
    """Random vectors of texts, real ones of questions: for speed, which does not depend on them."""

    def __init__(self) -> None:
        super().__init__(MINILM, MINILM_MODEL.locate(), UNCASED_TOKENIZER.locate(), threads=1)

    def embed_passages(self, texts: Sequence[str]) -> list[Embedded]:
        """Return a random vector and random token states for each text, always the same for the same."""
        return [self._random(text) for text in texts]

    def _random(self, text: str) -> Embedded:
        chance = np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))
        vector = chance.standard_normal(self.spec.dimension, dtype=np.float32)
        size = (len(text) // _CHARACTERS_A_TOKEN, TOKEN_DIMENSION)
        tokens = chance.integers(-127, 128, size=size, dtype=np.int8)
        return Embedded((vector / np.linalg.norm(vector)).tolist(), tokens)


def register(subparsers: Any) -> None:
    """Add the command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "scale", help="fill an index with many papers (random vectors), then time searches in it"
    )
    parser.add_argument("--input", nargs="+", required=True, metavar="FILE", help="what is ingested")
    parser.add_argument("--questions", type=Path, required=True, metavar="FILE", help="JSONL of questions")
    parser.add_argument("--papers", type=int, metavar="N", help="only the first so many papers")
    parser.add_argument("--limit", type=int, default=100, metavar="N", help="how many questions (100)")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    questions = [q.question for q in limited(load_questions(options.questions), options.limit).questions]
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory(prefix="askpapers-scale-") as name:
        for work, given in ((_fill, (options.input, options.papers)), (_search, (questions,))):
            process = context.Process(target=work, args=(Path(name) / "index", *given))
            process.start()
            process.join()
            if process.exitcode:
                return 1
    return 0


def _fill(folder: Path, inputs: list[str], papers: int | None) -> None:
    with closing(create_index(folder, MINILM)) as index, index.writing():
        records = islice(read(*inputs), papers)
        report = Ingestion(index, RandomEmbedding(), []).run(_timed(records))
        print(f"{len(index.records)} papers in {report.seconds:.0f} s, peak {peak_mib():.0f} MiB", flush=True)


def _timed(records: Iterable[Record]) -> Iterator[Record]:
    """Pass records on, and print how long every few thousand papers took."""
    print(f"{'papers':>8} {'papers/s':>9} {'CPU ms a paper':>15} {'peak MiB':>9}")
    count = 0
    started, cpu = time.perf_counter(), time.process_time()
    for record in records:
        yield record
        count += isinstance(record, Paper)
        if count and count % _STEP == 0 and isinstance(record, Paper):
            wall, used = time.perf_counter() - started, time.process_time() - cpu
            print(f"{count:8} {_STEP / wall:9.0f} {1000 * used / _STEP:15.2f} {peak_mib():9.0f}", flush=True)
            started, cpu = time.perf_counter(), time.process_time()


def _search(folder: Path, questions: list[str]) -> None:
    with Library(load_settings(index=folder)) as library:
        say("opening")
        plain, reranked = partial(library.search, rerank=False), library.search
        opening = milliseconds(plain, _WARM_UP)
        print(f"opening and first search {opening:.0f} ms, {peak_mib():.0f} MiB", flush=True)
        show("search, no cross-encoder", [milliseconds(plain, question) for question in questions])
        reranked(_WARM_UP)
        show("search, cross-encoder", [milliseconds(reranked, question) for question in questions])
        print(f"peak {peak_mib():.0f} MiB", flush=True)
