"""Who sits where in which game of a contest."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sleuth.arena.tournament import Row


def blank(names: Sequence[str], game: int, seed: int) -> Row:
    """The game of this number, not yet played: each deal goes around a table that has an order of its own."""
    # Every order of six on the same cards would take 720 games a deal, and few deals say little.
    deal, turn = divmod(game, len(names))
    order = list(names)
    Random(f"order {seed} {deal}").shuffle(order)
    return Row(game, deal, seed * 1_000_003 + deal, "classic", False, (*order[turn:], *order[:turn]))
