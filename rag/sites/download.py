"""Downloads one URL: politely, within limits, and only if it has changed."""

from __future__ import annotations

import contextlib
import functools
import ssl
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Self, TypeVar

import httpx
from tqdm import tqdm

from rag import __version__
from rag.errors import ServiceError
from rag.sites import guard, pace
from rag.sites.address import shown
from rag.sites.cache import Cache, Entry
from rag.sites.options import Limits

T = TypeVar("T")

USER_AGENT = f"AskPapers/{__version__} (Python package askpapers)"
_MAX_REDIRECTS = 5
_PIECE = 1 << 16
# From here on it is told, so that nobody wonders.
_LONG_WAIT = 2.0
_TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504})
_BY_HAND = "open it in a browser, save the file, and run: rag ingest FILE"


class UnusableError(Exception):
    """What came is not what was asked for. With `retry` the next attempt may bring it."""

    def __init__(self, reason: str, *, retry: bool = True) -> None:
        super().__init__(reason)
        self.retry = retry


class DownloadError(ServiceError):
    """A URL could not be had. `status` is the HTTP status, None when there was no answer."""

    def __init__(self, url: str, reason: str, advice: str, status: int | None = None) -> None:
        super().__init__(f"{shown(url)} cannot be had: {reason}; {advice}")
        self.reason = reason
        self.status = status


