"""Laws of counting on games of every size, and agreement of all that counts."""

from __future__ import annotations

import random
from dataclasses import replace
from math import factorial

import numpy as np
import pytest
from benchmarks import diagrams, reference
from benchmarks.states import CLASSIC, DISCOVER, FOUR, MASTER, Table, states, table
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.inference.count_compiled import _whole
from sleuth.inference.counting import count, satisfiable
from sleuth.inference.problem import Factor, Problem, mask_of

FAMILIES = ("mid3", "mid4", "mid5", "mid6", "late", "duel", "discover", "four", "clauses24")
DECKS = [(CLASSIC, 2, 4), (CLASSIC, 3, 0), (CLASSIC, 4, 0), (CLASSIC, 6, 0), (DISCOVER, 5, 3), (FOUR, 4, 0)]


def game(seed: int) -> Table:
    rng = random.Random(seed)
    parts, players, hidden = rng.choice(DECKS)
    played = table(rng, parts, players, hidden)
    played.play(rng.randint(0, 25), rng.choice([0, 0, 1, 2]))
    return played


def stricter(rng: random.Random, problem: Problem) -> Problem:
    """The problem with one more thing known, true or not."""
    place, cards = rng.randrange(problem.places), mask_of(rng.sample(range(problem.cards), 3))
    allowed = list(problem.allowed)
    allowed[place] &= ~(1 << rng.randrange(problem.cards))
    return rng.choice(
        [
            replace(problem, clauses=(*problem.clauses, (place, cards))),
            replace(problem, allowed=tuple(allowed)),
            replace(problem, excluded=(*problem.excluded, cards)),
        ]
    )


@given(st.integers(0, 2**40))
@settings(max_examples=100)
def test_rows_sum_to_the_deals_and_columns_to_the_deals_times_the_size(seed: int) -> None:
    problem = game(seed).problem()
    tally = count(problem, engine="compiled")
    assert (tally.table.sum(axis=1) == tally.deals).all()
    assert tally.table.sum(axis=0).tolist() == [tally.deals * size for size in problem.sizes]
    assert sum(tally.envelope.counts.tolist()) == tally.deals
    assert tally.envelope.chance.sum() == pytest.approx(1)


@given(st.integers(0, 2**40))
@settings(max_examples=100)
def test_the_true_deal_is_always_possible(seed: int) -> None:
    played = game(seed)
    table_ = count(played.problem(), engine="compiled").table
    assert all(
        table_[c, p] > 0 for p, hand in enumerate(played.hands) for c in range(len(table_)) if hand >> c & 1
    )


@given(st.integers(0, 2**40))
@settings(max_examples=100)
def test_deals_never_grow_when_something_more_is_known(seed: int) -> None:
    problem = game(seed).problem()
    more = stricter(random.Random(seed), problem)
    before, after = count(problem, engine="compiled"), count(more, engine="compiled")
    assert after.deals <= before.deals
    assert (after.table <= before.table).all()
    assert satisfiable(more, engine="python") == satisfiable(more, engine="compiled") == (after.deals > 0)


@given(st.integers(0, 2**40))
@settings(max_examples=30)
def test_plain_python_and_the_kernels_say_the_same(seed: int) -> None:
    rng = random.Random(seed)
    problem = game(seed).problem()
    cards = [tuple(rng.sample(range(problem.cards), 3)) for _ in range(rng.choice([0, 1, 3]))]
    weights = [tuple(rng.choice([0.25, 0.5, 1.0]) for _ in range(8)) for _ in cards]
    factors = [Factor(rng.randrange(problem.places), c, w) for c, w in zip(cards, weights, strict=True)]
    problem = replace(problem, factors=tuple(factors))
    plain, compiled = count(problem, engine="python"), count(problem, engine="compiled")
    assert (plain.table == compiled.table).all()
    assert np.allclose(plain.chance, compiled.chance, atol=1e-13)
    assert plain.envelope.cards.shape == compiled.envelope.cards.shape
    assert np.allclose(plain.envelope.chance, compiled.envelope.chance, atol=1e-13)


def test_factors_do_not_change_the_deals() -> None:
    problem = table(random.Random(4), CLASSIC, 4).problem()
    weighted = replace(problem, factors=(Factor(1, (0, 6, 12), (1.0, 0.5, 0.5, 0.3, 0.5, 0.3, 0.3, 0.2)),))
    plain, weighed = count(problem, engine="compiled"), count(weighted, engine="compiled")
    assert (plain.table == weighed.table).all()
    assert not np.allclose(plain.chance, weighed.chance)


@pytest.mark.parametrize(
    "family", ["mid3", "mid4", "mid5", "mid6", "late", "duel", "discover", "four", "clauses12"]
)
def test_a_model_counter_from_outside_agrees(family: str) -> None:
    for problem in states(family, 4):
        assert diagrams.table(problem) == count(problem, engine="compiled").table.tolist()


def test_the_plain_programme_agrees_on_starts() -> None:
    for problem in states("start", 4):
        assert reference.table(problem) == count(problem, engine="compiled").table.tolist()


def test_counts_beyond_63_bits_are_exact() -> None:
    game = table(random.Random(3), MASTER, 7)
    game.play(3, accusations=1)
    seen = game.problem()
    # The same as a spectator knows it, who has not seen the hand of seat 0.
    hidden = replace(seen, allowed=((1 << 30) - 1, *[mask | game.hands[0] for mask in seen.allowed[1:]]))
    wide = count(hidden, engine="compiled")
    assert wide.deals > 2**64
    assert wide.table.dtype == object
    assert (wide.table == count(hidden, engine="python").table).all()
    assert sum(wide.envelope.counts.tolist()) == wide.deals


def test_the_start_of_master_detective_has_the_deals_of_a_multinomial() -> None:
    blank = replace(table(random.Random(1), MASTER, 6).problem(), allowed=((1 << 30) - 1,) * 7)
    deals = factorial(27) // (factorial(5) ** 3 * factorial(4) ** 3) * 10 * 8 * 12
    assert count(blank, engine="compiled").deals == count(blank, engine="python").deals == deals


@given(st.lists(st.integers(0, 2**90), min_size=1), st.floats(-1e-10, 1e-10))
def test_low_bits_and_a_rough_value_make_the_whole_number(numbers: list[int], error: float) -> None:
    low = np.array([number % 2**64 for number in numbers], np.uint64).view(np.int64)
    rough = np.array([float(number) * (1 + error) for number in numbers])
    assert _whole(low, rough).tolist() == numbers
