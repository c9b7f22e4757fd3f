"""How far an estimate can be trusted: intervals that hold for all cells at once, and when to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from math import ceil, lgamma, log, pi
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.methods import Table
from sleuth.inference.methods.walksat import ALGORITHM_2, ITERATIONS, Search, Variation
from sleuth.inference.problem import Problem

LEVEL = 0.95
LOOKS, GROWTH = 10, 1.3  # sampling stops at the earliest after 1/14 of what suffices in any case

Draw: TypeAlias = Callable[[int], NDArray[np.uint8]]
"""Draws n independent deals, shape (n, cards): the place of every card."""

Hits: TypeAlias = NDArray[np.int64]
"""In how many deals a card was in a place, shape (cards, places)."""


@dataclass(frozen=True, slots=True)
class Intervals:
    """An interval for every cell."""

    low: Table
    high: Table

    def reach(self, estimate: Table) -> float:
        """The farthest that any interval reaches from the estimate."""
        return float(np.maximum(estimate - self.low, self.high - estimate).max(initial=0.0))

    def cover(self, exact: Table) -> NDArray[np.bool_]:
        """Which cells contain the truth."""
        return (self.low <= exact) & (exact <= self.high)


def tests(open_cells: NDArray[np.bool_]) -> int:
    """How many intervals can go wrong; a card with two possible places has one, and its complement."""
    places = open_cells.sum(axis=1)
    return int(np.where(places == 2, 1, places).sum())


def simultaneous(hits: Hits, samples: int, open_cells: NDArray[np.bool_], level: float = LEVEL) -> Intervals:
    """Intervals that all hold together, for a number of independent deals that was fixed beforehand.

    Clopper and Pearson's exact interval for each cell, the error shared out equally (Bonferroni). Cells that
    are not open are proved, so they have no width and take no share.
    """
    share = (1 - level) / max(tests(open_cells), 1)
    return _proved(hits, samples, open_cells, clopper_pearson(hits, samples, share))


def anytime(hits: Hits, samples: int, open_cells: NDArray[np.bool_], level: float = LEVEL) -> Intervals:
    """Intervals that all hold together at every moment, however one decides when to look.

    A confidence sequence: if p is the truth, the likelihood of a mixture (Beta(½, ½)) over that of p is a
    fair game that starts at 1. It ever exceeds 1/share with chance `share` at most (Ville); so p is out.
    """
    share = (1 - level) / max(tests(open_cells), 1)
    mixture = _log_beta(hits + np.float64(0.5), samples - hits + np.float64(0.5)) - log(pi)

    def plausible(p: Table) -> NDArray[np.bool_]:
        likelihood = _xlogy(hits, p) + _xlogy(samples - hits, 1 - p)
        return mixture - likelihood < -log(share)

    estimate = hits / samples
    low = _edge(plausible, estimate, np.zeros_like(estimate))
    high = _edge(plausible, estimate, np.ones_like(estimate))
    return _proved(hits, samples, open_cells, Intervals(low, high))


def naive(estimate: Table, samples: int, level: float = LEVEL) -> Intervals:
    """The textbook interval of one cell, as if the samples were independent and without bias."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    width = z * np.sqrt(estimate * (1 - estimate) / samples)
    return Intervals(estimate - width, estimate + width)


@dataclass(frozen=True, slots=True)
class Sampled:
    """An estimate that is close enough to the truth in all cells at once, at the level asked for."""

    table: Table
    intervals: Intervals
    samples: int


def sample_until(draw: Draw, open_cells: NDArray[np.bool_], within: float, level: float = LEVEL) -> Sampled:
    """Draw deals until every cell is known to within ±`within`.

    The moments of looking are fixed beforehand, and each has its share of the error, so that stopping at a
    lucky one is paid for; half of it is kept for the last, which suffices whatever the deals say.
    """
    looks = _looks(within, tests(open_cells), level)
    hits = np.zeros(open_cells.shape, np.int64)
    done = 0
    for look, spent in looks:
        hits += _hits(draw(look - done), open_cells.shape[1])
        done = look
        intervals = simultaneous(hits, done, open_cells, 1 - spent)
        if intervals.reach(hits / done) <= within:
            break
    return Sampled(hits / done, intervals, done)


