"""Pages as SVG, and as one HTML file that prints like the PDF."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sleuth.paper.page import Box, Mark, Page, Stroke, Words
from sleuth.paper.type import MM_PER_POINT

ANCHOR = {"left": "start", "centre": "middle", "right": "end"}


def svg(page: Page) -> str:
    """One page, in millimetres."""
    body = "\n".join(map(_element, page.marks))
    size = f'width="{page.width:g}mm" height="{page.height:g}mm"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {page.width:g} {page.height:g}" {size} '
        f'font-family="Helvetica, Arial, Liberation Sans, sans-serif">\n<title>{escape(page.title)}</title>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n'
    )


def _element(mark: Mark) -> str:
    match mark:
        case Words(x, y, text, size, bold, align, colour):
            weight = ' font-weight="bold"' if bold else ""
            return (
                f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size * MM_PER_POINT:.3f}" fill="{colour}" '
                f'text-anchor="{ANCHOR[align]}"{weight}>{escape(text, quote=False)}</text>'
            )
        case Stroke(points, thick, colour):
            path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
            return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{thick:.2f}"/>'
        case Box(x, y, w, h, colour):
            return f'<rect x="{x:.2f}" y="{y:.2f}" width="{w:.2f}" height="{h:.2f}" fill="{colour}"/>'


def html(pages: Sequence[Page], lang: str, folded: str = "") -> str:
    """All pages; with `folded`, those after the first are hidden until somebody wants them."""
    first, *rest = [f"<section>{svg(page)}</section>" for page in pages]
    more = "".join(rest)
    if folded and more:
        more = f"<details><summary>{escape(folded)}</summary>{more}</details>"
    title = escape(pages[0].title)
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_CSS}</style></head><body>{first}{more}</body></html>\n"
    )


_CSS = """
body{margin:0;background:#ece6d8;font-family:system-ui,sans-serif}
section{max-width:210mm;margin:1rem auto;box-shadow:0 1px 6px #0003}
section svg{display:block;width:100%;height:auto}
details{text-align:center}summary{cursor:pointer;padding:1rem;color:#7d5514}
@page{size:A4;margin:0}
@media print{body{background:none}section{margin:0;box-shadow:none;max-width:none;break-after:page}
summary{display:none}}
"""
