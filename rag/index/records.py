"""The stored paper records: one SQLite file, the truth that everything else is rebuilt from.

A paper stands here only after its chunks are in Chroma, so what is here is finished.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from rag.chunking import chunk_id
from rag.errors import IndexUnavailable
from rag.models.token_states import TOKEN_DIMENSION, TokenStates
from rag.paper import Paper

_SCHEMA = """
CREATE TABLE IF NOT EXISTS papers (
    paper_id TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    record TEXT NOT NULL,
    chunks TEXT NOT NULL,
    revision INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS papers_by_fingerprint ON papers (fingerprint);
CREATE TABLE IF NOT EXISTS token_states (
    chunk_id TEXT PRIMARY KEY,
    paper_id TEXT NOT NULL,
    states BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS token_states_by_paper ON token_states (paper_id);
CREATE TABLE IF NOT EXISTS runs (finished REAL NOT NULL, report TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS inputs (digest TEXT PRIMARY KEY, revision INTEGER NOT NULL, outcome TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS counter (revision INTEGER NOT NULL);
INSERT INTO counter SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM counter);
"""
# SQLite also says so when a byte of a text or of a name was changed.
_DAMAGE = ("Could not decode", "no such table", "no such column", "malformed")
_MOST_CHARACTERS_TOLD = 80
# SQLite takes a limited number of variables in one statement.
_MOST_VARIABLES = 900


class StoredPaper(NamedTuple):
    """A paper with the [start, end] of its chunks and the revision that wrote it."""

    paper: Paper
    chunks: list[tuple[int, int]]
    revision: int

    @property
    def chunk_ids(self) -> list[str]:
        """The ids of its chunks in Chroma."""
        return [chunk_id(self.paper.paper_id, position) for position in range(len(self.chunks))]


class PaperRecords:
    """The records of an index. Every write raises `revision` by one.

    Every method raises `IndexUnavailable` if the file is damaged or the disk fails.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._told():
            if not os.access(path.parent, os.W_OK):
                # A shared index that this user may only read.
                self._db = sqlite3.connect(
                    f"{path.resolve().as_uri()}?immutable=1", uri=True, check_same_thread=False
                )
                return
            self._db = sqlite3.connect(path, timeout=10, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            with self._db:
                self._db.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @property
    def revision(self) -> int:
        """The number of the last write."""
        return int(self._value("SELECT revision FROM counter"))

    def __len__(self) -> int:
        return int(self._value("SELECT count(*) FROM papers"))

    def get(self, paper_id: str) -> StoredPaper | None:
        """Return the paper with this id."""
        return self._one("SELECT record, chunks, revision FROM papers WHERE paper_id = ?", paper_id)

    def by_fingerprint(self, fingerprint: str) -> StoredPaper | None:
        """Return a paper whose published abstract has this fingerprint."""
        query = "SELECT record, chunks, revision FROM papers WHERE fingerprint = ? ORDER BY paper_id"
        return self._one(query, fingerprint)

    def all(self) -> Iterator[StoredPaper]:
        """Return every paper, ordered by id, so that nothing depends on the order of ingestion."""
        with self._told():
            for row in self._db.execute("SELECT record, chunks, revision FROM papers ORDER BY paper_id"):
                yield self._stored(row)

    def damage(self) -> list[str]:
        """Return what SQLite finds wrong with the file; nothing when it is whole."""
        with self._told():
            rows = [str(row[0]) for row in self._db.execute("PRAGMA integrity_check(5)")]
        return [] if rows == ["ok"] else rows

    def token_states(self, chunk_ids: Sequence[str]) -> dict[str, TokenStates]:
        """Return the token states of the chunks that have some, by chunk id."""
        found: dict[str, TokenStates] = {}
        with self._told():
            for begin in range(0, len(chunk_ids), _MOST_VARIABLES):
                part = chunk_ids[begin : begin + _MOST_VARIABLES]
                marks = ",".join("?" * len(part))
                query = f"SELECT chunk_id, states FROM token_states WHERE chunk_id IN ({marks})"
                for chunk, states in self._db.execute(query, part):
                    found[chunk] = np.frombuffer(states, dtype=np.int8).reshape(-1, TOKEN_DIMENSION)
        return found

    def chunks_with_states(self) -> set[str]:
        """Return the ids of the chunks whose token states are stored."""
        with self._told():
            return {str(row[0]) for row in self._db.execute("SELECT chunk_id FROM token_states")}

    def write(
        self,
        papers: Iterable[tuple[Paper, Sequence[tuple[int, int]]]],
        removed: Iterable[str] = (),
        states: Mapping[str, Sequence[TokenStates]] = MappingProxyType({}),
    ) -> int:
        """Store papers with their chunk offsets and remove others, all or nothing.

        `states` holds, by paper id, the token states of each chunk. Returns the new revision.
        """
        papers, removed = list(papers), list(removed)
        gone = [(paper_id,) for paper_id in (*removed, *(p.paper_id for p, _ in papers))]
        with self._told(), self._db:
            self._db.execute("UPDATE counter SET revision = revision + 1")
            revision = self.revision
            self._db.executemany("DELETE FROM papers WHERE paper_id = ?", [(i,) for i in removed])
            self._db.executemany("DELETE FROM token_states WHERE paper_id = ?", gone)
            self._db.executemany(
                "INSERT INTO token_states VALUES (?, ?, ?)",
                [
                    (chunk_id(paper_id, position), paper_id, of_chunk.tobytes())
                    for paper_id, of_paper in states.items()
                    for position, of_chunk in enumerate(of_paper)
                ],
            )
            self._db.executemany(
                "INSERT OR REPLACE INTO papers VALUES (?, ?, ?, ?, ?)",
                [
                    (p.paper_id, p.fingerprint, _dump(p.to_dict()), _dump(list(chunks)), revision)
                    for p, chunks in papers
                ],
            )
        return revision

    def add_run(self, report: dict[str, Any], finished: float | None = None) -> None:
        """Remember the report of a run that finished now, or at `finished` seconds since 1970."""
        row = (time.time() if finished is None else finished, _dump(report))
        with self._told(), self._db:
            self._db.execute("INSERT INTO runs VALUES (?, ?)", row)

    def last_runs(self, count: int) -> list[tuple[float, dict[str, Any]]]:
        """Return the time (seconds since 1970) and report of the last runs, newest first."""
        with self._told():
            query = "SELECT finished, report FROM runs ORDER BY finished DESC LIMIT ?"
            rows = self._db.execute(query, (count,)).fetchall()
            return [(float(finished), self._parsed(report)) for finished, report in rows]

    def remember_input(self, digest: str, outcome: dict[str, Any]) -> None:
        """Keep what came of an input for as long as no paper is written."""
        with self._told(), self._db:
            self._db.execute("DELETE FROM inputs WHERE revision <> ?", (self.revision,))
            row = (digest, self.revision, _dump(outcome))
            self._db.execute("INSERT OR REPLACE INTO inputs VALUES (?, ?, ?)", row)

    def input_outcome(self, digest: str) -> dict[str, Any] | None:
        """Return what came of an input if the papers are as they were then, else None."""
        query = "SELECT outcome FROM inputs WHERE digest = ? AND revision = (SELECT revision FROM counter)"
        with self._told():
            row = self._db.execute(query, (digest,)).fetchone()
        return None if row is None else dict(self._parsed(row[0]))

    def _value(self, query: str) -> Any:
        with self._told():
            row = self._db.execute(query).fetchone()
        if row is None:
            raise self._damaged("a table is empty")
        return row[0]

    def _one(self, query: str, *values: str) -> StoredPaper | None:
        with self._told():
            row = self._db.execute(query, values).fetchone()
        return None if row is None else self._stored(row)

    def _stored(self, row: tuple[str, str, int]) -> StoredPaper:
        values, chunks = self._parsed(row[0]), self._parsed(row[1])
        try:
            return StoredPaper(Paper.from_dict(values), [(int(a), int(b)) for a, b in chunks], row[2])
        except (TypeError, ValueError, AttributeError) as error:
            raise self._damaged(str(error)) from error

    def _parsed(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (TypeError, ValueError) as error:
            raise self._damaged(str(error)) from error

    def _damaged(self, note: str) -> IndexUnavailable:
        return IndexUnavailable(
            f"the paper records {self._path} are damaged ({_short(note)}); put back a copy of the index"
            " folder, or ingest the papers into another folder with --index"
        )

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn SQLite's errors into what the user can do."""
        try:
            yield
        except sqlite3.ProgrammingError:
            raise
        except sqlite3.DatabaseError as error:
            note = str(error)
            if isinstance(error, sqlite3.OperationalError) and not any(sign in note for sign in _DAMAGE):
                raise IndexUnavailable(
                    f"the paper records {self._path} cannot be read or written ({_short(note)});"
                    " check that the disk is not full and the folder can be written"
                ) from error
            raise self._damaged(note) from error


def _short(note: str) -> str:
    line = " ".join(note.split())
    return line if len(line) <= _MOST_CHARACTERS_TOLD else f"{line[:_MOST_CHARACTERS_TOLD]} …"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
