"""Which addresses a server may send us on to."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urljoin, urlsplit


class RefusedError(ValueError):
    """A redirect or a link that is not followed; the message says why."""


def redirect_target(origin: str, current: str, location: str) -> str:
    """Return where a redirect from `current` leads.

    From https it may not lead to http, and never to another scheme. Unless `origin`, the address
    that the user named, is itself private, it may not lead into a private network.

    Raises:
        RefusedError: it is not to be followed.
    """
    target = _joined(current, location)
    before, after = urlsplit(current).scheme.lower(), urlsplit(target).scheme.lower()
    if after not in ("http", "https") or (before, after) == ("https", "http"):
        raise RefusedError(f"it redirects from {before} to {after or 'nowhere'}")
    host = urlsplit(target).hostname or ""
    if is_private(host) and not is_private(urlsplit(origin).hostname or ""):
        raise RefusedError(f"it redirects into a private network ({host})")
    return target


def next_page(current: str, link: str) -> str:
    """Return the address of the next page, which must be on the same host.

    A link to http under https is mended: servers behind a proxy do not know their own scheme.

    Raises:
        RefusedError: it leads elsewhere.
    """
    target = _joined(current, link)
    here, there = urlsplit(current), urlsplit(target)
    if there.scheme == "http" and here.scheme == "https" and there.hostname == here.hostname:
        there = there._replace(scheme="https", netloc=here.netloc)
    if (there.scheme, there.netloc) != (here.scheme, here.netloc):
        raise RefusedError(f"the next page is on another host ({there.hostname})")
    return there.geturl()


def is_private(host: str) -> bool:
    """Tell whether `host` is, or resolves to, an address that is not on the public internet.

    A name that cannot be resolved here, as behind a proxy, is taken as public.
    """
    return any(not _is_global(address) for address in resolve(host))


def resolve(host: str) -> list[str]:
    """Return the IP addresses of `host`, none if it has none."""
    try:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        return []


def _is_global(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global


def _joined(current: str, link: str) -> str:
    try:
        target = urljoin(current, link.strip())
        _ = urlsplit(target).port
    except ValueError as error:
        raise RefusedError("it links to an address that is none") from error
    if not urlsplit(target).hostname:
        raise RefusedError(f"it links to an address that is none ({link.strip()[:80]!r})")
    return target
