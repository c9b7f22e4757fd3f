"""Suggestion steps a second on one core, beside the paper's 10-13 thousand computational units."""

from __future__ import annotations

import time
from random import Random
from statistics import median

import numpy as np

from sleuth.agents.policy import POLICIES
from sleuth.agents.rollout import Process, Reading
from sleuth.agents.search import uniform
from sleuth.agents.situation import Situation
from sleuth.agents.worlds import Opponents, imagine
from sleuth.arena.swift import boardless, deals, play_policies
from sleuth.edition import Edition
from sleuth.game import Game
from sleuth.inference.problem import mask_of

PAPER_UNITS = 810_000 / 17.5 / 4
"""A decision of 810,000 units in 15-20 s on four cores."""


def main() -> None:
    """Print one line a policy, and the paper's decision."""
    edition = Edition.load("classic")
    for seats in (3, 6):
        dealt = deals(edition, seats, range(4000))
        for name, policy in POLICIES.items():
            play_policies([policy] * seats, dealt)  # compile
            begin = time.process_time()
            steps = int(play_policies([policy] * seats, dealt).turns.sum())
            speed = steps / (time.process_time() - begin)
            times = speed / PAPER_UNITS
            print(
                f"{seats} seats  {name:16} {speed / 1e6:6.2f} million steps/s  {times:6.0f} times the paper"
            )
    print(f"the paper's decision: {1000 * decision(edition):.0f} ms CPU")
    print(
        f"the same with w = 3,000, two threads beside one: {shared(edition):.2f} times as fast by the clock"
    )


def decision(edition: Edition) -> float:
    """Seconds for 324 actions, w = 100, horizon 25, from the first turn of a game."""
    game = Game.new(edition, ["A", "B", "C"], Random(1), rules=boardless(edition, 3))
    rng = np.random.default_rng(1)
    actions = np.array([mask_of(cards) for cards in edition.suggestions], np.int64)
    opponents = Opponents((POLICIES["heuristic-paper"],), (1.0,), listens=False)
    best = np.inf
    for _ in range(5):
        begin = time.process_time()
        mine = POLICIES["heuristic-paper"]
        worlds = imagine(Situation.of(game.view(0)), opponents, rng, n=100, mine=mine)
        uniform(worlds, actions, rng, tries=100, horizon=25, beta=0.9)
        best = min(best, time.process_time() - begin)
    return best


def shared(edition: Edition) -> float:
    """How many times as fast two threads are: the median of pairs, measured in turn against noise."""
    view = Game.new(edition, ["A", "B", "C"], Random(1), rules=boardless(edition, 3)).view(0)
    ratios = []
    for _ in range(9):
        one, two = (_clocked(Process.of(view, Reading(w=3_000, threads=threads))) for threads in (1, 2))
        ratios.append(one / two)
    return median(ratios)


def _clocked(process: Process) -> float:
    begin = time.perf_counter()
    process.estimate(process.actions, np.random.default_rng(1))
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
