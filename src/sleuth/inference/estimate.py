"""Estimates with honest intervals, for decks whose graph of all deals is too large to be written down.

A layer with too many states is thinned at random: a state is kept with a chance that grows with the deals
through it, and a kept one then counts so much more. Every deal keeps its expected weight, so every sum over
the thinned graph is unbiased. Independent repetitions show how far they scatter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import lgamma, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.count_cards import Chart, Edge
from sleuth.inference.count_envelope import Envelopes
from sleuth.inference.count_plan import Plan, plan
from sleuth.inference.count_witness import witness
from sleuth.inference.problem import Problem
from sleuth.inference.reduce import reduced

Floats = NDArray[np.float64]

WIDTH = 64
"""States kept in a layer."""
ROUNDS = 16
STUDENT = 2.4
"""The 97.5 % point of Student's distribution for 15 degrees of freedom is 2.13; rare cells want some more."""
DRAWS = 20_000
"""Deals from which the envelope's joint distribution is read."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a tally says, with an interval for every chance."""

    deals: int
    table: NDArray[Any]
    weights: Floats
    bounds: tuple[Floats, Floats]
    envelope: Envelopes


class Thinner:
    """Keeps about so many states of each layer, and remembers how many deals lead to them."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._above: Floats = np.ones(1)

    def __call__(
        self, steps: Plan, layer: int, states: dict[int, int], edges: list[Edge]
    ) -> tuple[dict[int, int], list[Edge]]:
        sources, targets, _, weights = np.array(edges, np.float64).reshape(-1, 4).T
        through = self._above[sources.astype(np.int64)] * weights
        self._above = np.bincount(targets.astype(np.int64), through, len(states)).astype(np.float64)
        if len(states) <= WIDTH:
            return states, edges
        hope = np.array([_hope(steps, layer + 1, state) for state in states])
        kept = _keep(self._above * np.exp(hope - hope.max()), self._rng)
        self._above = self._above[kept > 0] * kept[kept > 0]
        return _narrowed(states, edges, kept)


def _hope(steps: Plan, layer: int, state: int) -> float:
    """The logarithm of a guess of how many deals a state leads to, up to a factor common to the layer.

    As if the places were independent: the share of all hands that satisfy it, multiplied over the places.
    """
    cards = len(steps.order) - layer + steps.stock.bit_count()
    hope = 0.0
    for reader in steps.readers:
        code = state >> reader.shift & (1 << reader.wide) - 1
        room = code & (1 << reader.low) - 1
        size = room.bit_count() if reader.envelope else room
        hope += log(max(reader.ways(layer, code), 1)) + lgamma(cards - size + 1)
    return hope


def _keep(value: Floats, rng: np.random.Generator) -> Floats:
    """For each state what it then counts for, or zero: kept with a chance in proportion to its value."""
    chance = np.zeros(len(value))
    sure = np.zeros(len(value), bool)
    while True:
        left = value[~sure].sum()
        chance[~sure] = value[~sure] * ((WIDTH - sure.sum()) / left if left else 0.0)
        more = (chance >= 1.0) & ~sure
        if not more.any():
            break
        sure |= more
        chance[sure] = 1.0
    # One random number for all, spread evenly: the number kept hardly varies.
    steps = np.floor(np.concatenate([[0.0], np.cumsum(chance)]) + rng.random())
    taken = np.diff(steps) > 0
    kept = np.zeros(len(value))
    kept[taken] = 1.0 / chance[taken]
    return kept


def _narrowed(states: dict[int, int], edges: list[Edge], kept: Floats) -> tuple[dict[int, int], list[Edge]]:
    """The states that are kept, renumbered, and the edges to them with what they count for."""
    number = np.cumsum(kept > 0) - 1
    stay = {state: int(number[i]) for state, i in states.items() if kept[i]}
    ways = [(a, int(number[b]), place, w * float(kept[b])) for a, b, place, w in edges if kept[b]]
    return stay, ways


class Mixture:
    """Several thinned graphs; each is drawn from as often as it weighs."""

    def __init__(self, problem: Problem, rng: np.random.Generator) -> None:
        self.problem = problem
        rest = reduced(problem)
        assert rest is not None, "an impossible problem is small"
        steps = plan(problem, rest)
        self.charts = [Chart.thinned(steps, Thinner(rng)) for _ in range(ROUNDS)]
        self.tables = np.array([chart.table(weighted=True) for chart in self.charts], np.float64)
        self.totals: Floats = self.tables[:, 0].sum(axis=1)

    def sample(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """(n, cards): the place of every card in n deals."""
        turns = rng.multinomial(n, self.totals / self.totals.sum())
        parts = [chart.sample(int(k), rng) for chart, k in zip(self.charts, turns, strict=True) if k]
        return rng.permutation(np.concatenate(parts))

    def bounds(self) -> tuple[Floats, Floats, Floats]:
        """The chance of every card in every place and its 95 % interval: a ratio of sums over the rounds."""
        chance = self.tables.sum(axis=0) / self.totals.sum()
        off = self.tables - chance * self.totals[:, None, None]
        spread = np.sqrt((off**2).sum(axis=0) / (ROUNDS * (ROUNDS - 1))) / self.totals.mean()
        low, high = chance - STUDENT * spread, chance + STUDENT * spread
        return chance, np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def estimate(problem: Problem, rng: np.random.Generator) -> Estimate:
    """An estimate of everything that counting says."""
    plain = Mixture(replace(problem, factors=()), rng)
    drawn = Mixture(problem, rng) if problem.factors else plain
    deals = round(float(plain.totals.mean()))
    chance, low, high = drawn.bounds()
    _widen(problem, chance, low, high)
    table = np.array([[round(share * deals) for share in row] for row in plain.bounds()[0]], object)
    return Estimate(deals, table, chance, (low, high), _envelopes(drawn, deals, rng))


def _widen(problem: Problem, chance: Floats, low: Floats, high: Floats) -> None:
    """Cells that every round agrees on are certain only if nothing else is possible."""
    for card, place in np.argwhere((chance == 0.0) | (low == high)).tolist():
        if chance[card, place] == 0.0:
            high[card, place] = 3.0 / ROUNDS if witness(_with(problem, card, place)) else 0.0
    for card, place in np.argwhere(chance == 1.0).tolist():
        low[card, place] = 1.0 - high[card].sum() + high[card, place]


def _with(problem: Problem, card: int, place: int) -> Problem:
    """The problem with this card in this place."""
    allowed = [mask if p == place else mask & ~(1 << card) for p, mask in enumerate(problem.allowed)]
    return replace(problem, allowed=tuple(allowed))


def _envelopes(found: Mixture, deals: int, rng: np.random.Generator) -> Envelopes:
    """The joint distribution of the envelope among many draws."""
    problem = found.problem
    places = found.sample(DRAWS, rng)
    cards = np.array([np.flatnonzero(deal == problem.envelope) for deal in places], np.uint8)
    kinds = np.array(problem.category)
    cards = np.take_along_axis(cards, np.argsort(kinds[cards], axis=1), axis=1)
    different, times = np.unique(cards, axis=0, return_counts=True)
    order = np.argsort(-times, kind="stable")
    share = times[order] / DRAWS
    return Envelopes(different[order], np.array([round(s * deals) for s in share], object), share)
