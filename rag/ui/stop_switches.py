"""Which answer each reader of the page waits for, and how it is told to end."""

from __future__ import annotations

import threading


class StopSwitches:
    """One switch for each reader whose answer is being made.

    The answer looks at its switch between two sentences and ends itself. Breaking it off from
    outside would leave open which of both, the answer or Stop, writes to the page last.
    """

    def __init__(self) -> None:
        self._switches: dict[str, threading.Event] = {}
        self._lock = threading.Lock()

    def renewed(self, reader: str) -> threading.Event:
        """Return a new switch for `reader`; what ran for the reader until now is told to end."""
        switch = threading.Event()
        with self._lock:
            former = self._switches.get(reader)
            self._switches[reader] = switch
        if former is not None:
            former.set()
        return switch

    def stop(self, reader: str) -> None:
        """Tell the answer of `reader` to end, if one is being made."""
        with self._lock:
            switch = self._switches.get(reader)
        if switch is not None:
            switch.set()

    def is_current(self, reader: str, switch: threading.Event) -> bool:
        """Return whether no other answer was begun for `reader` since `switch` was made."""
        with self._lock:
            return self._switches.get(reader) is switch

    def forget(self, reader: str, switch: threading.Event) -> None:
        """Forget a switch whose answer has ended."""
        with self._lock:
            if self._switches.get(reader) is switch:
                del self._switches[reader]
