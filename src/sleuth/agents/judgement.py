"""The detective's judgement: how often each of the best questions would win the game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sleuth.actions import Suggest
from sleuth.agents.detective import Detective, Effort
from sleuth.agents.situation import check_imaginable
from sleuth.cards import CardSet
from sleuth.inference.advise import Rooms, reachable
from sleuth.inference.notebook import infer
from sleuth.view import View


@dataclass(frozen=True, slots=True)
class Judged:
    """A question, the share of imagined games won after it, its standard error, and the number of games."""

    action: Suggest
    wins: float
    error: float
    games: int


def judge(
    view: View, rooms: Rooms | None = None, *, effort: Effort | None = None, seed: int = 0
) -> list[Judged]:
    """The questions that were tried most, the best first; alike ones are represented by one of them.

    `rooms` limits them to these rooms. Who asks gets the whole effort, however many sit at the table.
    """
    infer(view, engine="compiled")  # complains about entries that cannot all be true
    check_imaginable(view)
    questions = [Suggest(cards) for cards in reachable(view, rooms)]
    if not questions:
        return []
    found = Detective(effort=effort or Effort()).search(view, questions, np.random.default_rng(seed))
    order = np.lexsort((-found.values, -found.visits))
    return [
        Judged(
            Suggest(tuple(CardSet(int(found.actions[i])))),
            float(found.values[i]),
            float(found.errors[i]),
            int(found.visits[i]),
        )
        for i in order
    ]
