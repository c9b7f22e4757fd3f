"""Counting against writing every deal out, on thousands of small problems with every feature."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from sleuth.inference.count_witness import fits
from sleuth.inference.counting import Engine, Tally, count, sampler, satisfiable, witness
from sleuth.inference.problem import Problem
from tests import naive
from tests.kernels.problems import small

ENGINES: tuple[Engine, ...] = ("python", "compiled")


def problems(seed: str, number: int) -> Iterator[Problem]:
    rng = random.Random(seed)
    return (small(rng) for _ in range(number))


def written_out(problem: Problem) -> tuple[list[tuple[int, ...]], list[float]]:
    deals = list(naive.deals(problem))
    return deals, [naive.weight(problem, deal) for deal in deals]


def envelope_of(problem: Problem, deal: tuple[int, ...]) -> tuple[int, ...]:
    inside = [card for card, place in enumerate(deal) if place == problem.envelope]
    return tuple(sorted(inside, key=lambda card: problem.category[card]))


def check_table(problem: Problem, tally: Tally, deals: list[tuple[int, ...]]) -> None:
    table = np.zeros((problem.cards, problem.places), np.int64)
    for deal in deals:
        table[np.arange(problem.cards), deal] += 1
    assert tally.deals == len(deals)
    assert (tally.table == table).all()


def check_chances(problem: Problem, tally: Tally, deals: list[tuple[int, ...]], weights: list[float]) -> None:
    chance = np.zeros((problem.cards, problem.places))
    inside: dict[tuple[int, ...], float] = {}
    for deal, weight in zip(deals, weights, strict=True):
        chance[np.arange(problem.cards), deal] += weight / sum(weights)
        envelope = envelope_of(problem, deal)
        inside[envelope] = inside.get(envelope, 0.0) + weight / sum(weights)
    assert np.allclose(tally.chance, chance, atol=1e-12)
    if tally.weights is not None:
        assert tally.weights.sum(axis=1) == pytest.approx(sum(weights))
    found = tally.envelope
    joint = dict(zip(map(tuple, found.cards.tolist()), found.chance.tolist(), strict=True))
    assert joint == pytest.approx(dict.fromkeys(joint, 0.0) | inside)


def check_envelopes(problem: Problem, tally: Tally, deals: list[tuple[int, ...]]) -> None:
    found = tally.envelope
    counts = dict(zip(map(tuple, found.cards.tolist()), found.counts.tolist(), strict=True))
    assert counts == Counter(envelope_of(problem, deal) for deal in deals)


def test_every_count_and_chance_agrees_with_writing_all_deals_out() -> None:
    possible = 0
    for problem in problems("tables", 1500):
        deals, weights = written_out(problem)
        for engine in ENGINES:
            tally = count(problem, engine=engine)
            check_table(problem, tally, deals)
            check_envelopes(problem, tally, deals)
            assert satisfiable(problem, engine=engine) == bool(deals)
            if sum(weights) > 0:
                check_chances(problem, tally, deals, weights)
        possible += bool(deals)
    assert possible > 500


def test_a_witness_fits_its_problem() -> None:
    for problem in problems("witness", 300):
        hands = witness(problem)
        assert hands is None or fits(problem, hands)


@pytest.mark.parametrize("engine", ENGINES)
def test_samples_are_possible_deals_and_all_of_them_turn_up(engine: Engine) -> None:
    rng = np.random.default_rng(5)
    for problem in problems("samples", 100):
        deals, weights = written_out(problem)
        if 0 < len(deals) <= 20 and min(weights) > 0.2 * max(weights):
            drawn = sampler(problem, engine=engine).sample(3000, rng)
            assert {tuple(deal) for deal in drawn.tolist()} == set(deals)


def test_a_sampler_of_nothing_is_refused() -> None:
    nothing = Problem((0, 1), (0, 2), 1, (3, 1))
    assert count(nothing).deals == 0
    with pytest.raises(ValueError, match="no deal fits"):
        sampler(nothing)
