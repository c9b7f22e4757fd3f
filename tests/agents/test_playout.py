"""The compiled playout plays the referee's games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.agents.policy import POLICIES, Keep, Policy, Rule, Showing, Solved, Ties
from sleuth.agents.simple import PolicyAgent
from sleuth.agents.stream import Stream
from sleuth.arena.match import NAMES, play_game
from sleuth.arena.swift import boardless, deals, play_policies
from sleuth.deal import shuffle
from sleuth.edition import Edition
from sleuth.events import Suggested
from sleuth.houserules import AutoWin, HouseRules
from sleuth.inference.problem import mask_of
from sleuth.kernels import playout
from sleuth.kernels.playout_games import play_games
from sleuth.kernels.playout_turns import NOTES, Playout, ask, no_odds, suggestion, winner_after
from sleuth.kernels.rng import below, draw, unit

CLASSIC = Edition.load("classic")

keeps = st.sampled_from([Keep.SEEN, Keep.SEEN | Keep.CLAUSES, Keep.PAPER, Keep.ALL])
policies = st.builds(
    Policy,
    st.sampled_from([Rule.RANDOM, Rule.HEURISTIC, Rule.LIKELY, Rule.ODDS]),
    keeps,
    st.sampled_from(Ties),
    st.sampled_from(Solved),
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


def compiled_questions(table: list[Policy], seed: int) -> list[tuple[int, int]]:
    """Who asked for what in a compiled game, step by step."""
    dealt = deals(CLASSIC, len(table), [seed])
    policy = np.array([one.row() for one in table], np.int64)
    notes = np.zeros((len(table), playout.WIDTH), np.int64)
    playout.begin(notes, dealt.deck, dealt.hands[0])
    game = Playout(dealt.deck, dealt.hands[0], dealt.sizes, policy, notes, dealt.keys[0].copy(), no_odds())
    asked: list[tuple[int, int]] = []
    while not asked or winner_after(game, asked[-1][0], 0, False) < 0:
        turn = len(asked) % len(table)
        playout.settle(notes, dealt.deck, dealt.sizes, policy[turn, NOTES], turn)
        asked.append((turn, suggestion(game, turn)))
        ask(game, *asked[-1], 1)
    return asked


@settings(max_examples=25, deadline=None)
@given(st.lists(policies, min_size=3, max_size=6), st.integers(0, 10**9))
def test_every_question_of_it_is_the_referees(table: list[Policy], seed: int) -> None:
    agents = [PolicyAgent(policy) for policy in table]
    game = play_game(agents, CLASSIC, seed=seed, rules=boardless(CLASSIC, len(table)))
    asked = [(e.seat, mask_of(e.cards)) for e in game.record.events if isinstance(e, Suggested)]
    assert compiled_questions(table, seed) == asked


@pytest.mark.parametrize("name", sorted(set(POLICIES) - {"stateless"}))
def test_every_named_policy_plays_the_same_in_both_forms(name: str) -> None:
    table = [POLICIES[name]] * 3
    games = play_policies(table, deals(CLASSIC, 3, range(4)))
    assert [refereed(table, seed) for seed in range(4)] == list(zip(games.winners, games.turns, strict=True))


def compiled(table: list[Policy], edition: Edition, rules: HouseRules, seed: int) -> tuple[int, int]:
    """The winner and the questions of one game, cards that lie face up left out of the deck."""
    rng = Random(seed)
    setup, deal = shuffle(edition, NAMES[: len(table)], rng, rules)
    streams = np.array([[rng.getrandbits(64) for _ in table]], np.uint64)
    kinds = [mask_of(tuple(edition.cards_of(k))) for k in range(len(edition.categories))]
    hands = np.array([[hand.mask for hand in deal.hands]], np.int64)
    policy = np.array([[policy.row() for policy in table]], np.int64)
    winners, turns = np.zeros(1, np.int64), np.zeros(1, np.int64)
    deck, sizes = np.array(kinds, np.int64) & ~mask_of(setup.table), np.array(setup.hands, np.int64)
    play_games(deck, hands, sizes, policy, streams, 5_000, False, False, 1, winners, turns)
    return int(winners[0]), int(turns[0])


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("mini", 2),
        ("mini", 4),
        ("three-investigators", 4),
        ("three-investigators", 5),
        ("night-train", 3),
        ("master-detective", 10),
    ],
)
def test_two_or_ten_seats_and_cards_face_up_make_no_difference(name: str, seats: int) -> None:
    edition, kinds = Edition.load(name), ("heuristic", "random-bluffer", "fox", "heuristic-paper")
    table = [POLICIES[kinds[seat % 4]] for seat in range(seats)]
    rules = replace(boardless(edition, seats), bonus=False, first="seat")
    for seed in range(4):
        game = play_game([PolicyAgent(policy) for policy in table], edition, seed=seed, rules=rules)
        assert game.outcome is not None
        asked = sum(isinstance(event, Suggested) for event in game.record.events)
        assert (game.outcome.winner, asked) == compiled(table, edition, rules, seed)


@settings(max_examples=25, deadline=None)
@given(st.lists(policies, min_size=2, max_size=3), st.integers(0, 10**9))
def test_so_is_a_small_game_where_a_hand_alone_may_solve_a_category(table: list[Policy], seed: int) -> None:
    mini = Edition.load("mini")
    rules = boardless(mini, len(table))
    game = play_game([PolicyAgent(policy) for policy in table], mini, seed=seed, rules=rules)
    assert game.outcome is not None
    asked = sum(isinstance(event, Suggested) for event in game.record.events)
    assert (game.outcome.winner, asked) == compiled(table, mini, rules, seed)


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
