"""Rollout: try questions in imagined worlds, play each to its end, and try the good ones more often."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from math import ceil, log2
from time import perf_counter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sleuth.agents.situation import Situation
from sleuth.agents.worlds import Worlds
from sleuth.cards import CardSet
from sleuth.inference.advise_accuse import share_error
from sleuth.kernels import playout_search

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
Found = TypeVar("Found")

ENDLESS = 400
"""Questions after which an imagined game is given up."""


@dataclass(frozen=True, slots=True)
class Rollout:
    """What a search found about each action: its value, the standard error, and how often it was tried."""

    actions: Ints
    """(actions,): questions as masks."""
    values: Floats
    errors: Floats
    visits: Ints
    units: int
    """Questions asked in all imagined games."""

    @property
    def best(self) -> int:
        """The index of the best of the actions tried most."""
        most = self.visits == self.visits.max()
        return int(np.where(most, self.values, -1.0).argmax())


def halving(
    worlds: Worlds,
    actions: Ints,
    rng: np.random.Generator,
    *,
    simulations: int,
    threads: int = 1,
) -> Rollout:
    """Sequential halving: every round tries the actions left equally often and drops the worse half."""
    wins, visits, units = np.zeros(len(actions)), np.zeros(len(actions), np.int64), 0
    left = np.arange(len(actions))
    rounds = max(1, ceil(log2(len(actions))))
    for _ in range(rounds):
        tries = max(1, simulations // (rounds * len(left)))
        gained = np.zeros(len(left))
        units += _try(worlds, actions[left], tries, ENDLESS, 1.0, rng, gained, threads)
        wins[left] += gained
        visits[left] += tries
        promise = _promise(worlds.situation.deck, actions[left], wins[left], visits[left])
        order = np.argsort(-promise, kind="stable")
        left = left[np.sort(order[: (len(left) + 1) // 2])]
        if len(left) == 1:
            break
    return tallied(worlds, actions, wins, visits, units)


DRAWN = 12
"""So many tries of an action weigh as much as what its cards did in other actions."""


def distinct(situation: Situation, actions: Ints, rng: np.random.Generator) -> Ints:
    """One of the questions of every sort: cards of which nothing distinguishable is known are alike."""
    sort = _sorts(situation)
    sorts = {}
    for action in rng.permutation(actions).tolist():
        sorts[tuple(sort[card] for card in CardSet(action))] = action
    return np.array(sorted(sorts.values()), np.int64)


def _sorts(situation: Situation) -> list[tuple[int, ...]]:
    """What each card is like: its category, whether I see it, where else it may be, and its past."""
    rows, dealt = situation.history.tolist(), int(np.bitwise_or.reduce(situation.deck))
    found: list[tuple[int, ...]] = []
    for card, category in enumerate(situation.problem.category):
        bit = 1 << card
        asked = sum(1 << i for i, row in enumerate(rows) if row[1] & bit)
        shown = sum(1 << i for i, row in enumerate(rows) if row[3] & bit)
        where = sum(1 << place for place, cards in enumerate(situation.problem.allowed) if cards & bit)
        accused = sum(1 << i for i, cards in enumerate(situation.problem.excluded) if cards & bit)
        found.append((category, _sight(situation.hand, dealt, bit), where, asked, shown, accused))
    return found


def _sight(hand: int, dealt: int, bit: int) -> int:
    """2 for a card that lies face up, 1 for one of my own, 0 for any other."""
    return 2 if not dealt & bit else int(bool(hand & bit))


def _promise(deck: Ints, actions: Ints, wins: Floats, visits: Ints) -> Floats:
    """The value of each action, drawn towards what its cards are worth on average: few tries say little."""
    means = wins / visits
    total, guess = means.mean(), np.zeros(len(actions))
    for cards in deck:
        _, which = np.unique(actions & cards, return_inverse=True)
        guess += (np.bincount(which, means) / np.bincount(which))[which] - total
    return np.asarray((wins + DRAWN * (total + guess)) / (visits + DRAWN))


def uniform(
    worlds: Worlds,
    actions: Ints,
    rng: np.random.Generator,
    *,
    tries: int,
    horizon: int,
    beta: float = 1.0,
    threads: int = 1,
) -> Rollout:
    """The paper's allocation: every action is tried equally often."""
    values = np.zeros(len(actions))
    units = _try(worlds, actions, tries, horizon, beta, rng, values, threads)
    return tallied(worlds, actions, values, np.full(len(actions), tries, np.int64), units)


