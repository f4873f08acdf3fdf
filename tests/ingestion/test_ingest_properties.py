"""However a library is ingested, the same papers and the same search results come out.

Known limit, left out here: two records with one identifier but different abstracts get their ids by
the order in which they come.
"""

import hashlib
import json
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from invented_papers import ingest, stored

from rag.index import paper_index as paper_index_module
from rag.index.integrity import check_index, repair_index
from rag.index.opening import create_index
from rag.index.records import PaperRecords
from rag.index.vectors import ChunkVectors
from rag.ingestion import run as ingest_module
from rag.ingestion.run import embed_paper
from rag.models.embedding import Embedded, EmbeddingSpec
from rag.models.token_states import TOKEN_DIMENSION
from rag.retrieval.filters import PaperFilter
from rag.retrieval.search import Searcher
from rag.settings import load_settings
from rag.sources import read

WORDS = "kite gust bee hive lamp dough glacier radar bamboo sensor planner camera error maps counts".split()
QUESTIONS = ("Which planner maps gusts?", "bee camera", "glacier radar errors of sensors")
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


class WordEmbedder:
    """Embeds a text as the sum of a random direction for each of its words."""

    spec = EmbeddingSpec("words", "0", 24, "mean", "", 40, TOKEN_DIMENSION)

    def count_tokens(self, text):
        return len(text.split())

    def embed_question(self, text):
        words = text.lower().split()
        vector = sum((self._direction(word, 24) for word in words), np.full(24, 0.01))
        states = [np.clip(40 * self._direction(word, TOKEN_DIMENSION), -127, 127) for word in words]
        return Embedded((vector / np.linalg.norm(vector)).tolist(), np.array(states, dtype=np.int8))

    def embed_passages(self, texts):
        return [self.embed_question(text) for text in texts]

    def _direction(self, word, dimension):
        seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
        return np.random.default_rng(seed).standard_normal(dimension)


class KilledError(BaseException):
    """Stands in for the end of the process."""


@contextmanager
def killed_at(step):
    """End the ingestion at a step: before or after any write to Chroma, the records or the snapshot."""
    left = step

    def tick():
        nonlocal left
        left -= 1
        if left == 0:
            raise KilledError

    def ticking(function):
        @wraps(function)
        def ticked(*arguments, **keywords):
            tick()
            result = function(*arguments, **keywords)
            tick()
            return result

        return ticked

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in (
            (ChunkVectors, "upsert"),
            (ChunkVectors, "delete"),
            (PaperRecords, "write"),
            (paper_index_module, "build_snapshot"),
        ):
            patch.setattr(owner, name, ticking(getattr(owner, name)))
        yield


@dataclass
class Run:
    """One run: which records in which order, in how many files, and the step at which it is killed."""

    order: list
    files: int
    killed: int | None


def abstract(words, number):
    """A text of several sentences, so that some papers have several chunks."""
    sentences = [words[at : at + 6] for at in range(0, len(words), 6)]
    body = " ".join(" ".join(s).capitalize() + "." for s in sentences)
    return f"We present GADGET{number} with {number}.5 parts. {body}"


@st.composite
def libraries(draw):
    """Records: every paper once whole, and maybe again untitled, or from another source."""
    records = []
    for number in range(draw(st.integers(1, 7))):
        words = draw(st.lists(st.sampled_from(WORDS), min_size=3, max_size=45))
        text = abstract(words, number)
        whole = {"title": f"Gadget {words[0]} {draw(st.integers(0, 1))}", "abstract": text, "year": 2030}
        whole |= draw(
            st.sampled_from(
                [
                    {},
                    {"doi": f"10.5555/g.{number}"},
                    {"url": f"https://example.org/g/{number}"},
                    {"url": f"https://openreview.net/forum?id=G{number}"},
                ]
            )
        )
        records.append(whole)
        if draw(st.booleans()):
            records.append({"abstract": f"  {text}\n"})
        if draw(st.booleans()):
            records.append(whole | {"doi": f"10.5555/g.{number}"})
    return records


