from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_site import FAST, FakeSite

from rag.sites import Limits, fetch
from rag.sources import Record


@pytest.fixture
def site() -> Iterator[FakeSite]:
    server = FakeSite()
    yield server
    server.close()


@pytest.fixture
def get(site: FakeSite, tmp_path: Path) -> Callable[..., list[Record]]:
    """Fetch an address, or a path of the fake site, with one cache a test."""

    def call(address: str, limits: Limits = FAST) -> list[Record]:
        address = site.url + address if address.startswith("/") else address
        return list(fetch(address, tmp_path / "cache", sites=site.sites, limits=limits))

    return call
