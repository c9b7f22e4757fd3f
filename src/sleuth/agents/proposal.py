"""Deals to begin with: exact draws, most of them where nobody has asked for cards of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log

import numpy as np
from numpy.typing import NDArray

from sleuth.agents.situation import Situation, exact
from sleuth.inference.counting import Sampler, count
from sleuth.inference.problem import Problem

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

HONEST, MIXED, OPEN = 0.5, 0.3, 0.2
"""The shares of draws where all others are honest, all but one, and anyone may bluff."""


class Proposal:
    """A mixture of exact samplers, whose density is exact since the deals of each part are counted."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.parts = list(self._parts())

    def _parts(self) -> Iterator[tuple[float, Ints, float, Sampler]]:
        """The share of each part, the cards (seats,) lacked in it, its log density, and its sampler."""
        for share, lacks in _beliefs(self.situation):
            problem = _without(self.situation.problem, lacks)
            if deals := count(problem, engine="compiled").deals:
                yield share, lacks, log(share) - log(deals), exact(problem)

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Ints, Floats]:
        """(about n, seats), (about n,): deals that fit, and the log density with which each was drawn.

        Every part gives its share of n; what a part gives that has no deals is not made up for.
        """
        drawn = [sampler.sample(max(1, round(share * n)), rng) for share, _, _, sampler in self.parts]
        hands = self.situation.hands_in(np.concatenate(drawn)[:n])
        density = np.full(len(hands), -np.inf)
        for _, lacks, weight, _ in self.parts:
            inside = ~(hands & lacks).any(axis=1)
            density = np.logaddexp(density, np.where(inside, weight, -np.inf))
        return hands, density


def _beliefs(situation: Situation) -> Iterator[tuple[float, Ints]]:
    """Shares, and the cards (seats,) that each seat lacks if it is honest."""
    named = situation.named()
    named[situation.me] = 0
    askers = np.flatnonzero(named)
    if len(askers):
        yield HONEST, named
    if len(askers) > 1:
        for seat in askers:
            yield MIXED / len(askers), np.where(np.arange(len(named)) == seat, 0, named)
    yield OPEN, np.zeros_like(named)


def _without(problem: Problem, lacks: Ints) -> Problem:
    """The problem in which the seats lack these cards."""
    less = [*map(int, lacks), *[0] * (len(problem.allowed) - len(lacks))]
    return replace(problem, allowed=tuple(a & ~b for a, b in zip(problem.allowed, less, strict=True)))
