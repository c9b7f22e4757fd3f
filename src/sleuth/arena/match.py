"""One game between agents, refereed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from sleuth.agents.base import Agent
from sleuth.agents.stream import Stream
from sleuth.edition import Edition
from sleuth.errors import SleuthError
from sleuth.game import Game
from sleuth.houserules import HouseRules
from sleuth.language import N_
from sleuth.record import Record

NAMES = ("Anna", "Ben", "Cleo", "David", "Emma", "Finn", "Greta", "Hugo", "Ida", "Jonas")
"""Players' names when nobody gives any; the first letters all differ."""
LONGEST = 10_000
"""Choices after which a game is given up: more than a hundred times as many as most games have."""


class Endless(SleuthError):
    """A game in which nobody wins."""

    code = "game/endless"

    def __init__(self, sentence: str, /, game: Game, **values: object) -> None:
        super().__init__(sentence, **values)
        self.game = game
        """As it stood when it was given up."""


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
    """Every state of a complete game, played as they are asked for; Endless if it does not end."""
    rng = Random(seed)
    game = Game.new(edition, players or NAMES[: len(agents)], rng, rules=rules)
    # Each seat gets its own stream, so that one agent's appetite for chance does not change another's.
    streams = [Stream(rng.getrandbits(64)) for _ in agents]
    yield game
    for _ in range(LONGEST):
        seat = game.scene.actor
        game = game.apply(agents[seat].choose(game.view(seat), streams[seat]), rng)
        yield game
        if game.outcome is not None:
            return
    raise Endless(
        N_("Nobody has won after {n} choices, so this game is given up; perhaps its rules let nobody win."),
        game,
        n=LONGEST,
    )
