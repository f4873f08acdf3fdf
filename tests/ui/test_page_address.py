from __future__ import annotations

import os
import socket

import pytest

from rag.errors import UsageError
from rag.ui.address import bypass_proxy, page_address, usable_port


def test_a_taken_port_is_named_with_the_way_out():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=rf"port {port} .*taken.*RAG_PORT or --port"):
            usable_port("127.0.0.1", port)


def test_zero_takes_a_free_port():
    assert usable_port("127.0.0.1", 0) > 0


def test_a_host_that_is_not_here_is_named():
    with pytest.raises(UsageError, match=r"203\.0\.113\.1"):
        usable_port("203.0.113.1", 0)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:7860"),
        ("0.0.0.0", "http://127.0.0.1:7860"),
        ("::1", "http://[::1]:7860"),
    ],
)
def test_the_address_can_be_opened(host, address):
    assert page_address(host, 7860) == address


def test_a_proxy_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_PROXY", "intranet")
    monkeypatch.setenv("no_proxy", "")
    bypass_proxy("127.0.0.1")
    assert os.environ["NO_PROXY"] == "intranet,127.0.0.1,localhost"
    assert os.environ["no_proxy"] == "127.0.0.1,localhost"
