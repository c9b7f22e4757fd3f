"""Intervals: exact where they are computed, valid where they are promised, and honest about WalkSAT."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sleuth.inference.counting import count, sampler
from sleuth.inference.methods import bounds, dancing
from sleuth.inference.methods.bounds import (
    Intervals,
    anytime,
    clopper_pearson,
    coverage,
    naive,
    sample_until,
    simultaneous,
    walksat_coverage,
)
from sleuth.inference.methods.walksat import ALGORITHM_1
from sleuth.kernels.binomial import tail
from tests.methods.states import table1

PROBLEM = table1()
EXACT = count(PROBLEM).chance
OPEN = (EXACT > 0) & (EXACT < 1)


DEALS = np.array(list(dancing.deals(PROBLEM)), np.uint8)


def deals(samples: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Independent deals, drawn from all 6,798."""
    return DEALS[rng.integers(len(DEALS), size=samples)]


def hits(samples: int, rng: np.random.Generator) -> NDArray[np.int64]:
    drawn = deals(samples, rng)
    return np.stack([(drawn == place).sum(axis=0) for place in range(PROBLEM.places)], axis=1)


@given(st.integers(1, 300), st.fractions(0, 1, max_denominator=100), st.floats(0, 1))
def test_the_tail_agrees_with_a_sum_of_fractions(samples: int, chance: Fraction, share: float) -> None:
    expected = chance * samples
    k = min(samples, int(expected) + 1 + int(share * (samples - int(expected))))
    terms = (comb(samples, i) * chance**i * (1 - chance) ** (samples - i) for i in range(k, samples + 1))
    if chance < 1:
        assert tail(k, samples, float(chance)) == pytest.approx(float(sum(terms)), rel=1e-9, abs=1e-300)


@given(st.integers(1, 400), st.floats(0, 1), st.sampled_from((0.05, 0.001)))
def test_at_each_limit_the_result_is_just_as_rare_as_allowed(samples: int, part: float, share: float) -> None:
    k = round(part * samples)
    interval = clopper_pearson(np.array([k]), samples, share)
    low, high = float(interval.low[0]), float(interval.high[0])
    assert low <= k / samples <= high
    assert tail(k, samples, low) == pytest.approx(share / 2 if k else 1, rel=1e-6)
    assert tail(samples - k, samples, 1 - high) == pytest.approx(share / 2 if k < samples else 1, rel=1e-6)


@given(st.integers(20, 2_000), st.floats(0, 1))
def test_looking_whenever_one_likes_costs_width(samples: int, part: float) -> None:
    some = np.array([[round(part * samples), 0, 1]])
    cells = np.array([[True, False, False]])
    fixed, always = simultaneous(some, samples, cells), anytime(some, samples, cells)
    assert always.low[0, 0] <= fixed.low[0, 0]
    assert fixed.high[0, 0] <= always.high[0, 0]


def test_a_proved_cell_has_no_width() -> None:
    interval = simultaneous(hits(100, np.random.default_rng(0)), 100, OPEN)
    assert np.array_equal(interval.low[~OPEN], EXACT[~OPEN])
    assert np.array_equal(interval.high[~OPEN], EXACT[~OPEN])


def test_a_card_with_two_places_can_only_err_once() -> None:
    assert bounds.tests(np.array([[True, True, False], [True, True, True], [False, False, False]])) == 4


def test_all_cells_of_the_exact_sampler_are_covered_together() -> None:
    rng = np.random.default_rng(7)
    fixed = coverage([simultaneous(hits(1_000, rng), 1_000, OPEN) for _ in range(150)], EXACT)
    assert fixed.runs > 0.9  # 95 % promised; 150 runs show it to within 5 %


def test_a_confidence_sequence_covers_at_all_times_together() -> None:
    rng = np.random.default_rng(8)
    missed = 0
    for _ in range(25):
        total = np.zeros(OPEN.shape, np.int64)
        held = True
        for look in range(1, 11):
            total += hits(100, rng)
            held &= bool(anytime(total, 100 * look, OPEN).cover(EXACT).all())
        missed += not held
    assert missed <= 3


@pytest.mark.parametrize("within", [0.05, 0.02])
def test_sampling_stops_when_every_cell_is_close_enough(within: float) -> None:
    rng, exact_sampler = np.random.default_rng(4), sampler(PROBLEM)
    found = sample_until(lambda n: exact_sampler.sample(n, rng), OPEN, within)
    assert found.intervals.reach(found.table) <= within
    assert np.abs(found.table - EXACT).max() <= 1.5 * within  # 95 % of such runs keep to `within`


def test_the_stopping_rule_keeps_its_promise_over_many_runs() -> None:
    rng = np.random.default_rng(5)
    runs = [sample_until(lambda n: deals(n, rng), OPEN, 0.06) for _ in range(60)]
    kept = [np.abs(run.table - EXACT).max() <= 0.06 for run in runs]
    assert np.mean(kept) > 0.9


def test_rare_cards_let_sampling_stop_early() -> None:
    rng, every = np.random.default_rng(6), np.ones((1, 2), bool)
    rare = sample_until(lambda n: (rng.random((n, 1)) < 0.02).astype(np.uint8), every, 0.01)
    even = sample_until(lambda n: (rng.random((n, 1)) < 0.5).astype(np.uint8), every, 0.01)
    assert rare.samples < even.samples / 4


def test_the_last_look_suffices_whatever_the_hits_are() -> None:
    for within, share in ((0.05, 0.001), (0.03, 0.025), (0.2, 0.0001)):
        samples = bounds._enough(within, share)
        every = np.arange(samples + 1)
        assert clopper_pearson(every, samples, share).reach(every / samples) <= within


def test_nothing_open_needs_nothing_drawn_to_be_sure() -> None:
    found = sample_until(lambda n: np.zeros((n, 1), np.uint8), np.zeros((1, 2), bool), 0.01)
    assert found.table.tolist() == [[1, 0]]
    assert found.intervals.reach(found.table) == 0


def test_the_textbook_interval_is_right_for_independent_deals_and_wrong_for_walksat() -> None:
    rng = np.random.default_rng(9)
    tallies = [hits(5_000, rng) for _ in range(40)]
    independent = coverage([naive(some / 5_000, 5_000) for some in tallies], EXACT)
    assert 0.92 < independent.cells < 0.97
    assert walksat_coverage(PROBLEM, EXACT, rng, runs=20).cells < 0.92
    assert walksat_coverage(PROBLEM, EXACT, rng, variation=ALGORITHM_1, runs=20).cells < 0.6


def test_coverage_counts_cells_and_runs() -> None:
    exact = np.array([[0.5, 0.5, 0.0]])
    good = Intervals(exact - 0.1, exact + 0.1)
    half = Intervals(np.array([[0.4, 0.6, 0.0]]), np.array([[0.6, 0.8, 0.0]]))
    measured = coverage([good, half], exact)
    assert (measured.cells, measured.runs) == (0.75, 0.5)
    assert measured.width == pytest.approx(0.2)
