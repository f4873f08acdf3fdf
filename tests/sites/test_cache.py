import os
import signal
import subprocess
import sys
import time

from fake_site import Reply, event, page, titles

from rag.sites.cache import Cache

EVENTS = "/static/virtual/data/icml-2031-orals-posters.json"
PROGRAM = """
import sys
from pathlib import Path
from rag.sites import Limits, Sites, fetch
print("ready", flush=True)
limits = Limits(pause=0.0)
list(fetch("icml:2031", Path(sys.argv[1]), sites=Sites(conferences={"icml": sys.argv[2]}), limits=limits))
"""


def test_a_killed_download_goes_on_where_it_stopped(site, get, tmp_path):
    def reply(seen):
        number = int(seen.query.get("page", 1))
        time.sleep(0.02 if number < 4 else 9 if killed is False else 0)
        return Reply(page([event(number)], 8, f"?page={number + 1}" if number < 8 else None))

    killed = False
    site.on(EVENTS, reply)
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "cache"), site.url], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    with process.stdout:
        process.stdout.readline()
        while len(site.seen) < 4:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    killed = True
    del site.seen[:]
    assert titles(get("icml:2031")) == [f"Gauge {n}" for n in range(1, 9)]
    assert [seen.query["page"] for seen in site.seen] == ["4", "5", "6", "7", "8"]


def test_an_unfinished_run_is_taken_up_for_a_day(tmp_path):
    cache = Cache(tmp_path)
    began = cache.begin("icml:2031")
    assert cache.begin("icml:2031") == began
    assert cache.begin("iclr:2031") > began
    cache.finish("icml:2031")
    assert cache.begin("icml:2031") > began
    (marker,) = [m for m in tmp_path.iterdir() if float(m.read_text()) != cache.begin("iclr:2031")]
    for old in (str(time.time() - 90_000), str(time.time() + 90_000), "x", "nan"):
        marker.write_text(old)
        assert abs(cache.begin("icml:2031") - time.time()) < 5


def test_what_killed_runs_left_is_cleared_away(tmp_path):
    entry = Cache(tmp_path).entry("https://x.test/l.json")
    entry.open_new().close()
    left = entry.folder / ".1-l.json"
    left.write_text("x")
    os.utime(left, (1, 1))
    entry.open_new().close()
    assert not left.exists()
    assert entry.incoming.exists()


def test_two_addresses_with_one_file_name_do_not_meet(tmp_path):
    cache = Cache(tmp_path)
    assert cache.entry("https://x.test/a/l.json").body != cache.entry("https://y.test/a/l.json").body
    assert cache.entry("https://x.test/?p=1").body != cache.entry("https://x.test/?p=2").body
