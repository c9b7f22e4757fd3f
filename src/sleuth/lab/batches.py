"""Rows of a table that are played a few deals at a time: their units of work, and what was found in each.

No unit is cut short, so that more deals can be asked for later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from sleuth.errors import BadSetup
from sleuth.lab.experiment import Result, Results
from sleuth.language import N_

FROM = " from "


def batches(
    rows: Sequence[str], known: Collection[str], size: int, deals: Callable[[str], int]
) -> Sequence[str]:
    """The units of some of the known rows: so many deals each, until a row has as many as it should."""
    for row in rows:
        if row not in known:
            raise BadSetup(N_("There is no row “{row}”; the rows are: {known}."), row=row, known=tuple(known))
    return [f"{row}{FROM}{first}" for row in dict.fromkeys(rows) for first in range(0, deals(row), size)]


def opened(unit: str, size: int) -> tuple[str, range]:
    """The row and the deals that a unit names."""
    row, _, first = unit.rpartition(FROM)
    return row, range(int(first), int(first) + size)


def of_row(row: str, results: Results) -> Sequence[Result]:
    """What was found in the units of a row."""
    return [result for unit, result in results.items() if unit.rpartition(FROM)[0] == row]
