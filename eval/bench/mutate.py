"""Changes bytes at random."""

from __future__ import annotations

import random

from eval.bench.seeds import TOKENS

_MAX_BYTES = 200_000
# Most inputs stay small, some get a part that is repeated very often.
_REPEATS = (2, 3, 10, 100, 3000)


def mutated(seeds: list[bytes], chance: random.Random) -> bytes:
    """Return one of `seeds` after one to eight changes."""
    data = chance.choice(seeds)
    for _ in range(chance.choice((1, 1, 2, 3, 5, 8))):
        data = chance.choice(_CHANGES)(data, seeds, chance)[:_MAX_BYTES]
    return data


def _place(data: bytes, chance: random.Random) -> tuple[int, int]:
    begin = chance.randrange(len(data) + 1)
    return begin, min(len(data), begin + chance.choice((1, 4, 20, 100, 1000)))


def _cut(data: bytes, _: list[bytes], chance: random.Random) -> bytes:
    begin, end = _place(data, chance)
    return data[:begin] + data[end:]


def _truncate(data: bytes, _: list[bytes], chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _repeat(data: bytes, _: list[bytes], chance: random.Random) -> bytes:
    begin, end = _place(data, chance)
    return data[:begin] + data[begin:end] * chance.choice(_REPEATS) + data[end:]


def _insert(data: bytes, _: list[bytes], chance: random.Random) -> bytes:
    begin, _end = _place(data, chance)
    token = chance.choice(TOKENS)
    return data[:begin] + token * chance.choice((1, 1, 1, *_REPEATS)) + data[begin:]


def _splice(data: bytes, seeds: list[bytes], chance: random.Random) -> bytes:
    begin, end = _place(chance.choice(seeds), chance)
    at, until = _place(data, chance)
    return data[:at] + chance.choice(seeds)[begin:end] + data[until:]


def _flip(data: bytes, _: list[bytes], chance: random.Random) -> bytes:
    changed = bytearray(data or b"x")
    for _n in range(chance.choice((1, 2, 8))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


_CHANGES = (_cut, _truncate, _repeat, _insert, _insert, _splice, _flip)
