"""Where the sites are, and the limits of a download."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

CONFERENCES: Mapping[str, str] = MappingProxyType(
    {
        "icml": "https://icml.cc",
        "iclr": "https://iclr.cc",
        "neurips": "https://neurips.cc",
        "mlsys": "https://mlsys.org",
        "aistats": "https://virtual.aistats.org",
        "cvpr": "https://cvpr.thecvf.com",
        "iccv": "https://iccv.thecvf.com",
        "eccv": "https://eccv.ecva.net",
    }
)
"""The conferences on the platform of icml.cc, all with downloads of the same form."""


@dataclass(frozen=True, slots=True)
class Sites:
    """The addresses the sites are asked at, without a slash at the end."""

    conferences: Mapping[str, str] = field(default_factory=lambda: CONFERENCES)
    openreview: str = "https://api2.openreview.net"
    openreview_old: str = "https://api.openreview.net"
    arxiv: str = "https://export.arxiv.org"
    pmlr: str = "https://proceedings.mlr.press"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long, how much and how fast. Times are in seconds."""

    total_time: float = 1800.0
    response_time: float = 300.0
    silence: float = 30.0
    """Longest wait for the next bytes."""
    response_bytes: int = 256 << 20
    total_bytes: int = 2 << 30
    attempts: int = 4
    backoff: float = 1.0
    """First pause after a failure; it doubles with each."""
    longest_wait: float = 120.0
    """A server that asks for a longer pause is given up for now."""
    pause: float = 1.0
    """Between two requests to one host."""
    arxiv_pause: float = 3.0
    pages: int = 500
    arxiv_papers: int = 10_000
