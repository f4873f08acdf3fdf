"""`python -m eval.bench fuzz`: every reader against inputs that are changed at random."""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import resource
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.bench.measured import peak_mib
from eval.bench.mutate import mutated
from eval.bench.rag_processes import say
from eval.bench.seeds import SEEDS
from rag.paper import Paper
from rag.sites import pmlr_page
from rag.sources import arxiv_atom, bibtex, csv_table, json_records, read, ris, text_list
from rag.sources.latex import to_unicode
from rag.sources.records import Record, Skipped

# Of processor time, so that a busy machine makes no difference.
_HANG_SECONDS = 10
_MORE_MEMORY = 1 << 30
_SAY_EVERY_SECONDS = 60

_Reader = Callable[[str, str], Iterable[Record]]
_ALONE: dict[str, _Reader] = {
    "text": text_list.read,
    "csv": csv_table.read,
    "bibtex": bibtex.read,
    "ris": ris.read,
    "atom": arxiv_atom.read,
    "json": json_records.read,
    "jsonl": lambda text, where: json_records.read_lines(enumerate(text.split("\n"), 1), where),
    "conference": json_records.read,
    "openreview": json_records.read,
}
_NAMES = ("f", "f.json", "f.jsonl", "f.csv", "f.bib", "f.txt", "f.zip", "icml-2031-orals-posters.json")


class HangError(Exception):
    """A reader took too long."""


@dataclass(slots=True)
class Tally:
    """What happened to one reader."""

    cases: int = 0
    papers: int = 0
    failures: int = 0
    slowest: float = 0.0


def register(subparsers: Any) -> None:
    """Add the command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "fuzz", help="feed every reader inputs that are changed at random"
    )
    parser.add_argument("--minutes", type=float, default=20.0, help="how long (20)")
    parser.add_argument("--seed", type=int, default=None, help="of the changes; by default another each time")
    parser.add_argument(
        "--keep",
        type=Path,
        default=Path("fuzz-failures"),
        metavar="DIR",
        help="where failing inputs are kept",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    seed = random.SystemRandom().randrange(1 << 32) if options.seed is None else options.seed
    say(f"seed {seed}")
    before = peak_mib()
    tallies = fuzz(random.Random(seed), options.minutes * 60, options.keep)
    print(f"{'reader':12} {'cases':>8} {'papers':>8} {'failures':>8} {'slowest':>9}")
    for name, tally in tallies.items():
        print(f"{name:12} {tally.cases:8,} {tally.papers:8,} {tally.failures:8} {tally.slowest:7.2f} s")
    print(f"{'all':12} {sum(t.cases for t in tallies.values()):8,}")
    print(f"peak memory {peak_mib():.0f} MiB, {before:.0f} MiB before the first case; seed {seed}")
    return int(any(tally.failures for tally in tallies.values()))


def fuzz(chance: random.Random, seconds: float, keep: Path) -> dict[str, Tally]:
    """Give the readers changed inputs in turn for `seconds`."""
    tallies = {name: Tally() for name in SEEDS}
    until, next_word = time.monotonic() + seconds, time.monotonic() + _SAY_EVERY_SECONDS
    with tempfile.TemporaryDirectory(prefix="askpapers-fuzz-") as folder, _limits():
        while time.monotonic() < until:
            for name, tally in tallies.items():
                _case(name, mutated(SEEDS[name], chance), Path(folder, chance.choice(_NAMES)), tally, keep)
            if time.monotonic() > next_word:
                next_word += _SAY_EVERY_SECONDS
                say(f"{sum(t.cases for t in tallies.values()):,} cases, {peak_mib():.0f} MiB")
    return tallies


def _case(name: str, data: bytes, path: Path, tally: Tally, keep: Path) -> None:
    tally.cases += 1
    started = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, _HANG_SECONDS)
    try:
        tally.papers += sum(isinstance(record, Paper) for record in _read(name, data, path))
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what the fuzzer looks for)
        tally.failures += 1
        keep.mkdir(parents=True, exist_ok=True)
        kept = keep / f"{name.replace(' ', '-')}-{tally.failures}-{path.name}"
        kept.write_bytes(data)
        say(f"{name}: {type(error).__name__}: {error}; kept as {kept}\n{traceback.format_exc()}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        tally.slowest = max(tally.slowest, time.process_time() - started)


def _read(name: str, data: bytes, path: Path) -> Iterator[Record]:
    """Read `data` as a file, and as a text by the format's own reader."""
    path.write_bytes(data)
    try:
        yield from map(_checked, read(path))
    finally:
        path.unlink()
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    if name in _ALONE:
        yield from map(_checked, _ALONE[name](text, "f"))
    if name == "bibtex":
        to_unicode(text)
    if name == "pmlr page":
        pmlr_page.paper_pages(text, "https://e.org/v1/")
        json.dumps(pmlr_page.paper(text, "https://e.org/v1/x.html"))


def _checked(record: Record) -> Record:
    """Fail if a record is not what the rest of the program relies on."""
    if isinstance(record, Paper):
        if not record.text.strip() or (record.url and not record.url.lower().startswith("http")):
            raise ValueError(f"not a usable paper: {record}")
        json.dumps(record.to_dict(), allow_nan=False, ensure_ascii=False).encode()
    elif "\n" in (record.reason if isinstance(record, Skipped) else record.message):
        raise ValueError(f"a report of several lines: {record}")
    return record


@contextlib.contextmanager
def _limits() -> Iterator[None]:
    """Bound the memory of this process, and make a case that takes too long raise."""

    def too_long(*_: object) -> None:
        raise HangError(f"more than {_HANG_SECONDS} seconds")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    earlier = signal.signal(signal.SIGPROF, too_long)
    resource.setrlimit(resource.RLIMIT_AS, (used + _MORE_MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGPROF, earlier)
