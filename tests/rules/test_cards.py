"""Sets of cards: an integer inside, and outside a set like any other."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.cards import CardSet

some_cards = st.frozensets(st.integers(0, 30))
COMPARE = (operator.eq, operator.ne, operator.le, operator.lt, operator.ge, operator.gt)
COMBINE = (operator.and_, operator.or_, operator.sub, operator.xor)


@given(some_cards)
def test_a_set_of_cards_is_the_set_of_its_cards(cards: frozenset[int]) -> None:
    mine = CardSet.of(cards)
    assert list(mine) == sorted(cards)
    assert len(mine) == len(cards)
    assert all((card in mine) == (card in cards) for card in range(-1, 32))
    assert mine == cards == mine
    assert mine == set(cards)
    assert hash(mine) == hash(cards)
    assert {cards: 1}[mine] == 1  # type: ignore[index]


@pytest.mark.parametrize("compare", COMPARE)
@given(some_cards, some_cards)
def test_sets_of_cards_compare_as_sets_do(
    compare: Callable[[Any, Any], bool], one: frozenset[int], other: frozenset[int]
) -> None:
    expected = compare(one, other)
    assert compare(CardSet.of(one), CardSet.of(other)) == expected
    assert compare(CardSet.of(one), other) == expected
    assert compare(one, CardSet.of(other)) == expected


@pytest.mark.parametrize("combine", COMBINE)
@given(some_cards, some_cards)
def test_sets_of_cards_combine_as_sets_do(
    combine: Callable[[Any, Any], Any], one: frozenset[int], other: frozenset[int]
) -> None:
    both = combine(CardSet.of(one), CardSet.of(other))
    assert isinstance(both, CardSet)
    assert both == combine(one, other)
    assert combine(CardSet.of(one), other) == both


@given(some_cards)
def test_a_set_of_cards_is_read_back_from_what_it_prints(cards: frozenset[int]) -> None:
    mine = CardSet.of(cards)
    assert eval(repr(mine)) == mine
    assert pickle.loads(pickle.dumps(mine)) == mine


@pytest.mark.parametrize("other", [3, None, [0, 1], (0, 1), "01"])
def test_what_is_no_set_is_no_set_of_cards(other: object) -> None:
    assert CardSet(3) != other
