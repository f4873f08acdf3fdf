"""A server on this machine that speaks the OpenAI protocol, as well or as badly as a test wants."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behave = Callable[["Handler", dict[str, Any]], None]


class Handler(BaseHTTPRequestHandler):
    """Notes each request and lets the test answer it."""

    server: LlmServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(body)
        self.server.paths.append(self.path)
        self.server.headers.append(dict(self.headers))
        try:
            self.server.behave(self, body)
        except OSError:
            self.server.gone.set()
        self.close_connection = True

    def do_GET(self) -> None:
        self.server.paths.append(self.path)
        self.server.headers.append(dict(self.headers))
        self.server.listing(self)
        self.close_connection = True

    def begin(self, kind: str = "text/event-stream", status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        self.end_headers()

    def event(self, value: Any) -> None:
        text = value if isinstance(value, str) else json.dumps(value)
        self.wfile.write(f"data: {text}\n\n".encode())
        self.wfile.flush()

    def text(self, text: str) -> None:
        self.event({"choices": [{"index": 0, "delta": {"content": text}}]})

    def stop(self, reason: str = "stop") -> None:
        self.event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        self.event(
            {"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}}
        )
        self.event("[DONE]")

    def refuse(self, message: str, status: int = 400, **more: Any) -> None:
        self.begin("application/json", status)
        self.wfile.write(json.dumps({"error": {"message": message, **more}}).encode())

    def log_message(self, *_: Any) -> None:
        pass


class LlmServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.gone = threading.Event()
        self.behave: Behave = well
        self.listing: Callable[[Handler], None] = lists_models

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_: Any) -> None:
        pass


def well(handler: Handler, _: dict[str, Any]) -> None:
    handler.begin()
    handler.text("Kites ")
    handler.text("fly.")
    handler.stop()


def lists_models(handler: Handler) -> None:
    handler.begin("application/json")
    models = [{"id": name, "object": "model"} for name in ("tiny", "other:latest")]
    handler.wfile.write(json.dumps({"object": "list", "data": models}).encode())


@contextmanager
def running_llm_server() -> Iterator[LlmServer]:
    with LlmServer() as made:
        threading.Thread(target=made.serve_forever, args=(0.05,), daemon=True).start()
        yield made
        made.shutdown()
