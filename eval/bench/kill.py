"""`python -m eval.bench kill`: an ingestion that is killed again and again."""

from __future__ import annotations

import argparse
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import numpy as np

from eval.bench import rag_processes
from eval.bench.rag_processes import say
from rag.index.manifest import read_manifest
from rag.index.snapshot import load_snapshot, newest_revision
from rag.paper import Paper
from rag.sources import read

_STARTS_WITHIN_SECONDS = 120
_LOOKS_EVERY_SECONDS = 0.05
# How long a batch takes until one was seen.
_BATCH_SECONDS = 2.0


@dataclass(slots=True)
class Counts:
    """What was found. `lost` and `doubled` count papers, the other ones kills.

    `clean` are kills after which `doctor --check` had nothing to say, `repaired` those after which
    `doctor` mended everything, `broken` the rest.
    """

    kills: int = 0
    clean: int = 0
    repaired: int = 0
    broken: int = 0
    lost: int = 0
    doubled: int = 0
    ingestions: int = 0
    differing: int = 0

    @property
    def bad(self) -> bool:
        """Whether a crash has done harm."""
        return bool(self.broken or self.lost or self.doubled or self.differing)


def register(subparsers: Any) -> None:
    """Add the command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "kill", help="kill -9 an ingestion at random moments, and check what each kill leaves"
    )
    parser.add_argument("--input", type=Path, required=True, metavar="FILE", help="what is ingested")
    parser.add_argument("--kills", type=int, default=50, metavar="N", help="how often (50)")
    parser.add_argument(
        "--longest", type=float, default=60.0, metavar="SECONDS", help="a run is killed within this time (60)"
    )
    parser.add_argument(
        "--reference", type=Path, metavar="DIR", help="index of one clean run, to compare the result with"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    counts = Counts()
    moments = random.Random(options.seed)
    papers = sum(isinstance(record, Paper) for record in read(options.input))
    while counts.kills < options.kills:
        with tempfile.TemporaryDirectory(prefix="askpapers-kill-") as folder:
            index = Path(folder, "index")
            kill_until_done(options.input, papers, index, options.kills, options.longest, moments, counts)
            finish(options.input, index, options.reference, counts)
    for field in fields(Counts):
        print(f"{field.name:11} {asdict(counts)[field.name]}")
    return int(counts.bad)


def kill_until_done(
    source: Path,
    papers: int,
    index: Path,
    kills: int,
    longest: float,
    moments: random.Random,
    counts: Counts,
) -> None:
    """Ingest the `papers` of `source`, killing every run at a random moment, spread over all of it.

    It ends when a run gets through, or all kills are spent.
    """
    while counts.kills < kills:
        # The first kill comes before there is a paper; on average they use up the input.
        more = moments.uniform(0, 2 * papers / kills) if counts.kills else 0.0
        before = _killed_run(source, index, more, moments.random(), longest)
        if before is None:
            return
        counts.kills += 1
        state = _examine(index)
        setattr(counts, state, getattr(counts, state) + 1)
        after = stored_records(index)
        counts.lost += sum(after.get(paper_id) != record for paper_id, record in before.items())
        counts.doubled += doubled_texts(index)
        say(f"kill {counts.kills}: {len(after)} papers are finished, {state}")


def _killed_run(source: Path, index: Path, more: float, part: float, longest: float) -> dict[str, str] | None:
    """Start an ingestion and kill it when `more` papers are finished and a part of a batch has passed.

    A batch is taken to last as long as those before it did. Returns what was finished just before, or
    None if it came to its end.
    """
    process = rag_processes.start("ingest", source, "--index", index, "--json")
    try:
        _await_writer(process, index)
        started, first = time.monotonic(), len(stored_records(index))
        steps, last = 0, first
        while process.is_alive() and last < first + more and time.monotonic() < started + longest:
            process.join(_LOOKS_EVERY_SECONDS)
            now = len(stored_records(index))
            steps, last = steps + (now != last), now
        batch = (time.monotonic() - started) / steps if steps else _BATCH_SECONDS
        process.join(part * batch)
        return stored_records(index) if process.is_alive() else None
    finally:
        process.kill()
        process.join()


def _await_writer(process: ForkServerProcess, index: Path) -> None:
    """Wait until `process` holds the index, or is done."""
    until = time.monotonic() + _STARTS_WITHIN_SECONDS
    owner = index / "writer.pid"
    while time.monotonic() < until and process.is_alive():
        if owner.is_file() and owner.read_text(encoding="ascii") == str(process.pid):
            return
        time.sleep(0.01)


def _examine(index: Path) -> str:
    """Return clean, repaired or broken."""
    first = rag_processes.run("doctor", "--check", "--index", index)
    if first.code == 0:
        return "clean"
    say(first.err.strip())
    repair = rag_processes.run("doctor", "--index", index)
    again = rag_processes.run("doctor", "--check", "--index", index)
    if repair.code == 0 and again.code == 0:
        return "repaired"
    say(repair.err.strip() + again.err.strip())
    return "broken"


def finish(source: Path, index: Path, reference: Path | None, counts: Counts) -> None:
    """Let an ingestion get through and count in what it differs from one clean run."""
    last = rag_processes.run("ingest", source, "--index", index, "--json")
    counts.ingestions += 1
    if last.code != 0 or _examine(index) != "clean":
        say(last.err.strip())
        counts.broken += 1
    if reference is not None and not same_index(index, reference):
        counts.differing += 1


def same_index(one: Path, other: Path) -> bool:
    """Whether two indexes hold the same papers, word for word, and search the same vectors."""
    if stored_records(one) != stored_records(other):
        return False
    a, b = (load_snapshot(f, newest_revision(f) or 0) for f in (_data(p) / "snapshots" for p in (one, other)))
    return (
        a.paper_ids == b.paper_ids
        and np.array_equal(a.chunk_span, b.chunk_span)
        and np.allclose(a.vectors, b.vectors, atol=1e-6)
    )


def stored_records(index: Path) -> dict[str, str]:
    """Return the finished papers as they are stored, by id, without opening the index."""
    return dict(_query(index, "SELECT paper_id, record FROM papers"))


def doubled_texts(index: Path) -> int:
    """Return how many papers have the abstract of another one."""
    [(count,)] = _query(index, "SELECT count(*) - count(DISTINCT fingerprint) FROM papers") or [(0,)]
    return int(count)


def _query(index: Path, query: str) -> list[Any]:
    if read_manifest(index) is None:
        return []
    place = _data(index) / "papers.sqlite3"
    try:
        with closing(sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True)) as records:
            return records.execute(query).fetchall()
    except sqlite3.OperationalError:
        # Killed before there was a table.
        return []


def _data(index: Path) -> Path:
    manifest = read_manifest(index)
    return index / f"generation-{manifest.generation if manifest else 1}"
