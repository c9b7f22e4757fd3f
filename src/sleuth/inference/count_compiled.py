"""The compiled engine: problems packed into arrays, and exact numbers put together from what comes back."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.count_cards import TooLarge
from sleuth.inference.count_envelope import Options, alike, envelopes
from sleuth.inference.problem import Factor, Problem, bits
from sleuth.kernels import count as kernels
from sleuth.kernels.count_flow import PASCAL, PASCAL_REAL
from sleuth.kernels.count_joint import envelopes as joint
from sleuth.kernels.count_plan import Factors
from sleuth.kernels.count_sample import chances, draw_deals

BUDGET = 8_000_000
"""The edges of the largest graph that is still counted: about half a second, 200 MB.

The largest seen in simulated play of any shipped edition has half as many: Master Detective, ten players.
"""
CARDS = 62
"""The most cards that fit into a mask of the kernels."""

_Packed = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int, int, int, int, Factors, int]
_NO_FACTORS = Factors(np.zeros(0, np.int64), np.zeros((0, 4), np.int64), np.zeros((0, 16)))


def _ints(values: list[int]) -> NDArray[np.int64]:
    return np.frombuffer(array("q", values), np.int64)


def _pack(problem: Problem, budget: int, *, barring: bool) -> _Packed:
    """The arguments of the kernels; `barring` leaves wrong accusations to be subtracted in the end."""
    if problem.cards > CARDS:
        raise TooLarge
    envelope, everything = problem.envelope, (1 << problem.cards) - 1
    slots: list[int] = []
    masks: list[int] = []
    cases: list[int] = []
    for place, cards in problem.clauses:
        if place == envelope:
            cases.append(cards)
        else:
            slots.append(place)
            masks.append(cards)
    barred = [everything & ~cards for cards in set(problem.excluded) if _one_of_each(problem, cards)]
    return (
        _ints([*problem.allowed, *masks, *cases, *barred]),
        _ints([*problem.sizes, *slots]),
        _ints([*problem.category]),
        problem.places,
        len(masks),
        len(barred) if barring else 0,
        envelope,
        _factors(problem) if problem.factors else _NO_FACTORS,
        budget,
    )


def _one_of_each(problem: Problem, cards: int) -> bool:
    """Whether an envelope could be exactly this set."""
    kinds = {problem.category[card] for card in bits(cards)}
    return cards.bit_count() == len(kinds) == problem.categories


def _factors(problem: Problem) -> Factors:
    count = len(problem.factors)
    cards, weights = np.full((count, 4), -1, np.int64), np.ones((count, 16))
    for i, factor in enumerate(problem.factors):
        cards[i, : len(factor.cards)] = factor.cards
        weights[i, : len(factor.weights)] = factor.weights
    return Factors(np.array([factor.place for factor in problem.factors], np.int64), cards, weights)


def _consistent(problem: Problem) -> bool:
    return sum(problem.sizes) == problem.cards and problem.sizes[problem.envelope] == problem.categories


def _whole(low: NDArray[np.int64], real: NDArray[np.float64]) -> NDArray[Any]:
    """Exact integers from their low 64 bits and their approximate values."""
    whole = np.empty(low.shape, object)
    for at, value in np.ndenumerate(low.view(np.uint64)):
        above = (float(real[at]) - float(value)) / 2.0**64
        whole[at] = int(value) + (round(above) << 64)
    return whole.astype(np.int64) if not whole.size or whole.max() < 2**63 else whole


def tables(problem: Problem, budget: int) -> tuple[int, NDArray[Any], NDArray[np.float64] | None]:
    """The number of deals, the exact table, and with factors the weighted one."""
    nothing = np.zeros((problem.cards, problem.places), np.int64)
    if not _consistent(problem):
        return 0, nothing, None
    status, *_, exact, real, shares = kernels.tabulate(*_pack(problem, budget, barring=True), True)
    if status == kernels.TOO_LARGE:
        raise TooLarge
    if status == kernels.IMPOSSIBLE:
        return 0, nothing, None
    table = _whole(exact, real) if len(real) else exact
    if len(shares):
        shares[table == 0] = 0.0  # exactly, where barred envelopes were subtracted
    return sum(table[0].tolist()), table, shares if len(shares) else None


class Chart:
    """The diagram of a problem, kept for further questions."""

    def __init__(self, problem: Problem, budget: int) -> None:
        self.problem, self.possible, self._wide = problem, _consistent(problem), False
        if self.possible:
            found = kernels.tabulate(*_pack(problem, budget, barring=False), False)
            status, self._wide, self._known, self._steps, self._graph = found[:5]
            self.possible = status == kernels.DONE
            if status == kernels.TOO_LARGE:
                raise TooLarge

    @property
    def _weight(self) -> NDArray[np.float64]:
        return self._graph.weight if self.problem.factors else np.ones(len(self._graph.target))

    @cached_property
    def _walk(self) -> tuple[float, NDArray[np.float64]]:
        return chances(self._known, self._steps, self._graph, self._weight)

    @property
    def weight(self) -> float:
        """The weight of all deals together."""
        return self._walk[0] if self.possible else 0.0

    def sample(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """(n, cards): the place of every card in n independent deals."""
        deals = np.empty((n, self.problem.cards), np.uint8)
        seed = rng.integers(0, 2**64, 1, np.uint64)
        draw_deals(self._known, self._steps, self._graph, self._walk[1], seed, deals)
        return deals

    def options(self) -> Options:
        """For each category, the cards that may be in the envelope, in groups of cards that are alike."""
        cards = self._known.allowed[self._known.opened] | self._known.fixed[self._known.opened]
        return [alike(int(mask), self._steps.stock) for mask in cards]

    def envelopes(
        self, weighted: bool, chosen: Sequence[Sequence[int]], _kind: int, cards: Sequence[int]
    ) -> NDArray[Any]:
        """For each row of chosen cards (-1: any), the deals with one of `cards` of a category beside them."""
        graph, asked = (self._known, self._steps, self._graph), (np.array(chosen), np.array(cards))
        if weighted:
            return joint(*graph, self._weight, PASCAL_REAL, *asked)
        low = joint(*graph, np.ones(1, np.int64), PASCAL, *asked)
        return _whole(low, joint(*graph, np.ones(1), PASCAL_REAL, *asked)) if self._wide else low


def warm_up() -> None:
    """Load every kernel, compiling what this computer has not compiled yet."""
    factor = Factor(0, (0,), (1.0, 0.5))
    problem = Problem((0, 0, 0, 1, 1), (2, 2, 1), 1, (31, 31, 31), ((0, 3),), (9,), (factor,))
    chart = Chart(problem, 1000)
    tables(problem, 1000)
    chart.sample(1, np.random.default_rng(0))
    envelopes(chart, weighted=True)
