"""Tails of the binomial distribution and the limits that follow from them, summed term by term."""

from __future__ import annotations

from math import exp, lgamma, log, log1p

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.jit import inner, kernel

STEPS = 60  # halvings of [0, 1]: beyond the precision of a float


@kernel
def lower_limits(hits: NDArray[np.int64], samples: int, share: float, low: NDArray[np.float64]) -> None:
    """For each number of hits (n), the chance below which so many or more are rarer than `share`: low (n)."""
    for i in range(hits.size):
        low[i] = _lower_limit(int(hits[i]), samples, share)


@inner
def _lower_limit(hits: int, samples: int, share: float) -> float:
    below, above = 0.0, hits / samples
    for _ in range(STEPS):
        middle = (below + above) / 2
        if tail(hits, samples, middle) < share:
            below = middle
        else:
            above = middle
    return below


@kernel
def tail(hits: int, samples: int, chance: float) -> float:
    """The probability of so many hits or more, where that is at least the expected number."""
    if hits == 0 or chance == 0.0:
        return 1.0 if hits == 0 else 0.0
    ways = lgamma(samples + 1.0) - lgamma(hits + 1.0) - lgamma(samples - hits + 1.0)
    term = exp(ways + hits * log(chance) + (samples - hits) * log1p(-chance))
    total, odds = 0.0, chance / (1 - chance)
    while term > total * 1e-17:
        total += term
        term *= (samples - hits) / (hits + 1) * odds
        hits += 1
    return total
