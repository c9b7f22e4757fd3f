"""What an agent is: something that chooses, given only what its seat may know."""

from __future__ import annotations

from random import Random
from typing import Protocol

from sleuth.actions import Action
from sleuth.view import View


class Agent(Protocol):
    """A player. It may keep no secrets of its own: all it needs to remember is in the view's record."""

    def choose(self, view: View, rng: Random) -> Action:
        """One of `view.menu`, the legal actions."""
