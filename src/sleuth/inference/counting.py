"""Exact counting of the deals that fit a problem: how many, where each card is, what the envelope holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.count_cards import Diagram, diagram
from sleuth.inference.problem import Problem
from sleuth.inference.reduce import reduced

Engine: TypeAlias = Literal["auto", "python", "compiled"]
Counts: TypeAlias = NDArray[Any]
"""Exact integers: int64 where they fit, Python integers otherwise."""

NARROW = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Envelopes:
    """Every set of cards that the envelope may hold, the likeliest first."""

    cards: NDArray[np.uint8]
    """(k, categories): one card of each category."""
    counts: Counts
    """(k,): deals with this envelope."""
    chance: NDArray[np.float64]
    """(k,): its probability; with factors, weighted by them."""


@dataclass(frozen=True, slots=True)
class Tally:
    """All that counting says about a problem; zero deals mean that it contradicts itself."""

    deals: int
    table: Counts
    """(cards, places): deals in which the card is in the place."""
    chance: NDArray[np.float64]
    """(cards, places): probabilities; with factors, weighted by them."""
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    """The 95 % interval of each chance; equal to it where the tally is exact."""
    exact: bool
    _envelope: Envelopes

    @property
    def envelope(self) -> Envelopes:
        """The joint distribution of the envelope."""
        return self._envelope


def count(problem: Problem, *, engine: Engine = "auto") -> Tally:  # noqa: ARG001 - the compiled engine follows
    """Count the deals of a problem."""
    found = _diagram(problem)
    table = found.table()
    weights = found.weights()
    return _tally(problem, found, table, weights)


def satisfiable(problem: Problem) -> bool:
    """Whether any deal fits."""
    return _diagram(problem).deals > 0


class Sampler:
    """Independent deals, each drawn exactly from the posterior."""

    __slots__ = ("_diagram",)

    def __init__(self, found: Diagram) -> None:
        self._diagram = found

    def sample(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """(n, cards): the place of every card in n deals."""
        return self._diagram.sample(n, rng)


def sampler(problem: Problem, *, engine: Engine = "auto") -> Sampler:  # noqa: ARG001
    """A sampler of the deals of a problem."""
    return Sampler(_diagram(problem))


def _diagram(problem: Problem) -> Diagram:
    return diagram(problem, reduced(problem))


def _tally(problem: Problem, found: Diagram, table: list[list[int]], weights: NDArray[np.float64]) -> Tally:
    cards, joint, shares = found.envelopes()
    envelopes = Envelopes(np.array(cards, np.uint8).reshape(-1, problem.categories), integers(joint), shares)
    return Tally(found.deals, integers(table), weights, weights, weights, True, envelopes)


def integers(values: list[Any]) -> Counts:
    """An exact array: int64 where it fits."""
    wide = np.array(values, dtype=object)
    return wide.astype(np.int64) if wide.size == 0 or wide.max() <= NARROW else wide
