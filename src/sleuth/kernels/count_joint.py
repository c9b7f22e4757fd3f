"""The joint distribution of the envelope: the diagram, closed to all but chosen cards, time and again."""

from __future__ import annotations

import numpy as np

from sleuth.kernels.count_build import Diagram
from sleuth.kernels.count_flow import Numbers, tally
from sleuth.kernels.count_plan import Ints, Plan, Settled
from sleuth.kernels.jit import kernel


@kernel
def envelopes(
    known: Settled,
    steps: Plan,
    graph: Diagram,
    weight: Numbers,
    pascal: Numbers,
    chosen: Ints,
    cards: Ints,
) -> Numbers:
    """(rows, n): deals with the cards of a row of `chosen` (-1: any) and one of `cards` in the envelope."""
    found = np.zeros((len(chosen), len(cards)), pascal.dtype)
    table = np.zeros((len(known.category), known.places), pascal.dtype)
    for row in range(len(chosen)):
        tally(known, steps, graph, weight, pascal, chosen[row], table)
        for i in range(len(cards)):
            found[row, i] = table[cards[i], known.envelope]
    return found
