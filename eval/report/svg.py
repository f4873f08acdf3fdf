"""Draws the plots of a report as SVG; pure functions from figures to text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_LETTER = 6.6
_WIDTH = 420
_ROW = 24
_SIDE = 260
_EDGE = 40


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float


def bars(title: str, values: Sequence[Bar], most: float = 1.0) -> str:
    """Return horizontal bars with whiskers on a scale from 0 to `most`."""
    scale = _WIDTH / most if most > 0 else 0.0
    left = 16 + _LETTER * max((len(bar.label) for bar in values), default=0)
    parts = []
    for row, bar in enumerate(values):
        y = row * _ROW
        middle = y + _ROW / 2
        low, high = (left + scale * min(max(x, 0.0), most) for x in (bar.low, bar.high))
        parts.append(
            f'<text x="{left - 8:.0f}" y="{middle + 4:.0f}" text-anchor="end">{escape(bar.label)}</text>'
            f'<rect class="bar ranged" x="{left:.1f}" y="{y + 5}" height="{_ROW - 10}"'
            f' width="{scale * min(max(bar.value, 0), most):.1f}"/>'
            f'<path class="range" d="M{low:.1f} {middle - 4}v8m0 -4H{high:.1f}m0 -4v8"/>'
            f'<text x="{left + _WIDTH + 8:.0f}" y="{middle + 4:.0f}">{bar.value:.3f}</text>'
        )
    height = len(values) * _ROW + 4
    axis = f'<path class="axis" d="M{left:.1f} 0V{height}M{left + _WIDTH:.1f} 0V{height}"/>'
    return _svg(title, left + _WIDTH + 60, height, axis + "".join(parts))


def calibration_curve(title: str, points: Sequence[tuple[float, float]]) -> str:
    """Return the share of true claims over the mean score; the diagonal is perfect calibration."""
    places = [(_EDGE + x * _SIDE, 10 + (1 - y) * _SIDE) for x, y in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle class="bar" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in places)
    bottom = 10 + _SIDE
    frame = (
        f'<path class="axis" d="M{_EDGE} 10V{bottom}H{_EDGE + _SIDE}M{_EDGE} {bottom}L{_EDGE + _SIDE} 10"/>'
        f'<text x="{_EDGE - 6}" y="18" text-anchor="end">1</text>'
        f'<text x="{_EDGE - 6}" y="{bottom}" text-anchor="end">0</text>'
        f'<text x="{_EDGE}" y="{bottom + 18}">0</text>'
        f'<text x="{_EDGE + _SIDE / 2}" y="{bottom + 18}" text-anchor="middle">support</text>'
        f'<text x="{_EDGE + _SIDE}" y="{bottom + 18}" text-anchor="end">1</text>'
        f'<text x="{_EDGE + 8}" y="22">share that is true</text>'
    )
    return _svg(
        title, _SIDE + 2 * _EDGE, bottom + 26, f'{frame}<polyline class="line" points="{line}"/>{dots}'
    )


def histogram(
    title: str, values: Sequence[float], unit: str, limits: tuple[float, float] | None = None, bins: int = 20
) -> str:
    """Return how often values of each size occur, between `limits` or the extremes."""
    low, high = limits or (min(values), max(values))
    width = (high - low) / bins or 1.0
    counts = [0] * bins
    for value in values:
        counts[min(int((value - low) / width), bins - 1)] += 1
    step, top = _WIDTH / bins, max(counts)
    columns = "".join(
        f'<rect class="bar" x="{_EDGE + i * step:.1f}" y="{10 + 120 * (1 - n / top):.1f}"'
        f' width="{step - 2:.1f}" height="{120 * n / top:.1f}"><title>{n}</title></rect>'
        for i, n in enumerate(counts)
    )
    axis = (
        f'<path class="axis" d="M{_EDGE} 130H{_EDGE + _WIDTH}"/>'
        f'<text x="{_EDGE - 6}" y="18" text-anchor="end">{top}</text>'
        f'<text x="{_EDGE}" y="148">{_shown(low)} {unit}</text>'
        f'<text x="{_EDGE + _WIDTH}" y="148" text-anchor="end">{_shown(high)} {unit}</text>'
    )
    return _svg(title, _WIDTH + 2 * _EDGE, 156, axis + columns)


def _shown(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _svg(title: str, width: float, height: float, inside: str) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )
