"""Where the page listens."""

from __future__ import annotations

import errno
import os
import socket

from rag.errors import UsageError

_ANYWHERE = ("0.0.0.0", "::", "")


def usable_port(host: str, port: int) -> int:
    """Return `port`, or a free one for 0, after trying whether it can be opened.

    Raises:
        UsageError: it cannot.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            return int(listener.getsockname()[1])
    except socket.gaierror as error:
        raise UsageError(f"{host!r} is no address of this machine; set RAG_HOST or --host") from error
    except OSError as error:
        raise UsageError(_refused(host, port, error)) from error


def page_address(host: str, port: int) -> str:
    """Return the address to open in a browser of this machine."""
    name = "127.0.0.1" if host in _ANYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def bypass_proxy(host: str) -> None:
    """Keep requests to this machine off a proxy: Gradio asks its own server whether it is up."""
    for name in ("NO_PROXY", "no_proxy"):
        known = os.environ.get(name, "").split(",")
        os.environ[name] = ",".join(dict.fromkeys(filter(None, [*known, "127.0.0.1", "localhost", host])))


def _refused(host: str, port: int, error: OSError) -> str:
    why = "is taken by another program" if error.errno == errno.EADDRINUSE else f"cannot be opened: {error}"
    return f"port {port} on {host} {why}; choose another with RAG_PORT or --port"
