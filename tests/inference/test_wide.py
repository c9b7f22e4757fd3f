"""Numbers of deals beyond 63 bits: every share of them still adds up."""

from __future__ import annotations

import pytest

import sleuth as sl
from sleuth.inference.counting import Engine

TEN = """
edition: master-detective
players: Anna Ben Cleo Dora Emil Fanny Gus Hugo Ida Jon
hands: 2 3 3 3 3 3 3 3 2 2
me: Anna
hand: scarlet rope
"""


@pytest.mark.parametrize("engine", ["python", "compiled"])
@pytest.mark.parametrize(
    "entries", ["", "Anna ? green poison gazebo | Emil ! poison", "Ben ? plum rope fountain | Dora !"]
)
def test_shares_of_wide_counts_add_up(engine: Engine, entries: str) -> None:
    notebook = sl.infer(sl.loads(TEN + entries).view(), engine=engine)
    assert notebook.deals > 2**63
    assert sum(solution.probability for solution in notebook.envelope()) == pytest.approx(1)
    assert notebook.table.sum(axis=1) == pytest.approx(1)
    assert sum(map(int, notebook.tally.envelope.counts)) == notebook.deals
    assert all(sum(map(int, row)) == notebook.deals for row in notebook.tally.table)
