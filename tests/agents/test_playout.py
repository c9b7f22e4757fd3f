"""The compiled playout plays the referee's games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.agents.policy import POLICIES, Keep, Policy, Rule, Showing, Ties
from sleuth.agents.simple import PolicyAgent
from sleuth.agents.stream import Stream
from sleuth.arena.match import play_game
from sleuth.arena.swift import boardless, deals, play_policies
from sleuth.edition import Edition
from sleuth.events import Suggested
from sleuth.houserules import AutoWin
from sleuth.kernels.rng import below, draw, unit

CLASSIC = Edition.load("classic")

keeps = st.sampled_from([Keep.SEEN, Keep.SEEN | Keep.CLAUSES, Keep.PAPER, Keep.ALL])
policies = st.builds(
    Policy,
    st.sampled_from([Rule.RANDOM, Rule.HEURISTIC]),
    keeps,
    st.sampled_from(Ties),
    st.booleans(),
    st.sampled_from([0, 200, 700]),
    st.sampled_from(Showing),
)


def refereed(table: list[Policy], seed: int, auto_win: AutoWin = "off") -> tuple[int | None, int]:
    rules = replace(boardless(CLASSIC, len(table)), auto_win=auto_win)
    game = play_game([PolicyAgent(policy) for policy in table], CLASSIC, seed=seed, rules=rules)
    assert game.outcome is not None
    return game.outcome.winner, sum(isinstance(event, Suggested) for event in game.record.events)


@settings(max_examples=25, deadline=None)
@given(st.lists(policies, min_size=3, max_size=6), st.integers(0, 10**9))
def test_a_compiled_game_is_the_referees_game(table: list[Policy], seed: int) -> None:
    games = play_policies(table, deals(CLASSIC, len(table), [seed]))
    assert refereed(table, seed) == (games.winners[0], games.turns[0])


@pytest.mark.parametrize("name", sorted(set(POLICIES) - {"stateless"}))
def test_every_named_policy_plays_the_same_in_both_forms(name: str) -> None:
    table = [POLICIES[name]] * 3
    games = play_policies(table, deals(CLASSIC, 3, range(4)))
    assert [refereed(table, seed) for seed in range(4)] == list(zip(games.winners, games.turns, strict=True))


def test_a_player_without_memory_wins_by_naming_the_envelope() -> None:
    table = [POLICIES["stateless"]] * 3
    games = play_policies(table, deals(CLASSIC, 3, [3]))
    assert refereed(table, 3, auto_win="suggestion") == (games.winners[0], games.turns[0])


def test_all_notes_prove_exactly_what_the_referees_notepad_proves() -> None:
    table = [POLICIES["heuristic"]] * 4
    assert [refereed(table, seed) for seed in range(6)] == [
        refereed(table, seed, "proof") for seed in range(6)
    ]


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(1, 400))
def test_both_streams_draw_the_same_numbers(key: int, n: int) -> None:
    python, compiled = Stream(key), np.array([key], np.uint64)
    assert python.getrandbits(64) == draw(compiled, 0)
    assert python.choice(range(n)) == below(compiled, 0, n)
    assert python.random() == unit(compiled, 0)


def test_a_stream_is_fair() -> None:
    rolls = np.bincount([Stream(key).choice(range(6)) for key in range(6000)])
    assert rolls.min() > 850
    assert isinstance(Stream(1), Random)
