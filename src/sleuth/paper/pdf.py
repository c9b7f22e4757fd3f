"""Pages as a PDF file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sleuth.paper.page import Box, Mark, Page, Stroke, Words
from sleuth.paper.type import choose, sheet, width

if TYPE_CHECKING:
    from fpdf import FPDF

BIRTHDAY = datetime(2000, 1, 1, tzinfo=UTC)
"""Not the time of printing: the same page is the same file."""


def pdf(pages: Sequence[Page]) -> bytes:
    """The pages, one after the other; the same pages are the same bytes."""
    document = sheet()
    document.set_title(pages[0].title)
    document.set_creator("sleuth")
    document.set_creation_date(BIRTHDAY)
    for page in pages:
        document.add_page()
        for mark in page.marks:
            _draw(document, mark)
    return bytes(document.output())


def _draw(document: FPDF, mark: Mark) -> None:
    match mark:
        case Words(x, y, text, size, bold, align, colour):
            document.set_text_color(*_rgb(colour))
            back = {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
            document.text(x - back * width(text, size, bold=bold), y, choose(document, text, size, bold=bold))
        case Stroke(points, thick, colour):
            document.set_draw_color(*_rgb(colour))
            document.set_line_width(thick)
            document.polyline(points)
        case Box(x, y, w, h, colour):
            document.set_fill_color(*_rgb(colour))
            document.rect(x, y, w, h, style="F")


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
