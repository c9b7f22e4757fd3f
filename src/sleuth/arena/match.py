"""One game between agents, refereed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from sleuth.agents.base import Agent
from sleuth.agents.stream import Stream
from sleuth.edition import Edition
from sleuth.game import Game
from sleuth.houserules import HouseRules
from sleuth.record import Record

NAMES = ("Anna", "Ben", "Cleo", "David", "Emma", "Finn", "Greta", "Hugo", "Ida", "Jonas")
"""Players' names when nobody gives any; the first letters all differ."""


def play(
    agents: Sequence[Agent],
    edition: Edition,
    *,
    seed: int,
    players: Sequence[str] = (),
    rules: HouseRules | None = None,
) -> Record:
    """A complete game between these agents, the same for the same seed."""
    return play_game(agents, edition, seed=seed, players=players, rules=rules).record


def play_game(
    agents: Sequence[Agent],
    edition: Edition,
    *,
    seed: int,
    players: Sequence[str] = (),
    rules: HouseRules | None = None,
    watch: Callable[[Game], None] = lambda game: None,
) -> Game:
    """The final state of a complete game; `watch` is shown every state on the way."""
    for game in states(agents, edition, seed=seed, players=players, rules=rules):
        watch(game)
    return game


def states(
    agents: Sequence[Agent],
    edition: Edition,
    *,
    seed: int,
    players: Sequence[str] = (),
    rules: HouseRules | None = None,
) -> Iterator[Game]:
    """Every state of a complete game, played as they are asked for."""
    rng = Random(seed)
    game = Game.new(edition, players or NAMES[: len(agents)], rng, rules=rules)
    # Each seat gets its own stream, so that one agent's appetite for chance does not change another's.
    streams = [Stream(rng.getrandbits(64)) for _ in agents]
    yield game
    while game.outcome is None:
        seat = game.scene.actor
        game = game.apply(agents[seat].choose(game.view(seat), streams[seat]), rng)
        yield game
