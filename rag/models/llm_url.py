"""Addresses of OpenAI-compatible endpoints, in whatever shape users have them."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from rag.errors import ServiceError

OPENAI_URL = "https://api.openai.com/v1"

_CALLS = re.compile(r"(?:/chat/completions|/completions|/chat|/models|/responses)$")
# Google's ends in /v1beta/openai, Azure's names a deployment and has its version in the query.
_VERSIONED = re.compile(r"/(?:v\d+\w*|deployments)(?:/|$)")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address that the client can use.

    `shown` is the same without what may be secret (user, password, query). `is_local` says that
    the server runs on this machine.
    """

    url: str
    shown: str
    is_local: bool
    query: dict[str, str] = field(default_factory=dict)


def endpoint_of(base_url: str, setting: str = "RAG_LLM_BASE_URL") -> Endpoint:
    """Return the endpoint that `base_url`, the value of `setting`, means: scheme, slashes, `/v1` mended.

    Raises:
        ServiceError: it is not an http(s) address.
    """
    given = base_url.strip().strip("\"'") or OPENAI_URL
    if "://" not in given:
        given = f"{'http' if _is_local(given.partition('/')[0]) else 'https'}://{given.lstrip('/')}"
    try:
        parts = urlsplit(given)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme.lower() not in ("http", "https"):
        raise ServiceError(
            f"{setting} is not an http(s) address; it should look like http://127.0.0.1:11434/v1"
        )
    path = _CALLS.sub("", re.sub(r"/{2,}", "/", parts.path).rstrip("/")).rstrip("/")
    if not _VERSIONED.search(path):
        path += "/v1"
    network = parts.netloc.rpartition("@")[2]
    return Endpoint(
        url=urlunsplit((parts.scheme.lower(), parts.netloc, path, "", "")),
        shown=urlunsplit((parts.scheme.lower(), network, path, "", "")),
        is_local=_is_local(network),
        query=dict(parse_qsl(parts.query)),
    )


def _is_local(network: str) -> bool:
    host = network.rpartition("@")[2]
    host = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    if host.lower() in ("localhost", "host.docker.internal") or host.lower().endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
