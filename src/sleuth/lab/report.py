"""What an experiment reports: prose, tables and figures, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Cell: TypeAlias = str | int | float | None


@dataclass(frozen=True, slots=True)
class Prose:
    """A few paragraphs under a heading; *words* between asterisks are emphasised."""

    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table, also kept as a CSV file; `digits` says how many decimals a reader wants to see."""

    name: str
    caption: str
    head: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    digits: int = 3
    shade: Callable[[int, int], float] | None = None
    """From 0 to 1, how much attention the cell in this row and column deserves."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture, drawn by a function that is given an empty matplotlib figure."""

    name: str
    caption: str
    draw: Callable[[Any], None]
    size: tuple[float, float] = (7.0, 4.2)
    """In inches."""


Part: TypeAlias = Prose | Grid | Figure


@dataclass(frozen=True, slots=True)
class Report:
    """Everything an experiment says."""

    title: str
    lead: str
    """The answer in a few sentences."""
    parts: tuple[Part, ...]
    kicker: str = "sleuth · the lab"

    def grid(self, name: str) -> Grid:
        """The table of this name."""
        return next(part for part in self.parts if isinstance(part, Grid) and part.name == name)
