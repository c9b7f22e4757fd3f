"""Beyond the budget: estimates say that they are, and their intervals hold."""

from __future__ import annotations

import random

import numpy as np
from benchmarks.states import states, table

from sleuth.inference.counting import count, sampler
from sleuth.inference.estimate import estimate
from sleuth.inference.problem import Problem

MONSTROUS = (25, 25, 30)


def monstrous(questions: int) -> Problem:
    """Eighty cards and twelve players."""
    game = table(random.Random(5), MONSTROUS, 12)
    game.play(questions)
    return game.problem()


def test_intervals_cover_the_exact_chance_in_at_least_95_of_100_cells() -> None:
    covered = cells = 0
    for seed, problem in enumerate([*states("master6", 2), *states("clauses12", 2), *states("mid6", 4)]):
        exact, found = (
            count(problem, engine="compiled").chance,
            estimate(problem, np.random.default_rng(seed)),
        )
        low, high = found.bounds
        held = (low <= exact + 1e-12) & (exact <= high + 1e-12)
        open_ = (exact > 0) & (exact < 1)
        assert held[~open_].all(), "what is certain is certain in an estimate"
        covered, cells = covered + held[open_].sum(), cells + open_.sum()
    assert cells > 500
    assert covered >= 0.95 * cells


def test_an_estimated_number_of_deals_is_close() -> None:
    for problem in states("master6", 2):
        exact = count(problem, engine="compiled").deals
        assert abs(estimate(problem, np.random.default_rng(1)).deals / exact - 1) < 0.1


def test_a_budget_that_is_exceeded_gives_an_estimate_that_says_so() -> None:
    problem = next(iter(states("late", 1)))
    tally = count(problem, budget=50)
    exact = count(problem)
    assert exact.exact
    assert not tally.exact
    assert (tally.low <= tally.chance).all()
    assert (tally.chance <= tally.high).all()
    assert np.abs(tally.chance - exact.chance).max() < 0.1
    assert np.abs(tally.chance.sum(axis=1) - 1).max() < 1e-9


def test_a_monstrous_deck_is_exact_at_the_start_and_estimated_later() -> None:
    start = count(monstrous(0))
    assert start.exact
    assert start.deals > 10**60
    problem = monstrous(8)
    later = count(problem)
    assert not later.exact
    assert 10**50 < later.deals < start.deals
    assert later.envelope.chance.sum() > 0.999
    source = sampler(problem)
    assert not source.exact
    deals = source.sample(200, np.random.default_rng(1))
    assert (np.stack([(deals == p).sum(axis=1) for p in range(13)], axis=1) == problem.sizes).all()
