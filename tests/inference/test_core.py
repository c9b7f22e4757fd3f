"""Cores: the fewest entries that cannot all be true."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from sleuth.inference.core import smallest_core

conflicts = st.lists(st.frozensets(st.integers(1, 9), min_size=1, max_size=4), min_size=1, max_size=6)


@given(conflicts)
def test_a_core_is_a_smallest_conflict(sets: list[frozenset[int]]) -> None:
    def possible(kept: frozenset[int]) -> bool:
        return not any(conflict <= kept for conflict in sets)

    core = smallest_core(range(1, 10), possible)
    assert not possible(frozenset(core))
    assert len(core) == min(map(len, sets))


@given(conflicts)
def test_no_entry_of_a_core_can_be_dropped(sets: list[frozenset[int]]) -> None:
    def possible(kept: frozenset[int]) -> bool:
        return not any(conflict <= kept for conflict in sets)

    core = smallest_core(range(1, 10), possible)
    for smaller in combinations(core, len(core) - 1):
        assert possible(frozenset(smaller))
