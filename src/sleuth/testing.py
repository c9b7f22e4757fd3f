"""For whoever writes an agent: a check that it plays by the rules in every edition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from sleuth.actions import Action
from sleuth.agents.base import Agent
from sleuth.agents.stream import Stream
from sleuth.arena.match import NAMES
from sleuth.edition import Edition
from sleuth.game import Game
from sleuth.view import View

EDITIONS = ("mini", "classic", "three-investigators", "discover-the-secrets")
PATIENCE = 50_000
"""Choices; a game of random agents ends long before."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """One choice of an agent, and all that it may have depended on."""

    where: str
    view: View
    key: int
    action: Action

    def asked_again(self, agent: Agent) -> Action:
        return agent.choose(self.view, Stream(self.key))


def check_agent(agent: Agent, editions: Sequence[str] = EDITIONS, *, games: int = 2, seed: int = 0) -> None:
    """Play whole games with this agent on every seat; AssertionError says what it does wrong.

    Its choices must be legal, depend on nothing but the view and the random numbers it is given, in whatever
    order it is asked, and leave the view as it was.
    """
    for name in editions:
        edition = Edition.load(name)
        for players in sorted({edition.players[0], edition.players[-1]}):
            for game in range(games):
                _check_game(agent, edition, players, seed + game)


def _check_game(agent: Agent, edition: Edition, players: int, seed: int) -> None:
    choices = list(_choices(agent, edition, players, seed))
    Random(seed).shuffle(choices)
    for choice in choices:
        again = choice.asked_again(agent)
        assert again == choice.action, (
            f"{choice.where}: asked again with the same view and the same random numbers, the agent chose "
            f"{again} instead of {choice.action}; it must remember nothing and draw only from `rng`"
        )


def _choices(agent: Agent, edition: Edition, players: int, seed: int) -> Iterator[_Choice]:
    rng = Stream(seed)
    game = Game.new(edition, NAMES[:players], rng)
    for number in range(1, PATIENCE + 1):
        if game.outcome is not None:
            return
        where = f"{edition.name}, {players} players, seed {seed}, choice {number}"
        choice = _choose(agent, game, rng.getrandbits(64), where)
        yield choice
        game = game.apply(choice.action, rng)
    raise AssertionError(f"{edition.name}, {players} players, seed {seed}: no end after {PATIENCE} choices")


def _choose(agent: Agent, game: Game, key: int, where: str) -> _Choice:
    view = game.view(game.scene.actor)
    before = _fingerprint(view)
    action = agent.choose(view, Stream(key))
    assert _fingerprint(view) == before, f"{where}: the agent changed the view that it was shown"
    assert _is_legal(action, game), f"{where}: the agent chose {action!r}, which is not in `view.menu`"
    return _Choice(where, view, key, action)


def _is_legal(action: object, game: Game) -> bool:
    try:
        return action in game.legal_actions()
    except TypeError:  # not hashable, so no action
        return False


def _fingerprint(view: View) -> tuple[object, ...]:
    """Everything in a view that somebody could scribble on; of a long record, the newest events."""
    events = view.record.events
    newest = tuple(events[i] for i in range(max(0, len(events) - 200), len(events)))
    return view.record.setup, len(events), newest, view.seat, view.hand, view.scene, view.menu.groups
