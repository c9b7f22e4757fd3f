"""Student's quantiles against printed tables, against chance itself, and in their limit."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from sleuth.arena.student import margin, within


@pytest.mark.parametrize(
    ("observations", "printed"),
    [(2, 12.706), (3, 4.303), (4, 3.182), (5, 2.776), (6, 2.571), (11, 2.228), (31, 2.042), (121, 1.980)],
)
def test_margins_are_those_of_printed_tables(observations: int, printed: float) -> None:
    assert margin(observations) == pytest.approx(printed, abs=6e-4)


def test_with_many_observations_the_margin_is_the_normal_one() -> None:
    assert margin(20_000) == pytest.approx(NormalDist().inv_cdf(0.975), abs=2e-4)
    assert margin(20_000, 0.5) == pytest.approx(NormalDist().inv_cdf(0.75), abs=2e-4)


def test_one_observation_tells_as_little_as_two() -> None:
    assert margin(1) == margin(2)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 12])
def test_so_many_means_of_normal_numbers_are_within_so_many_errors(freedom: int) -> None:
    rng, n = np.random.default_rng(freedom), 100_000
    draws = rng.normal(size=(n, freedom + 1))
    off = np.abs(draws.mean(axis=1)) / (draws.std(axis=1, ddof=1) / np.sqrt(freedom + 1))
    for t in (0.5, 1.0, 3.0):
        assert within(t, freedom) == pytest.approx((off <= t).mean(), abs=0.006)
