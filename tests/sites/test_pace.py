import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from rag.sites import pace


def test_one_host_waits_and_another_does_not():
    started = time.monotonic()
    for _ in range(3):
        pace.wait_turn("http://one.test/x", 0.05)
    pace.wait_turn("http://two.test/x", 0.05)
    assert 0.1 <= time.monotonic() - started < 0.5


def test_the_pause_after_failures_doubles_with_jitter_up_to_a_limit():
    for failures, middle in ((1, 1.0), (2, 2.0), (3, 4.0), (9, 10.0)):
        pauses = {pace.backoff(1.0, failures, 10.0) for _ in range(50)}
        assert len(pauses) > 1
        assert all(middle * 0.5 <= pause <= middle * 1.5 for pause in pauses)


def test_retry_after():
    assert pace.retry_after("7") == 7
    assert pace.retry_after(None) is pace.retry_after("soon") is None
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    assert 55 < (pace.retry_after(later) or 0) <= 60
    assert pace.retry_after("Mon, 01 Jan 2001 00:00:00 GMT") == 0