def tallied(worlds: Worlds, actions: Ints, sums: Floats, visits: Ints, units: int) -> Rollout:
    """What tries of actions say: the values, and how far chance may have moved them."""
    values = sums / np.maximum(visits, 1)
    apart = np.clip(visits, 1, worlds.independent)  # a world tried again says little more than the first time
    return Rollout(actions, values, share_error(values * apart, np.asarray(apart, float)), visits, units)


def affordable(
    worlds: Worlds, actions: Ints, rng: np.random.Generator, *, seconds: float, threads: int = 1
) -> int:
    """How many simulations fit into this time: trials grow until one tells how many fit into the rest."""
    trial = partial(halving, worlds, actions, rng, threads=threads)
    trial(simulations=1)  # whatever must be loaded is loaded now
    started, took, games = perf_counter(), 0.0, TRIAL
    while took < TELLING * seconds:
        games, before = 4 * games, perf_counter()
        trial(simulations=games)
        took = perf_counter() - before
    return max(1, round(games * (seconds - perf_counter() + started) / took))


TRIAL = 250
"""Simulations of a trial, times four every time."""
TELLING = 0.1
"""The part of the time that a trial must take so that its speed tells something."""


def _try(
    worlds: Worlds,
    actions: Ints,
    tries: int,
    horizon: int,
    beta: float,
    rng: np.random.Generator,
    values: Floats,
    threads: int = 1,
) -> int:
    """Try every action in the same worlds, with new random numbers each time round."""
    units, n = 0, len(worlds)
    first = int(rng.integers(n)) if tries < n else 0
    while tries > 0:
        last = min(n, first + tries)
        keys = rng.integers(0, 2**64, n, np.uint64)
        tried = partial(_evaluate, worlds, keys, actions, horizon, beta)
        for gained, asked in in_parts(tried, first, last, threads):
            values += gained
            units += asked
        tries -= last - first
        first = 0 if last == n else last
    return units


def in_parts(work: Callable[[int, int], Found], first: int, last: int, threads: int) -> Iterable[Found]:
    """What some work finds in each part of a range, in order; the parts are shared by threads."""
    if threads == 1:
        return [work(first, last)]
    cuts = np.linspace(first, last, threads + 1).astype(int).tolist()
    return _pool().map(work, cuts[:-1], cuts[1:])


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor()


def _evaluate(
    worlds: Worlds, keys: Words, actions: Ints, horizon: int, beta: float, first: int, last: int
) -> tuple[Floats, int]:
    """What each action gained in some of the worlds, and the questions asked there."""
    here, values = worlds.situation, np.zeros(len(actions))
    asked = here.showable(actions)
    units = playout_search.evaluate(
        worlds.stage, keys, here.me, here.out, asked, first, last, horizon, beta, values
    )
    return values, units


def show_values(worlds: Worlds, cards: Ints, asker: int, rng: np.random.Generator, *, tries: int) -> Floats:
    """The share of imagined games that I win after showing each of these cards to whoever asked."""
    values, rounds = np.zeros(len(cards)), max(1, round(tries / len(worlds)))
    here = worlds.situation
    for _ in range(rounds):
        keys = rng.integers(0, 2**64, len(worlds), np.uint64)
        playout_search.evaluate_shows(worlds.stage, keys, here.me, asker, here.out, cards, ENDLESS, values)
    return values / (rounds * len(worlds))


def wait_value(worlds: Worlds, rng: np.random.Generator) -> float:
    """The share of worlds that I win if I do not accuse before my notes there prove the case."""
    # Ending a turn is like showing nothing to myself: if I still know too little then, the next seat asks.
    nothing = np.zeros(1, np.int64)
    return float(show_values(worlds, nothing, worlds.situation.me, rng, tries=len(worlds))[0])