@cache
def _looks(within: float, cells: int, level: float) -> list[tuple[int, float]]:
    """When to look, and how much of the error each look may spend."""
    half = (1 - level) / 2
    last = _enough(within, half / max(cells, 1))
    early = [ceil(last / GROWTH**i) for i in range(LOOKS, 0, -1)]
    return [(look, half / LOOKS) for look in early] + [(last, half)]


def _enough(within: float, share: float) -> int:
    """Deals after which no interval reaches farther, however many hits; beyond half it is mirrored."""
    samples = ceil((NormalDist().inv_cdf(1 - share / 2) / (2 * within)) ** 2)
    while True:
        hits = np.unique(np.linspace(0, samples / 2, 201).astype(np.int64))
        if clopper_pearson(hits, samples, share).reach(hits / samples) <= 0.999 * within:
            return samples
        samples += ceil(samples / 200)


def clopper_pearson(hits: NDArray[np.int64], samples: int, share: float) -> Intervals:
    """The exact interval of each binomial chance: it misses the truth with probability `share` or less."""
    from sleuth.kernels.binomial import lower_limits

    low, opposite = np.empty(hits.size), np.empty(hits.size)
    lower_limits(hits.ravel(), samples, share / 2, low)
    lower_limits((samples - hits).ravel(), samples, share / 2, opposite)
    return Intervals(low.reshape(hits.shape), 1 - opposite.reshape(hits.shape))


def _proved(hits: Hits, samples: int, open_cells: NDArray[np.bool_], intervals: Intervals) -> Intervals:
    estimate = hits / samples
    low, high = (np.where(open_cells, end, estimate) for end in (intervals.low, intervals.high))
    return Intervals(low, high)


def _hits(deals: NDArray[np.uint8], places: int) -> Hits:
    return np.stack([(deals == place).sum(axis=0) for place in range(places)], axis=1)


def _edge(plausible: Callable[[Table], NDArray[np.bool_]], inside: Table, outside: Table) -> Table:
    """Halve the way between a plausible chance and an implausible one; rounds outwards."""
    for _ in range(60):
        middle = (inside + outside) / 2
        good = plausible(middle)
        inside, outside = np.where(good, middle, inside), np.where(good, outside, middle)
    return outside


def _log_beta(a: Table, b: Table) -> Table:
    gamma = np.vectorize(lgamma, otypes=[float])
    return np.asarray(gamma(a) + gamma(b) - gamma(a + b))


def _xlogy(x: Hits, y: Table) -> Table:
    """x log y, where 0 log 0 is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(x == 0, 0.0, x * np.log(y))


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often intervals that claim 95 % contained the truth, over repeated runs."""

    cells: float
    """The share of open cells, over all runs."""
    runs: float
    """The share of runs in which all open cells did."""
    width: float
    """The mean width of the intervals."""


def coverage(intervals: Iterable[Intervals], exact: Table) -> Coverage:
    """Measure intervals from repeated runs against the exact table."""
    open_cells = (exact > 0) & (exact < 1)
    several = list(intervals)
    covered = np.array([some.cover(exact)[open_cells] for some in several])
    width = np.mean([(some.high - some.low)[open_cells].mean() for some in several])
    return Coverage(float(covered.mean()), float(covered.all(axis=1).mean()), float(width))


def walksat_coverage(
    problem: Problem,
    exact: Table,
    rng: np.random.Generator,
    *,
    variation: Variation = ALGORITHM_2,
    iterations: int = ITERATIONS,
    runs: int = 100,
) -> Coverage:
    """What the textbook interval is worth on WalkSAT's samples: its true coverage, measured."""
    search = Search(problem)
    estimates = (search.run(rng, variation, iterations) for _ in range(runs))
    return coverage([naive(e.table, e.samples) for e in estimates if e.samples], exact)
