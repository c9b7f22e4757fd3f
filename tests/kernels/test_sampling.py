"""The sampler against the exact distribution, sharply enough to notice a bias of one per cent."""

from __future__ import annotations

import random
from dataclasses import replace
from math import erfc, sqrt
from typing import TypeAlias

import numpy as np
import pytest
from benchmarks.states import CLASSIC, MASTER, states, table
from numpy.typing import NDArray

from sleuth.inference.counting import Engine, count, sampler
from sleuth.inference.problem import Factor, Problem
from tests import naive

DRAWS = 4_000_000
Longs: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


def few_deals() -> Problem:
    """Three players, clauses, a wrong accusation, cards of which nothing is known, and 1,249 deals."""
    game = table(random.Random(179), CLASSIC, 3)
    game.play(7, accusations=1)
    return game.problem()


def numbered(deals: NDArray[np.uint8], places: int) -> Longs:
    """A number for every deal; where all other cards are, the last one is, too."""
    number = np.zeros(len(deals), np.int64)
    for column in deals.T[:-1]:
        number *= places
        number += column
    return number


def exact(problem: Problem) -> tuple[Longs, Floats]:
    """The number of every possible deal, in order, and its chance."""
    deals = list(naive.deals(problem))
    weights = np.array([naive.weight(problem, deal) for deal in deals])
    numbers = numbered(np.array(deals, np.uint8), problem.places)
    order = np.argsort(numbers)
    return numbers[order], (weights / weights.sum())[order]


def seen(problem: Problem, engine: Engine, draws: int, numbers: Longs) -> Longs:
    """How often each deal is drawn; none but these may be."""
    deals = sampler(problem, engine=engine).sample(draws, np.random.default_rng(7))
    different, times = np.unique(numbered(deals, problem.places), return_counts=True)
    assert np.isin(different, numbers).all()
    found = np.zeros(len(numbers), np.int64)
    found[np.searchsorted(numbers, different)] = times
    return found


def chi_square(times: Longs, chance: Floats) -> float:
    """The p-value of what was drawn, by the approximation of Wilson and Hilferty."""
    expected, free = chance * times.sum(), len(times) - 1
    ratio = float(((times - expected) ** 2 / expected).sum()) / free
    normal = (ratio ** (1 / 3) - 1 + 2 / (9 * free)) / sqrt(2 / (9 * free))
    return erfc(normal / sqrt(2)) / 2


@pytest.fixture(scope="module")
def problem() -> Problem:
    found = few_deals()
    assert count(found).deals == 1249
    return found


def test_four_million_draws_are_even_and_a_bias_of_one_per_cent_would_be_noticed(
    problem: Problem,
) -> None:
    numbers, chance = exact(problem)
    times = seen(problem, "compiled", DRAWS, numbers)
    assert chi_square(times, chance) > 1e-4
    # Every second deal one per cent too rare, its neighbour too frequent: the same test is certain to fail.
    moved = np.random.default_rng(8).binomial(times[:-1:2], 0.01)
    times[:-1:2] -= moved
    times[1::2] += moved
    assert chi_square(times, chance) < 1e-9


def test_weighted_deals_are_drawn_by_their_weight(problem: Problem) -> None:
    three = Factor(1, (0, 8, 14), (1.0, 1.0, 0.5, 0.3, 0.5, 0.3, 0.2, 0.1))
    factors = (three, Factor(2, (4, 9), (1.0, 0.5, 0.7, 0.2)))
    weighted = replace(problem, factors=factors)
    numbers, chance = exact(weighted)
    assert chi_square(seen(weighted, "compiled", 400_000, numbers), chance) > 1e-4
    assert chi_square(seen(weighted, "python", 400_000, numbers), chance) > 1e-4


@pytest.mark.parametrize("engine", ["python", "compiled"])
@pytest.mark.parametrize("family", ["start", "mid6", "duel", "four"])
def test_samples_have_the_chances_of_the_table(family: str, engine: Engine) -> None:
    draws = 60_000
    for state in states(family, 3):
        chance = count(state, engine="compiled").chance
        deals = sampler(state, engine=engine).sample(draws, np.random.default_rng(3))
        seen = np.stack([(deals == place).mean(axis=0) for place in range(state.places)], axis=1)
        spread = np.sqrt(chance * (1 - chance) / draws)
        assert (np.abs(seen - chance) <= 5 * spread + 1e-12).all()


def test_the_stream_of_deals_is_fixed_by_the_seed(problem: Problem) -> None:
    source = sampler(problem, engine="compiled")
    again = [source.sample(1000, np.random.default_rng(1)) for _ in range(2)]
    assert (again[0] == again[1]).all()
    assert (source.sample(1000, np.random.default_rng(2)) != again[0]).any()


def test_wide_problems_are_sampled_too() -> None:
    blank = replace(table(random.Random(1), MASTER, 10).problem(), allowed=((1 << 30) - 1,) * 11)
    deals = sampler(blank, engine="compiled").sample(5000, np.random.default_rng(1))
    sizes = np.stack([(deals == place).sum(axis=1) for place in range(blank.places)], axis=1)
    assert (sizes == blank.sizes).all()
