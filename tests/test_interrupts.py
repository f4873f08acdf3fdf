import contextlib
import signal
import time

import pytest

from rag.cli import interrupts
from rag.cli.interrupts import repeated_interrupts


def swallowed_and_waited():
    with contextlib.suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    time.sleep(20)


def test_an_interrupt_that_was_swallowed_comes_again(monkeypatch):
    monkeypatch.setattr(interrupts, "_SECONDS", 0.05)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), repeated_interrupts():
        swallowed_and_waited()
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupt_that_was_heard_comes_once(monkeypatch):
    monkeypatch.setattr(interrupts, "_SECONDS", 0.05)
    with pytest.raises(KeyboardInterrupt), repeated_interrupts():
        signal.raise_signal(signal.SIGINT)
    time.sleep(0.2)
