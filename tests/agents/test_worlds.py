"""Imagined worlds against their slow, obvious twin: random games, forced to look like the real one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from sleuth.agents.detective import Effort
from sleuth.agents.policy import POLICIES
from sleuth.agents.simple import PolicyAgent
from sleuth.agents.situation import Situation
from sleuth.agents.worlds import Opponents, imagine, others_of
from sleuth.arena.match import states
from sleuth.arena.swift import boardless
from sleuth.edition import Edition
from sleuth.kernels import playout
from sleuth.kernels.playout_turns import NOTES, Playout, ask, no_odds, suggestion
from sleuth.kernels.playout_worlds import Others, at_least, score
from sleuth.scene import Phase

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MINI = Edition.load("mini")
PAIR = (POLICIES["heuristic"], POLICIES["random-bluffer"])
OPPONENTS = Opponents(PAIR, (0.6, 0.4), alike=0.3, soft=1e-9, hush=1e-9)
TRIES = 32


def situation_at(turn: int, seed: int) -> Situation:
    """What the last of three seats knows when it is to ask for the `turn`-th time."""
    agents = [PolicyAgent(policy) for policy in (*PAIR, POLICIES["heuristic"])]
    for game in states(agents, MINI, seed=seed, rules=boardless(MINI, 3)):
        if game.scene.phase is Phase.START and game.scene.actor == 2:
            turn -= 1
            if turn == 0:
                return Situation.of(game.view(2))
    raise AssertionError("the game was shorter")


def luck(here: Situation, hands: Ints, rng: np.random.Generator) -> float:
    """How lucky a game from this deal, between players drawn at random, would be to look to me as it did."""
    kinds = rng.choice(len(PAIR), here.seats, p=OPPONENTS.chances)
    kinds = np.full(here.seats, kinds[0]) if rng.random() < OPPONENTS.alike else kinds
    policy = np.array([PAIR[kind].row() for kind in kinds], np.int64)
    streams = rng.integers(0, 2**64, here.seats, np.uint64)
    table = np.zeros((here.seats, playout.WIDTH), np.int64)
    playout.begin(table, here.deck, hands)
    game = Playout(here.deck, hands, here.sizes, policy, table, streams, no_odds())
    chance = 1.0
    for (asker, cards, shower, card), silent in zip(here.history.tolist(), here.silent, strict=True):
        notes = int(policy[asker, NOTES])
        playout.settle(table, here.deck, here.sizes, notes, asker)
        if asker != here.me:  # ask again and again: how often is it this question?
            asked = [suggestion(game, asker) for _ in range(TRIES)]
            chance *= asked.count(cards) / TRIES
        seen = ask(game, asker, cards, 1)
        playout.settle(table, here.deck, here.sizes, notes, asker)
        knows = asker != here.me and playout.solved(table, here.deck, here.seats, asker)
        if chance == 0 or seen[0] != shower or card not in (0, seen[1]) or (knows and silent):
            return 0.0
    return chance


@cache
def twin(seed: int, games: int = 6_000) -> dict[int, float]:
    """The chance of each envelope, from games that begin with any deal."""
    here, rng = situation_at(2, seed), np.random.default_rng(seed)
    hidden = [1 << card for card in range(9) if not here.hand >> card & 1]
    found = dict[int, float]()
    while games:
        cards = rng.permutation(hidden)
        hands = np.array([cards[:2].sum(), cards[2:4].sum(), here.hand], np.int64)
        envelope = int(cards[4:].sum())
        if all((envelope & int(kind)).bit_count() == 1 for kind in here.deck):
            found[envelope] = found.get(envelope, 0.0) + luck(here, hands, rng)
            games -= 1
    return {envelope: chance / sum(found.values()) for envelope, chance in found.items()}


@pytest.mark.parametrize(("draws", "steps"), [(8_000, 0), (8_000, 16), (1_500, 0)])
@pytest.mark.parametrize("seed", [3, 12])
def test_worlds_are_as_frequent_as_games_that_look_the_same(seed: int, draws: int, steps: int) -> None:
    here, chances = situation_at(2, seed), twin(seed)
    worlds = imagine(here, OPPONENTS, np.random.default_rng(seed), n=4_000, draws=draws, steps=steps)
    shares = {envelope: float((worlds.envelopes == envelope).mean()) for envelope in chances}
    assert sum(shares.values()) == pytest.approx(1)
    assert sum(abs(shares[e] - chances[e]) for e in chances) / 2 < 0.05


def both(others: Others, likely: Floats, me: int) -> tuple[float, float]:
    """The bound of a score, and the score."""
    return at_least(others, likely), score(others, likely, me)


def test_the_quick_look_at_a_score_is_never_above_it() -> None:
    compiled: Any = njit(both)
    rng = np.random.default_rng(1)
    for _ in range(2_000):
        chances = rng.dirichlet(np.full(3, 0.3)) * rng.integers(0, 2, 3)
        if not chances.any():
            continue
        opponents = Opponents(
            tuple(POLICIES[name] for name in ("heuristic", "random-notes", "bluffer")),
            tuple(chances.tolist()),
            alike=float(rng.choice([0.0, 1e-9, 0.3, 1.0])),
        )
        likely = rng.normal(0, rng.choice([0.1, 10.0]), (4, 3))
        likely[rng.random(4) < 0.1, 0] = -np.inf
        likely[2] = 0.0
        low, true = compiled(others_of(opponents, POLICIES["fox"]), likely, 2)
        assert low <= true + 1e-9


def test_a_question_gets_fewer_games_at_a_larger_table() -> None:
    assert [Effort(simulations=1600).at(seats).simulations for seats in (2, 3, 6)] == [1600, 1600, 200]
    assert Effort(simulations=1600).at(3, board=True).simulations == 533
    assert Effort(worlds=64, shows=400, glance=80).at(6) == replace(
        Effort().at(6), worlds=64, shows=100, glance=20
    )
    least = Effort(simulations=1, shows=1, glance=1)
    assert least.at(10, board=True) == least


def test_many_more_games_are_played_in_more_worlds_up_to_a_limit() -> None:
    usual = Effort(worlds=64, draws=96, simulations=1000)
    assert [usual.playing(games).worlds for games in (10, 1999, 2000, 9000)] == [64, 64, 128, 256]
    assert usual.playing(3000) == Effort(worlds=192, draws=288, simulations=3000)
