"""The detective with other searches for its questions: two stages of rollout, and trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Action, Suggest
from sleuth.agents.detective import Detective, Effort, Nerve
from sleuth.agents.nested import Stages, nested
from sleuth.agents.tree import Node, ismcts, pomcp
from sleuth.agents.worlds import Opponents, Worlds
from sleuth.cards import CardSet
from sleuth.view import View

Ints = NDArray[np.int64]
Find: TypeAlias = Callable[[Worlds, Ints, np.random.Generator], int]
"""The best of some questions, all of them masks."""

GROWTH = 8_000
"""Games imagined for a tree, which is grown in plain Python: about as many as one waits for."""


class Planner(Detective):
    """Finds its questions in another way; shows and accuses as the detective does."""

    def __init__(
        self,
        find: Find,
        opponents: Opponents | None = None,
        effort: Effort | None = None,
        nerve: Nerve | None = None,
    ) -> None:
        super().__init__(opponents, effort, nerve)
        self.find = find

    def ask(self, view: View, questions: Sequence[Action], chance: np.random.Generator) -> Suggest:
        worlds, actions = self.tried(view, questions, chance, self.effort_for(view))
        return Suggest(tuple(CardSet(self.find(worlds, actions, chance))))


def by_stages(worlds: Worlds, actions: Ints, rng: np.random.Generator, stages: Stages | None = None) -> int:
    """The question that two stages of rollout find."""
    found = nested(worlds, actions, rng, stages)
    return int(found.actions[found.best])


def by_tree(grow: Grow, worlds: Worlds, actions: Ints, rng: np.random.Generator, games: int = GROWTH) -> int:
    """The question that a tree was grown for most often."""
    return grow(worlds, actions, rng, simulations=games).best


class Grow(Protocol):
    """A search that returns its tree."""

    def __call__(
        self, worlds: Worlds, actions: Ints, rng: np.random.Generator, *, simulations: int
    ) -> Node: ...


TREES: dict[str, Grow] = {"ismcts": ismcts, "pomcp": pomcp}
PLANNERS: dict[str, Find] = {
    "nested": by_stages,
    **{name: partial(by_tree, grow) for name, grow in TREES.items()},
}
