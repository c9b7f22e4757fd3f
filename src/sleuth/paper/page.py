"""A page to be printed: words, lines and boxes, in millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from sleuth.paper.type import MM_PER_POINT, fitted, width, wrapped

INK, QUIET, RULE, TINT, BRASS = "#2b2a26", "#7d7666", "#cfc6b2", "#f3eddf", "#9a6b1f"
"""Ink on white paper: grey for what is said aside, and one accent."""

Align: TypeAlias = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; `y` is its baseline, `size` is in points."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    align: Align = "left"
    colour: str = INK


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through some points."""

    points: tuple[tuple[float, float], ...]
    width: float = 0.2
    colour: str = INK


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    colour: str = TINT


Mark: TypeAlias = Words | Stroke | Box


@dataclass(slots=True)
class Page:
    """A sheet of A4 and what is on it, in the order of drawing."""

    title: str
    width: float = 210.0
    height: float = 297.0
    marks: list[Mark] = field(default_factory=list)

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 9,
        *,
        bold: bool = False,
        align: Align = "left",
        colour: str = INK,
        room: float | None = None,
    ) -> None:
        """Write a line; where there is only so much room, smaller, and at worst cut off."""
        if room is not None:
            text, size = fitted(text, size, room, bold=bold)
        self.marks.append(Words(x, y, text, size, bold, align, colour))

    def line(self, x: float, y: float, x2: float, y2: float, thick: float = 0.2, colour: str = RULE) -> None:
        """Draw a straight line."""
        self.marks.append(Stroke(((x, y), (x2, y2)), thick, colour))

    def box(self, x: float, y: float, w: float, h: float, colour: str = TINT) -> None:
        """Fill a rectangle."""
        self.marks.append(Box(x, y, w, h, colour))

    def tick(self, x: float, y: float, size: float, colour: str = INK) -> None:
        """A tick around a point, drawn, so that no font has to know it."""
        h = size / 2
        bend = ((x - h * 0.8, y + h * 0.05), (x - h * 0.2, y + h * 0.75), (x + h * 0.9, y - h * 0.8))
        self.marks.append(Stroke(bend, size * 0.16, colour))

    def cross(self, x: float, y: float, size: float, colour: str = QUIET) -> None:
        """A cross around a point."""
        h = size * 0.36
        self.marks.append(Stroke(((x - h, y - h), (x + h, y + h)), size * 0.07, colour))
        self.marks.append(Stroke(((x - h, y + h), (x + h, y - h)), size * 0.07, colour))

    def paragraph(
        self,
        x: float,
        y: float,
        text: str,
        room: float,
        size: float = 9,
        *,
        colour: str = INK,
        bold: bool = False,
    ) -> float:
        """Write a text in lines that fit; returns where the next line would stand."""
        for line in wrapped(text, size, room, bold=bold):
            self.words(x, y, line, size, colour=colour, bold=bold)
            y += leading(size)
        return y


def leading(size: float) -> float:
    """From one baseline to the next, in millimetres."""
    return size * 1.38 * MM_PER_POINT


def placed(x: float, count: int, step: float) -> Iterator[float]:
    """The middles of so many cells in a row."""
    return (x + step * (i + 0.5) for i in range(count))


def natural(words: Sequence[str], size: float, *, bold: bool = False) -> float:
    """The room that the widest of some words would like to have."""
    return max((width(word, size, bold=bold) for word in words), default=0.0)
