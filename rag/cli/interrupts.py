"""Sees to it that Ctrl-C is heard."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

_SECONDS = 1.0


@contextmanager
def repeated_interrupts() -> Iterator[None]:
    """Repeat an interrupt every second until the block ends.

    One that falls into a callback of a library, such as a destructor, is swallowed there.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    timers: list[threading.Timer] = []

    def interrupt(*_: object) -> NoReturn:
        again = threading.Timer(_SECONDS, os.kill, (os.getpid(), signal.SIGINT))
        again.daemon = True
        timers.append(again)
        again.start()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        for timer in timers:
            timer.cancel()
        signal.signal(signal.SIGINT, before)
