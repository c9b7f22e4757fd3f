"""The detective with other searches for its questions: two stages of rollout, and trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Action, Suggest
from sleuth.agents.detective import Detective
from sleuth.agents.nested import nested
from sleuth.agents.tree import Node, ismcts, pomcp
from sleuth.agents.worlds import Worlds
from sleuth.cards import CardSet
from sleuth.view import View

Ints = NDArray[np.int64]
Find: TypeAlias = Callable[[Worlds, Ints, np.random.Generator], int]
"""The best of some questions, all of them masks."""

GROWTH = 2_000
"""Games imagined for a tree; trees are grown in plain Python."""


class Planner(Detective):
    """Finds its questions in another way; shows and accuses as the detective does."""

    def __init__(self, find: Find) -> None:
        super().__init__()
        self.find = find

    def ask(self, view: View, questions: Sequence[Action], chance: np.random.Generator) -> Suggest:
        worlds, actions = self.tried(view, questions, chance)
        return Suggest(tuple(CardSet(self.find(worlds, actions, chance))))


def _by_stages(worlds: Worlds, actions: Ints, rng: np.random.Generator) -> int:
    found = nested(worlds, actions, rng)
    return int(found.actions[found.best])


def _by_tree(grow: Callable[..., Node]) -> Find:
    return lambda worlds, actions, rng: grow(worlds, actions, rng, simulations=GROWTH).best


PLANNERS: dict[str, Find] = {"nested": _by_stages, "ismcts": _by_tree(ismcts), "pomcp": _by_tree(pomcp)}
