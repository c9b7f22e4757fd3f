"""Search and sample: the kernel takes the walk of its slow twin, and errs as the paper says."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.errors import BadSetup
from sleuth.inference.counting import count
from sleuth.inference.methods import walksat
from sleuth.inference.methods.atleast import assign
from sleuth.inference.methods.walksat import ALGORITHM_1, ALGORITHM_2, VARIATIONS, Search, Variation, rmsd
from sleuth.inference.problem import Factor, Problem
from tests.methods.naive_walk import NaiveWalk
from tests.methods.states import CLASSIC, NAMES, Knowledge, random_state, table1

WHITE = NAMES.index("wh")
probabilities = st.sampled_from((0.0, 0.2, 1.0))
variations = st.builds(
    Variation,
    tenure=st.sampled_from((0, 1, 2, 10)),
    restart=st.sampled_from((0.0, 0.2, 1.0)),
    instant=st.booleans(),
    noise=st.sampled_from((0.0, 0.2)),
    unique=st.booleans(),
    worsen=st.sampled_from((0, 1, 2)),
    wait=st.booleans(),
)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 9), variations)
def test_the_kernel_walks_exactly_as_its_slow_twin(
    seed: int, players: int, turns: int, how: Variation
) -> None:
    problem = random_state(Random(seed), players, (2, 3, 4), turns, 1)
    search = Search(problem)
    estimate = search.run(np.random.default_rng(seed), how, 300)
    if search.free:
        clauses = assign(search.encoding.constraints, search.fixed)
        twin = NaiveWalk(clauses, search.free, how, int(np.random.default_rng(seed).integers(2**62)))
        twin.run(300)
        assert (estimate.samples, estimate.distinct) == (len(twin.samples), len(twin.seen))
        cells = [divmod(variable - 1, problem.places) for variable in search.free]
        shares = np.mean(twin.samples, axis=0) if twin.samples else np.full(len(cells), np.nan)
        assert [estimate.table[cell] for cell in cells] == pytest.approx(list(shares), nan_ok=True)


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 9))
def test_with_time_enough_unique_samples_are_all_the_deals(seed: int, players: int, turns: int) -> None:
    problem = random_state(Random(seed), players, (2, 3, 4), turns)
    exact = count(problem)
    estimate = Search(problem).run(np.random.default_rng(seed), Variation(tenure=3, restart=0.2, unique=True))
    assert estimate.distinct <= exact.deals
    if estimate.distinct == exact.deals:
        assert estimate.table == pytest.approx(exact.chance)
    else:
        assert exact.deals > 500


@pytest.mark.parametrize("name", VARIATIONS)
def test_every_row_of_an_estimate_sums_to_one(name: str) -> None:
    problem = table1()
    estimate = Search(problem).run(np.random.default_rng(3), VARIATIONS[name], 20_000)
    assert estimate.table.sum(axis=1) == pytest.approx(1)
    assert estimate.table.sum(axis=0) == pytest.approx(problem.sizes)
    assert estimate.samples >= estimate.distinct


def test_the_same_seed_gives_the_same_walk() -> None:
    search = Search(table1())
    one, other = (search.run(np.random.default_rng(9), ALGORITHM_2, 5_000).table for _ in range(2))
    assert np.array_equal(one, other)


def test_algorithm_2_errs_as_in_print_and_algorithm_1_errs_more_most_of_all_about_white() -> None:
    problem = table1()
    exact = count(problem).chance
    search, rng = Search(problem), np.random.default_rng(11)
    first = [search.run(rng, ALGORITHM_1).table for _ in range(5)]
    second = [search.run(rng, ALGORITHM_2).table for _ in range(5)]
    assert 0.02 < np.mean([rmsd(table, exact) for table in first]) < 0.04  # Table 1(c), as printed: 0.036
    assert 0.004 < np.mean([rmsd(table, exact) for table in second]) < 0.012  # Table 1(d), as printed: 0.009
    white = [np.abs(table[WHITE] - exact[WHITE]).max() for table in (*first, *second)]
    assert min(white[:5]) > 3 * max(white[5:])


def test_without_tabu_the_walk_is_trapped_in_duplicates() -> None:
    estimate = Search(table1()).run(np.random.default_rng(1), Variation(tenure=0), 20_000)
    assert estimate.samples > 1_000
    assert estimate.distinct < 10


@pytest.mark.parametrize("name", ["base", "e"])
def test_a_hundred_thousand_iterations_take_a_fraction_of_a_second(name: str) -> None:
    search = Search(table1())
    search.run(np.random.default_rng(1), VARIATIONS[name], 10)  # compiles
    seconds = min(search.run(np.random.default_rng(1), VARIATIONS[name]).seconds for _ in range(3))
    assert seconds < 0.3


def test_provable_cells_are_fixed_and_the_rest_comes_with_an_error() -> None:
    problem = table1()
    exact = count(problem)
    found = walksat.solve(problem, rng=np.random.default_rng(2), iterations=20_000)
    assert found.table is not None
    assert found.error is not None
    sure = (exact.chance == 0) | (exact.chance == 1)
    assert np.array_equal(found.table[sure], exact.chance[sure])
    assert not found.error[sure].any()
    assert (found.error[~sure] > 0).all()
    assert found.proved == {(c, p): exact.chance[c, p] == 1 for c, p in np.argwhere(sure)}
    assert found.deals is None


def test_a_solved_case_needs_no_walk() -> None:
    known = Knowledge((1, 2, 2, 3), (2, 3, 3))
    for card, place in enumerate((0, 3, 3, 1, 1, 2, 2, 3)):
        known.has(place, card)
    found = walksat.solve(known.problem(), rng=np.random.default_rng(0))
    assert found.table is not None
    assert found.table.argmax(axis=1).tolist() == [0, 3, 3, 1, 1, 2, 2, 3]
    assert len(found.proved) == 32


def test_a_walk_too_short_to_find_a_sample_says_so() -> None:
    estimate = Search(random_state(Random(5), 6, CLASSIC, 0)).run(np.random.default_rng(0), ALGORITHM_1, 0)
    assert estimate.samples == 0
    assert np.isnan(estimate.table).any()
    found = walksat.solve(random_state(Random(5), 6, CLASSIC, 0), rng=np.random.default_rng(0), iterations=0)
    assert found.table is None


def test_a_contradiction_has_no_deals() -> None:
    known = Knowledge((3, 3, 3), (3, 3, 3))
    known.clauses.append((0, 0))
    assert walksat.solve(known.problem(), rng=np.random.default_rng(0)).deals == 0


def test_a_weighted_problem_is_refused() -> None:
    plain = table1()
    factors = (Factor(0, (1,), (1.0, 0.5)),)
    with pytest.raises(BadSetup, match="walksat"):
        walksat.solve(
            Problem(plain.category, plain.sizes, plain.envelope, plain.allowed, factors=factors),
            rng=np.random.default_rng(0),
        )
