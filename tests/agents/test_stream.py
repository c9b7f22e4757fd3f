"""Streams of random numbers: the short way draws what `random.Random` draws from the same bits."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.agents.stream import Stream

keys = st.integers(0, 2**64 - 1)


@given(keys, st.integers(1, 400))
def test_a_choice_is_the_one_that_the_library_would_make(key: int, length: int) -> None:
    short, long = Stream(key), Stream(key)
    assert short.choice(range(length)) == random.Random.choice(long, range(length))
    assert short.state == long.state


@given(keys, st.integers(1, 2**64 - 1))
def test_a_number_below_another_is_below_it(key: int, n: int) -> None:
    assert 0 <= Stream(key).below(n) < n


def test_every_number_below_another_comes_up() -> None:
    stream = Stream(7)
    assert {stream.below(6) for _ in range(200)} == set(range(6))


@given(keys)
def test_a_stream_can_be_copied_kept_and_begun_anew(key: int) -> None:
    stream = Stream(key)
    first, state = stream.random(), stream.getstate()
    copies = copy.copy(stream), copy.deepcopy(stream), pickle.loads(pickle.dumps(stream))
    following = [stream.gauss(0, 1), stream.gauss(0, 1), stream.random()]
    stream.setstate(state)
    for one in (*copies, stream):
        assert [one.gauss(0, 1), one.gauss(0, 1), one.random()] == following
    stream.seed(key)
    assert stream.random() == first


def test_nothing_can_be_chosen_from_nothing() -> None:
    with pytest.raises(IndexError):
        Stream(1).choice(())
