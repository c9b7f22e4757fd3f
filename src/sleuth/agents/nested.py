"""Two-stage rollout: in every imagined game my next question is itself found by a rollout."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sleuth.agents.search import Rollout, halving, tallied
from sleuth.agents.situation import Situation
from sleuth.agents.tree import Imagined, Seen
from sleuth.agents.worlds import DEAF, Worlds, imagine

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Stages:
    """How much is spent on each stage; the paper's way would take months a turn."""

    first: int = 24_000
    """Simulations of a plain rollout that picks the finalists."""
    finalists: int = 8
    games: int = 24
    """Imagined games for each finalist in which I think again before my next question."""
    second: int = 1_000
    """Simulations of that second thought."""


def nested(worlds: Worlds, actions: Ints, rng: np.random.Generator, stages: Stages | None = None) -> Rollout:
    """The finalists of a plain rollout, each tried in games where my next question is searched, too."""
    stages = stages or Stages()
    plain = halving(worlds, actions, rng, simulations=stages.first)
    ranked = np.lexsort((-plain.values, -plain.visits))[: stages.finalists]
    wins, units = np.zeros(len(ranked)), plain.units
    for _ in range(stages.games):
        state = rng.bit_generator.state
        for i, action in enumerate(actions[ranked]):
            rng.bit_generator.state = state  # every finalist meets the same world and the same luck
            won, asked = _think_again(worlds, int(action), actions, rng, stages.second)
            wins[i] += won
            units += asked
    visits = np.full(len(ranked), stages.games, np.int64)
    return tallied(worlds, actions[ranked], wins, visits, units)


def _think_again(
    worlds: Worlds, action: int, actions: Ints, rng: np.random.Generator, simulations: int
) -> tuple[bool, int]:
    """Whether I win an imagined game where I ask this, then search, then play on; the search's questions."""
    me, world, units = worlds.situation.me, Imagined(worlds, rng), 0
    turn, seen = world.ask(me, action)
    while world.winner < 0 and turn != me:
        turn, more = world.ask(turn, world.usual(turn))
        seen += more
    if world.winner < 0:
        later = imagine(after(worlds.situation, seen), DEAF, rng, n=64)
        found = halving(later, actions, rng, simulations=simulations)
        turn, _ = world.ask(me, int(found.actions[found.best]))
        units = found.units
    return world.finish(turn) == me, units


def after(situation: Situation, seen: Seen) -> Situation:
    """The situation once I have seen more questions answered."""
    problem, seats = situation.problem, situation.seats
    allowed, clauses = list(problem.allowed), list(problem.clauses)
    for asker, cards, shower, card in seen:
        seat = (asker + 1) % seats
        while seat not in (shower, asker):
            allowed[seat] &= ~cards
            seat = (seat + 1) % seats
        if card:
            allowed = [mask & ~card if place != shower else mask for place, mask in enumerate(allowed)]
        elif shower >= 0:
            clauses.append((shower, cards))
    history = np.concatenate([situation.history, np.array(seen, np.int64).reshape(-1, 4)])
    problem = replace(problem, allowed=tuple(allowed), clauses=tuple(clauses))
    silent = np.append(situation.silent, np.zeros(len(seen), np.int64))
    return replace(situation, history=history, silent=silent, problem=problem)
