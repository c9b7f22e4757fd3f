"""Dancing links: the readable class, the compiled kernel, brute force and the exact count all agree."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.errors import BadSetup
from sleuth.inference.counting import count as exact_count
from sleuth.inference.methods import dancing
from sleuth.inference.methods.atleast import AtLeast
from sleuth.inference.methods.dancing import Dance, count_models
from sleuth.inference.problem import Factor, Problem
from tests.methods.formulas import VARIABLES, formulas, models
from tests.methods.states import CLASSIC, Knowledge, deals, random_state, table1

EVERY_VARIABLE = tuple(AtLeast((v, -v), 1) for v in range(1, VARIABLES + 1))


@given(formulas)
def test_every_solution_is_found_once(constraints: tuple[AtLeast, ...]) -> None:
    solutions = [frozenset(true) for true in Dance(constraints, VARIABLES).solutions()]
    worlds = models(constraints + EVERY_VARIABLE)
    assert sum(2 ** (VARIABLES - len(true)) for true in solutions) == len(worlds)
    assert all(sum(true <= world for true in solutions) == 1 for world in worlds)


@given(formulas)
def test_the_links_are_as_before_when_the_dance_is_over(constraints: tuple[AtLeast, ...]) -> None:
    dance, fresh = Dance(constraints, VARIABLES), Dance(constraints, VARIABLES)
    list(dance.solutions())
    assert vars(dance) == vars(fresh)


@given(formulas)
def test_the_compiled_dance_counts_what_the_class_enumerates(constraints: tuple[AtLeast, ...]) -> None:
    solutions = list(Dance(constraints, VARIABLES).solutions())
    found, tally, complete = count_models(constraints, VARIABLES)
    assert complete
    assert found == sum(2 ** (VARIABLES - len(true)) for true in solutions)
    for v in range(1, VARIABLES + 1):
        assert tally[v] == sum(2 ** (VARIABLES - len(true)) for true in solutions if v in true)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 8), st.integers(0, 2))
def test_deals_agree_with_brute_force(seed: int, players: int, turns: int, wrong: int) -> None:
    problem = random_state(Random(seed), players, (2, 3, 4), turns, wrong)
    assert sorted(dancing.deals(problem)) == sorted(deals(problem))


@pytest.mark.parametrize("seed", range(30))
def test_the_table_agrees_with_the_exact_count_wherever_it_finishes(seed: int) -> None:
    rng = Random(seed)
    problem = random_state(rng, rng.randint(3, 6), CLASSIC, rng.randint(12, 40), rng.randint(0, 2))
    tally = exact_count(problem)
    counted = dancing.count(problem, cap=200_000)
    assert counted.complete == (tally.deals <= 200_000)
    if counted.complete:
        assert counted.deals == tally.deals
        assert np.array_equal(counted.table, tally.table)


def test_the_paper_s_example_has_6798_deals_and_54_open_cells() -> None:
    found = dancing.solve(table1())
    assert found.deals == 6_798
    assert found.complete
    assert len(found.proved) == 147 - 54
    assert found.table is not None
    assert found.table.sum(axis=1) == pytest.approx(1)


def test_the_cap_is_the_last_number_that_still_counts_as_all() -> None:
    assert dancing.count(table1(), cap=6_798).complete
    capped = dancing.count(table1(), cap=6_797)
    assert not capped.complete
    assert capped.deals == 6_798  # one too many was seen


def test_beyond_the_cap_only_what_propagation_proves_is_said() -> None:
    capped, full = dancing.solve(table1(), cap=100), dancing.solve(table1())
    assert (capped.complete, capped.deals, capped.table) == (False, None, None)
    assert capped.proved
    assert capped.proved.items() <= full.proved.items()


def test_more_solutions_than_any_cap_do_not_overflow_the_count() -> None:
    found, _, complete = count_models((AtLeast((1,)),), 80, cap=2**62)
    assert not complete
    assert found > 2**40


def test_a_contradiction_has_no_deals() -> None:
    known = Knowledge((3, 3, 3), (3, 3, 3))
    known.clauses.append((0, 0))
    assert dancing.solve(known.problem()).deals == 0


def test_a_weighted_problem_is_refused() -> None:
    plain = table1()
    factors = (Factor(0, (1,), (1.0, 0.5)),)
    with pytest.raises(BadSetup, match="dancing"):
        dancing.solve(Problem(plain.category, plain.sizes, plain.envelope, plain.allowed, factors=factors))
