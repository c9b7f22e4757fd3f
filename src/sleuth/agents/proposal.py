"""Deals to begin with: exact draws, most of them where nobody has asked for cards of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log

import numpy as np
from numpy.typing import NDArray

from sleuth.agents.situation import Situation
from sleuth.inference.counting import count
from sleuth.inference.problem import Problem

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

HONEST, MIXED, OPEN = 0.5, 0.3, 0.2
"""The shares of draws where all others are honest, all but one, and anyone may bluff."""


def propose(situation: Situation, n: int, rng: np.random.Generator) -> tuple[Ints, Floats]:
    """(n, seats), (n,): deals that fit, and the log density with which each was drawn.

    A mixture of exact samplers has an exact density, since the deals of each part are counted.
    """
    hands, parts = [], []
    for share, lacks in _beliefs(situation):
        problem = _without(situation.problem, lacks)
        if deals := count(problem, engine="compiled").deals:
            parts.append((log(share) - log(deals), lacks))
            hands.append(situation.deals(max(1, round(share * n)), rng, problem))
    drawn = np.concatenate(hands)[:n]
    density = np.full(len(drawn), -np.inf)
    for weight, lacks in parts:
        inside = ~(drawn & lacks).any(axis=1)
        density = np.logaddexp(density, np.where(inside, weight, -np.inf))
    return drawn, density


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
