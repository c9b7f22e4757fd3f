"""A reliability diagram as SVG: what was said against what happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

Rows = Sequence[tuple[float, float, float]]
"""The probability said, how often it was so, and how many cells."""

SIDE, EDGE, GAP = 300, 60, 80
COLOURS = ("#b4472e", "#2f6f4f", "#8a6d1f")
DASHES = ("6 4", "none", "2 3")


def picture(panels: Mapping[str, Mapping[str, Rows]]) -> str:
    """One panel beside the other, a line a model."""
    width = EDGE + len(panels) * (SIDE + GAP)
    height = SIDE + EDGE + 56
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#222">',
        "<title>Reliability: what was said against what happened</title>",
        f'<rect width="{width}" height="{height}" fill="#fbf9f4"/>',
    ]
    for number, (title, models) in enumerate(panels.items()):
        parts += _panel(EDGE + number * (SIDE + GAP), title, models)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(left: int, title: str, models: Mapping[str, Rows]) -> Iterator[str]:
    top = EDGE
    yield f'<text x="{left}" y="{top - 18}" font-weight="600">{escape(title)}</text>'
    yield f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="#fff" stroke="#bbb"/>'
    yield f'<path d="M{left} {top + SIDE}L{left + SIDE} {top}" stroke="#999" fill="none"/>'
    for tenth in (0, 50, 100):
        x, y = left + SIDE * tenth / 100, top + SIDE * (1 - tenth / 100)
        yield f'<text x="{x}" y="{top + SIDE + 18}" text-anchor="middle">{tenth} %</text>'
        yield f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{tenth} %</text>'
    yield f'<text x="{left + SIDE / 2}" y="{top + SIDE + 36}" text-anchor="middle">probability said</text>'
    turned = f'transform="translate({left - 42} {top + SIDE / 2}) rotate(-90)"'
    yield f'<text {turned} text-anchor="middle">how often it was so</text>'
    for number, (name, rows) in enumerate(models.items()):
        yield from _line(left, top, number, rows)
        yield from _key(left, top + 20 + 18 * number, number, name)


def _line(left: int, top: int, number: int, rows: Rows) -> Iterator[str]:
    points = [(left + SIDE * said, top + SIDE * (1 - happened)) for said, happened, _ in rows]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield (
        f'<polyline points="{path}" fill="none" stroke="{COLOURS[number]}" stroke-width="1.8" '
        f'stroke-dasharray="{DASHES[number]}"/>'
    )
    for x, y in points:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[number]}"/>'


def _key(left: int, y: int, number: int, name: str) -> Iterator[str]:
    x = left + 12
    yield (
        f'<path d="M{x} {y}h26" stroke="{COLOURS[number]}" stroke-width="1.8" '
        f'stroke-dasharray="{DASHES[number]}"/><text x="{x + 34}" y="{y + 4}">{escape(name)}</text>'
    )
