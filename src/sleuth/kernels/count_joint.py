"""The joint distribution of the envelope: the diagram, closed to all but chosen cards, time and again."""

from __future__ import annotations

from typing import Any

import numpy as np

from sleuth.kernels.count_build import Diagram
from sleuth.kernels.count_flow import PASCAL, PASCAL_REAL, Numbers, tally
from sleuth.kernels.count_plan import Floats, Ints, Plan, Settled
from sleuth.kernels.jit import inner, kernel


@inner
def envelopes(
    known: Settled,
    steps: Plan,
    graph: Diagram,
    weight: Numbers,
    pascal: Numbers,
    chosen: Ints,
    cards: Ints,
) -> Any:
    """(rows, n): deals with the cards of a row of `chosen` and one of `cards` in the envelope."""
    found = np.zeros((len(chosen), len(cards)), pascal.dtype)
    table = np.zeros((len(known.category), known.places), pascal.dtype)
    for row in range(len(chosen)):
        tally(known, steps, graph, weight, pascal, chosen[row], table)
        for i in range(len(cards)):
            found[row, i] = table[cards[i], known.envelope]
    return found


@kernel
def exact_envelopes(known: Settled, steps: Plan, graph: Diagram, chosen: Ints, cards: Ints) -> Ints:
    """(rows, n): deals with the cards of a row of `chosen`, -1 for any, and one of `cards`; wrapping."""
    return envelopes(known, steps, graph, np.ones(1, np.int64), PASCAL, chosen, cards)  # type: ignore[no-any-return]


@kernel
def real_envelopes(
    known: Settled, steps: Plan, graph: Diagram, weight: Floats, chosen: Ints, cards: Ints
) -> Floats:
    """The same in floats, weighted."""
    return envelopes(known, steps, graph, weight, PASCAL_REAL, chosen, cards)  # type: ignore[no-any-return]