class _FailedError(Exception):
    """One attempt failed and another may help. `wait` is what the server asked for."""

    def __init__(self, reason: str, wait: float | None = None, status: int | None = None) -> None:
        super().__init__(reason)
        self.wait = wait
        self.status = status


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A downloaded file, its URL without user and password, and what a look at it found."""

    url: str
    path: Path
    value: T


class Downloader:
    """Downloads of one run, which share their limits.

    `since` is the time after which a page in the cache is taken without asking; `bar` counts KiB.
    """

    def __init__(self, cache: Cache, limits: Limits, since: float, bar: tqdm[None]) -> None:
        self.cache = cache
        self.limits = limits
        self._since = since
        self._bar = bar
        self._deadline = time.monotonic() + limits.total_time
        self._bytes_left = limits.total_bytes
        try:
            self._client = httpx.Client(
                verify=_tls(),
                headers={"User-Agent": USER_AGENT},
                timeout=httpx.Timeout(limits.silence, connect=min(limits.silence, 15.0)),
                # Proxies named in the environment would catch servers on this machine too.
                mounts={f"all://{host}": None for host in ("localhost", "127.0.0.1", "[::1]")},
            )
        except (ImportError, ValueError, OSError) as error:
            raise ServiceError(
                f"nothing can be downloaded ({error}); check HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def get(self, url: str, look: Callable[[Path], T], pause: float | None = None) -> Answer[T]:
        """Download `url`, or take it from the cache, and return it with what `look` found in it.

        `look` raises UnusableError for what is not as expected; such a file is not kept. `pause`
        is the time between two requests to this host.

        Raises:
            DownloadError: it could not be had.
            OSError: the cache cannot be written.
        """
        entry = self.cache.entry(url)
        if entry.is_newer_than(self._since):
            with contextlib.suppress(UnusableError):
                return Answer(shown(url), entry.body, look(entry.body))
        pause = self.limits.pause if pause is None else pause
        failures = 0
        while True:
            try:
                return self._attempt(url, entry, look, pause)
            except _FailedError as error:
                failures += 1
                self._wait_or_raise(url, error, failures)

    def _wait_or_raise(self, url: str, error: _FailedError, failures: int) -> None:
        again = "try again later, it goes on where it stopped"
        if failures >= self.limits.attempts:
            reason = f"{error} ({failures} attempts)"
            advice = again if error.status else f"check the connection and {again}"
            raise DownloadError(url, reason, advice, error.status) from error
        wait = error.wait
        if wait is None:
            wait = pace.backoff(self.limits.backoff, failures, self.limits.longest_wait)
        elif wait > self.limits.longest_wait:
            reason = f"{error}, and it asks to wait {wait:.0f} s"
            raise DownloadError(url, reason, again, error.status) from error
        if time.monotonic() + wait >= self._deadline:
            raise DownloadError(url, f"{error}, and the time is over", again, error.status) from error
        if wait >= _LONG_WAIT:
            self._bar.clear()
            print(f"{shown(url)}: {error}, waiting {wait:.0f} s", file=sys.stderr)
        time.sleep(wait)

    def say(self, held: int, total: int | None, what: str) -> None:
        """Show at the bar how far the run is."""
        if held:
            of_all = f" of {total:,}" if total else ""
            self._bar.set_postfix_str(f"{held:,}{of_all} {what}", refresh=False)

    def _attempt(self, url: str, entry: Entry, look: Callable[[Path], T], pause: float) -> Answer[T]:
        at = url
        try:
            for _ in range(_MAX_REDIRECTS + 1):
                pace.wait_turn(at, pause)
                if time.monotonic() >= self._deadline:
                    raise DownloadError(url, "the time is over", "run it again, it goes on where it stopped")
                with self._client.stream("GET", at, headers=entry.conditions()) as response:
                    if response.has_redirect_location:
                        at = guard.redirect_target(url, at, response.headers["location"])
                        continue
                    return self._take(url, at, response, entry, look)
        except guard.RefusedError as error:
            raise DownloadError(url, str(error), _BY_HAND) from error
        except httpx.InvalidURL as error:
            raise DownloadError(url, f"it is no address ({error})", "correct it") from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise _FailedError(_reason(error)) from error
        except UnusableError as error:
            where = f"after a redirect to {shown(at)}, it" if at != url else "it"
            if error.retry:
                raise _FailedError(f"{where} {error}", status=200) from error
            raise DownloadError(url, f"{where} {error}", _BY_HAND, 200) from error
        finally:
            entry.incoming.unlink(missing_ok=True)
        raise DownloadError(url, f"it redirects more than {_MAX_REDIRECTS} times", _BY_HAND)

    def _take(
        self, url: str, at: str, response: httpx.Response, entry: Entry, look: Callable[[Path], T]
    ) -> Answer[T]:
        status = response.status_code
        if status == httpx.codes.NOT_MODIFIED and entry.facts():
            try:
                value = look(entry.body)
            except UnusableError:
                entry.forget()
                raise
            entry.confirm()
            return Answer(shown(url), entry.body, value)
        if status in _TRANSIENT:
            wait = pace.retry_after(response.headers.get("retry-after"))
            raise _FailedError(f"HTTP {status}", wait, status)
        if status != httpx.codes.OK:
            refused = status in (401, 403)
            reason = f"HTTP {status}, it wants a login or a browser" if refused else f"HTTP {status}"
            raise DownloadError(url, reason, _BY_HAND if refused else "check the address", status)
        self._receive(at, response, entry)
        value = look(entry.incoming)
        entry.accept(response.headers.get("etag", ""), response.headers.get("last-modified", ""))
        return Answer(shown(url), entry.body, value)

    def _receive(self, url: str, response: httpx.Response, entry: Entry) -> None:
        limit = min(self.limits.response_bytes, self._bytes_left)
        end = min(time.monotonic() + self.limits.response_time, self._deadline)
        received = 0
        with entry.open_new() as file:
            for piece in response.iter_bytes(_PIECE):
                self._bar.update((received + len(piece) >> 10) - (received >> 10))
                received += len(piece)
                self._bytes_left -= len(piece)
                if received > limit:
                    raise DownloadError(url, f"it sends more than {limit >> 10:,} KiB", "give a smaller list")
                if time.monotonic() > end:
                    seconds = f"{self.limits.response_time:g} s"
                    raise DownloadError(url, f"it does not end within {seconds}", "try again later")
                file.write(piece)


@functools.cache
def _tls() -> ssl.SSLContext:
    # Made once: it reads all certificates, and a run may have many addresses.
    return httpx.create_ssl_context()


def _reason(error: Exception) -> str:
    said = " ".join(str(error).split())[:120] or type(error).__name__
    if isinstance(error, httpx.TimeoutException):
        return "it does not answer"
    if isinstance(error, httpx.RemoteProtocolError | httpx.ReadError | httpx.DecodingError):
        return f"it broke off ({said})"
    return f"it cannot be reached ({said})"
