"""The published deduction methods; each offers `solve(problem, …) -> Findings`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.errors import BadSetup
from sleuth.inference.problem import Problem
from sleuth.language import N_

Cell: TypeAlias = tuple[int, int]
"""A card and a place: one cell of the notebook."""

Table: TypeAlias = NDArray[np.float64]
"""A number for every cell, shape (cards, places)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One named step of a method: the rule it used, and what it then knows about some cards and a place."""

    rule: str
    """A sentence for `say`."""
    place: int
    cards: tuple[int, ...]
    here: bool | None = None
    """The cards are here, or are not, or the step says something else about them."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a method found out."""

    proved: Mapping[Cell, bool] = field(default_factory=dict)
    """Cells the method has decided: the card is provably here, or provably not."""
    complete: bool = False
    """Whether every provable cell is in `proved`."""
    deals: int | None = None
    """Consistent deals, if the method has counted them all."""
    table: Table | None = None
    """The probability of each cell, or its estimate."""
    error: Table | None = None
    """The standard error of an estimated table."""
    trace: tuple[Step, ...] = ()


def unweighted(problem: Problem, method: str) -> Problem:
    """The problem itself; the published methods know no weights, so a weighted one is refused."""
    if problem.factors:
        raise BadSetup(
            N_("The method “{method}” counts every deal once; it cannot weigh deals by the cards shown."),
            method=method,
        )
    return problem
