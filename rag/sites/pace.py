"""How long to wait: between requests to one host, and after a failure."""

from __future__ import annotations

import random
import threading
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

# When each host may be asked again; shared, so that two downloads in a row keep the pause as well.
_next_turn: dict[str, float] = {}
_lock = threading.Lock()


def wait_turn(url: str, pause: float) -> None:
    """Wait until the host of `url` may be asked again, and take the turn."""
    host = urlsplit(url).netloc
    with _lock:
        now = time.monotonic()
        turn = max(now, _next_turn.get(host, 0.0))
        _next_turn[host] = turn + pause
    time.sleep(max(0.0, turn - now))


def backoff(first: float, failures: int, longest: float) -> float:
    """Return the pause after so many failures: doubling, with jitter, so that clients spread."""
    return min(first * 2.0 ** (failures - 1), longest) * random.uniform(0.5, 1.5)


def retry_after(value: str | None) -> float | None:
    """Return the seconds that a Retry-After header asks for: a number, or a date."""
    if not value:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
