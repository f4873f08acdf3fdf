"""A local server that behaves as a test tells it, faults included. All texts are invented."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from rag.paper import Paper
from rag.sites import Limits, Sites
from rag.sources import Skipped, Warned

FAST = Limits(
    total_time=20,
    response_time=3,
    silence=3,
    attempts=3,
    backoff=0.01,
    longest_wait=2,
    pause=0,
    arxiv_pause=0,
)
LOGIN = "<!DOCTYPE html><html><body><form>Please log in</form></body></html>"


@dataclass(frozen=True)
class Seen:
    """One request that arrived."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]


@dataclass
class Reply:
    """What is sent: `body` may be text, bytes or a JSON value; `length` may lie about it."""

    body: object = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    endless: bool = False

    @property
    def data(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


Behaviour = Callable[[Seen], Reply]


class FakeSite:
    """Replies by path. A list of replies is given one after the other, the last one for ever."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.replies: dict[str, list[Reply] | Behaviour] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # clients that leave early are what some tests are about
        self._thread = threading.Thread(target=lambda: self._server.serve_forever(0.02), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def sites(self) -> Sites:
        """All sites at this server: OpenReview's old API under /v1."""
        names = ("icml", "iclr", "neurips", "cvpr")
        return Sites(
            conferences=dict.fromkeys(names, self.url),
            openreview=self.url,
            openreview_old=f"{self.url}/v1",
            arxiv=self.url,
            pmlr=self.url,
        )

    def on(self, path: str, *replies: object) -> None:
        """Set what `path` replies: replies, bodies, or a function of the request."""
        first = replies[0]
        if callable(first):
            self.replies[path] = first
        else:
            self.replies[path] = [r if isinstance(r, Reply) else Reply(r) for r in replies]

    def asked(self, path: str) -> list[Seen]:
        return [seen for seen in self.seen if seen.path == path]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def reply_to(self, seen: Seen) -> Reply:
        self.seen.append(seen)
        replies = self.replies.get(seen.path)
        if replies is None:
            return Reply("not found", 404)
        if callable(replies):
            return replies(seen)
        return replies.pop(0) if len(replies) > 1 else replies[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                seen = Seen(parts.path, query, {k.lower(): v for k, v in self.headers.items()})
                reply = site.reply_to(seen)
                etag = reply.headers.get("ETag")
                if etag and seen.headers.get("if-none-match") == etag:
                    reply = Reply(b"", 304, {"ETag": etag})
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                if reply.endless:
                    self.send_header("Transfer-Encoding", "chunked")
                    self.end_headers()
                    self._send_for_ever()
                    return
                if reply.status != 304:
                    length = len(reply.data) if reply.length is None else reply.length
                    self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(reply.data)
                if reply.length is not None:
                    self.close_connection = True

            def _send_for_ever(self) -> None:
                try:
                    while True:
                        self.wfile.write(b"400\r\n" + b"x" * 1024 + b"\r\n")
                except OSError:
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def titles(found: list[object]) -> list[str]:
    return [r.title for r in found if isinstance(r, Paper)]


def papers(found: list[object]) -> list[Paper]:
    return [r for r in found if isinstance(r, Paper)]


def warned(found: list[object]) -> list[Warned]:
    return [r for r in found if isinstance(r, Warned)]


def skipped(found: list[object]) -> list[Skipped]:
    return [r for r in found if isinstance(r, Skipped)]


def abstract(number: int) -> str:
    return (
        f"We watch gauge number {number} through a winter. A small model corrects its drift from the air"
        f" temperature alone. The error falls by {number % 90 + 1}% on the days with ice."
    )


def event(number: int, with_abstract: bool = True, kind: str = "Poster", **more: object) -> dict[str, object]:
    return {
        "id": number,
        "name": f"Gauge {number}",
        "authors": [{"id": 1, "fullname": "Ada One"}],
        "abstract": abstract(number) if with_abstract else None,
        "eventtype": kind,
        "decision": f"Accept ({kind.lower()})",
        "virtualsite_url": f"/virtual/2031/{kind.lower()}/{number}",
        "sourceurl": "https://openreview.net/group?id=ICML.cc/2031/Conference",
        "paper_url": f"https://openreview.net/forum?id=gauge{number:05}",
    } | more


def page(rows: list[object], count: int | None = None, follow: str | None = None) -> dict[str, object]:
    return {
        "count": len(rows) if count is None else count,
        "next": follow,
        "previous": None,
        "results": rows,
    }
