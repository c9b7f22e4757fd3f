"""Imagined worlds: deals that fit, weighed by what the others asked, with a policy for every seat."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sleuth.agents.policy import POLICIES, Keep, Policy
from sleuth.agents.proposal import propose
from sleuth.agents.situation import Situation
from sleuth.kernels import playout, playout_worlds

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]

LONG = 40
"""Questions after which a game is long: so that each decision still takes its time and no more, its worlds
are stirred less."""
PLAIN = POLICIES["heuristic"]
MINE = PLAIN.but(keep=Keep.ALL | Keep.TRUST)
"""How I play on in an imagined world, if I learn nothing or something from what the others ask."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """What I think of the others: the types they may be of, and how often anyone does not act like it."""

    types: tuple[Policy, ...] = (
        POLICIES["heuristic"],
        POLICIES["heuristic-paper"],
        POLICIES["random-notes"],
        POLICIES["random-paper"],
        POLICIES["bluffer"],
        POLICIES["random-bluffer"],
        POLICIES["stateless"],
        POLICIES["anything"],
    )
    chances: tuple[float, ...] = (0.25, 0.25, 0.12, 0.13, 0.11, 0.11, 0.01, 0.02)
    soft: float = 0.002
    hush: float = 0.02
    """How often somebody who knows the envelope keeps silent when it is time to accuse."""
    listens: bool = True
    """Whether their questions change what I think of their cards and of their type."""


DEAF = Opponents((POLICIES["heuristic"], POLICIES["heuristic-paper"]), (0.5, 0.5), listens=False)
"""Learns nothing from what the others choose to ask and to show."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """Equally likely worlds: the hands, the notes and the policy of every seat in each."""

    situation: Situation
    hands: Ints
    """(n, seats)"""
    tables: Ints
    """(n, seats, WIDTH)"""
    policies: Ints
    """(n, seats, 6)"""
    types: Floats
    """(seats, types): how likely each seat is of each type; the row of my own seat means nothing."""

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def envelopes(self) -> Ints:
        """(n,): the envelope of each world, as a mask."""
        return self.situation.envelopes(self.hands)

    def best_envelope(self) -> tuple[int, float]:
        """The envelope of the most worlds, and its share."""
        masks, counts = np.unique(self.envelopes, return_counts=True)
        return int(masks[counts.argmax()]), float(counts.max() / len(self))


def imagine(
    situation: Situation,
    opponents: Opponents,
    rng: np.random.Generator,
    *,
    n: int,
    draws: int = 512,
    steps: int = 24,
    hands: Ints | None = None,
    mine: Policy | None = None,
) -> Worlds:
    """So many worlds: exact draws, weighed by the others' questions, resampled and stirred some steps each.

    hands: deals to take instead of draws, if nothing is to be learned from the others' questions · mine: how
    I play on in an imagined world.
    """
    if not opponents.listens:
        hands = situation.deals(n, rng) if hands is None else hands
        return _Crowd(situation, opponents, mine or PLAIN, hands, rng).cast()
    mine = mine or MINE
    hands, density = propose(situation, draws, rng)
    crowd = _Crowd(situation, opponents, mine, hands, rng)
    logs = crowd.weights - density
    chosen = _systematic(logs, n, rng)
    crowd = _Crowd(situation, opponents, mine, crowd.hands[chosen], rng)
    few = min(steps, ceil(steps * LONG / max(1, len(situation.history))))
    crowd.stir(ceil(few * (1 - _evenness(logs))))  # what is spread well already needs little stirring
    return crowd.cast()


def glance(situation: Situation, opponents: Opponents, rng: np.random.Generator, *, draws: int) -> float:
    """A rough chance of the likeliest envelope, from weighed draws alone."""
    hands, density = propose(situation, draws, rng)
    logs = _Crowd(situation, opponents, MINE, hands, rng).weights - density
    _, which = np.unique(situation.envelopes(hands), return_inverse=True)
    shares = np.bincount(which, np.exp(logs - logs.max()))
    return float(shares.max() / shares.sum())


# So many arrays in a fixed order are beyond what a type checker can follow through a star.
_weigh: Any = playout_worlds.weigh
_stir: Any = playout_worlds.stir


class _Crowd:
    """Worlds in the making: deals, the game replayed in each, and how likely that makes them."""

    def __init__(
        self,
        situation: Situation,
        opponents: Opponents,
        mine: Policy,
        hands: Ints,
        rng: np.random.Generator,
    ) -> None:
        n, seats, kinds = len(hands), situation.seats, len(opponents.types)
        self.situation, self.mine, self.hands = situation, mine, hands
        self.own = int(mine.keep & ~Keep.TRUST)
        notes = sorted({int(policy.keep or Keep.ALL) for policy in opponents.types} | {self.own})
        self.types = np.array([policy.row() for policy in opponents.types], np.int64)
        self.levels = np.array(notes, np.int64)
        self.level = np.array([notes.index(int(p.keep or Keep.ALL)) for p in opponents.types], np.int64)
        self.prior = np.tile(np.array(opponents.chances) / sum(opponents.chances), (seats, 1))
        self.soft, self.hush = (opponents.soft, opponents.hush) if opponents.listens else (1.0, 1.0)
        self.keys = rng.integers(0, 2**64, n, np.uint64)
        self.likely = np.zeros((n, seats, kinds))
        self.weights = np.zeros(n)
        self.tables = np.zeros((n, len(notes), seats, playout.WIDTH), np.int64)
        _weigh(self.tables, *self._given(), self.likely, self.weights)

    def _given(self) -> tuple[Any, ...]:
        here = self.situation
        return (
            self.levels,
            here.deck,
            self.hands,
            here.sizes,
            here.history,
            here.silent,
            here.me,
            self.types,
            self.level,
            self.prior,
            self.soft,
            self.hush,
            self.keys,
        )

    def stir(self, steps: int) -> None:
        """Walk every deal some steps through those that fit."""
        limits = self.situation.limits()
        _stir(self.tables, *self._given(), self.likely, self.weights, *limits, steps)

    def cast(self) -> Worlds:
        """Give every seat a policy."""
        here = self.situation
        tables = np.zeros((len(self.hands), here.seats, playout.WIDTH), np.int64)
        policies = np.zeros((len(self.hands), here.seats, 6), np.int64)
        mine, my_level = np.array(self.mine.row(), np.int64), list(self.levels).index(self.own)
        playout_worlds.cast(
            self.tables,
            here.deck,
            here.sizes,
            self.likely,
            self.prior,
            self.types,
            self.level,
            here.history,
            self.hands,
            here.me,
            mine,
            my_level,
            self.keys,
            tables,
            policies,
        )
        share = self.prior * np.exp(self.likely - self.likely.max(axis=2, keepdims=True))
        share /= share.sum(axis=2, keepdims=True)
        return Worlds(here, self.hands, tables, policies, share.mean(axis=0))


def _evenness(logs: Floats) -> float:
    """The effective share of weighed draws: 1 if all weigh the same, near 0 if one outweighs all others."""
    shares = np.exp(logs - logs.max())
    return float(shares.sum() ** 2 / (shares**2).sum() / len(shares))


def _systematic(logs: Floats, n: int, rng: np.random.Generator) -> Ints:
    """n indices, each as often as its weight deserves, with as little chance as possible."""
    shares = np.exp(logs - logs.max())
    ends = np.cumsum(shares / shares.sum())
    aims = (np.arange(n) + rng.random()) / n
    return np.minimum(np.searchsorted(ends, aims), len(logs) - 1).astype(np.int64)