@st.composite
def histories(draw):
    """A library, and the runs in which it is ingested; the last one is whole and gets through."""
    records = draw(libraries())
    places = list(range(len(records)))
    runs = [
        Run(
            draw(st.permutations(places))[: draw(st.integers(1, len(places)))],
            draw(st.integers(1, 3)),
            draw(st.none() | st.integers(1, 14)),
        )
        for _ in range(draw(st.integers(0, 3)))
    ]
    return records, [*runs, Run(draw(st.permutations(places)), draw(st.integers(1, 3)), None)]


def written(folder, records, files):
    """Write the records into so many JSONL files and return their paths."""
    paths = []
    for n in range(files):
        lines = [json.dumps(r) for r in records[n::files]]
        if lines:
            paths.append(folder / f"{n}.jsonl")
            paths[-1].write_text("\n".join(lines))
    return paths


def do(run, folder, records, embedder):
    """Do a run in the index of `folder`."""
    paths = written(folder, [records[at] for at in run.order], run.files)
    index = create_index(folder / "index", embedder.spec)
    try:
        with killed_at(run.killed or 0):
            return ingest(index, embedder, chain.from_iterable(read(p) for p in paths))
    except KilledError:
        return None
    finally:
        index.close()


def state(folder, embedder):
    """Return the papers of an index and what searches find in it; it must be whole, or be mended."""
    index = create_index(folder / "index", embedder.spec)
    try:
        with index.writing():
            found = check_index(index)
            assert not found.without_vectors
            if not found.clean:
                assert all("chunks of no paper" in problem.message for problem in found.problems)
                repair_index(index, found, lambda paper: embed_paper(paper, embedder), lambda _: None)
                assert check_index(index).clean
        papers = {i: (p.fingerprint, p.text, p.title, p.url, p.year) for i, p in stored(index).items()}
        searcher = Searcher(index, embedder, lambda: pytest.fail("not needed"), load_settings())
        results = [searcher.search(q, 10, PaperFilter(), depth=0).hits for q in QUESTIONS]
        return papers, [[(h.paper.paper_id, round(h.score, 4)) for h in hits] for hits in results]
    finally:
        index.close()


def check(records, runs, embedder):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "clean").mkdir()
        (folder / "other").mkdir()
        do(Run(list(range(len(records))), 1, None), folder / "clean", records, embedder)
        expected = state(folder / "clean", embedder)
        for run in runs:
            do(run, folder / "other", records, embedder)
        assert state(folder / "other", embedder) == expected
        assert len(expected[0]) == len({r["abstract"].strip() for r in records})
        again = do(runs[-1], folder / "other", records, embedder)
        assert (again.added, again.updated) == (0, 0)
        assert again.unchanged == again.papers == len(expected[0])
        shutil.rmtree(folder / "other")


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch):
    monkeypatch.setattr(ingest_module, "_BATCH", 3)


@settings(max_examples=25, deadline=None, suppress_health_check=SLOW, phases=[Phase.generate, Phase.shrink])
@given(histories())
def test_any_history_of_runs_ends_like_one_clean_run(history):
    records, runs = history
    check(records, runs, WordEmbedder())


def test_the_real_embedder_gives_the_same_too(embedder):
    records = [
        {"title": "Kite", "abstract": abstract(WORDS * 3, 1), "doi": "10.5555/kite"},
        {"abstract": abstract(WORDS * 3, 1)},
        {"title": "Bee", "abstract": abstract(WORDS, 2), "url": "https://example.org/bee"},
        {"abstract": abstract(WORDS[::-1], 3)},
    ]
    check(records, [Run([1, 3], 1, 4), Run([3, 2, 1], 2, 2), Run([3, 1, 2, 0], 3, None)], embedder)
