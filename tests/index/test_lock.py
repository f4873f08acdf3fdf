import os

import pytest
from processes import start_python

from rag.errors import IndexUnavailable
from rag.index.lock import write_lock

HOLD = """
import sys
from pathlib import Path
from rag.index.lock import write_lock
with write_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def holder(tmp_path):
    process = start_python(HOLD, tmp_path)
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_a_second_process_is_told_who_writes(holder, tmp_path):
    with pytest.raises(IndexUnavailable) as caught, write_lock(tmp_path):
        pass
    message = str(caught.value)
    assert f"another process ({holder.pid}) is writing" in message
    assert str(tmp_path) in message
    assert "\n" not in message


def test_the_lock_is_free_when_the_holder_is_killed(holder, tmp_path):
    holder.kill()
    holder.wait()
    with write_lock(tmp_path, wait_seconds=5):
        assert (tmp_path / "writer.pid").read_text() == str(os.getpid())
    assert not (tmp_path / "writer.pid").exists()


def test_a_waiter_gets_the_lock_when_it_is_free(holder, tmp_path):
    holder.stdin.write("\n")
    holder.stdin.flush()
    with write_lock(tmp_path, wait_seconds=20):
        pass


def test_the_lock_is_free_after_an_error(tmp_path):
    with pytest.raises(ZeroDivisionError), write_lock(tmp_path):
        raise ZeroDivisionError
    with write_lock(tmp_path):
        pass
