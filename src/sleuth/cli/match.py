"""A game as the options of `sleuth play` ask for it: who plays whom, by which rules, from which seed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.agents.base import Agent
from sleuth.agents.registry import LEVELS
from sleuth.agents.registry import agent as agent_called
from sleuth.agents.settings import split
from sleuth.arena.match import NAMES, states
from sleuth.arena.winnable import PERSON, check_winnable
from sleuth.cards import Seat
from sleuth.cli.errors import BadUsage
from sleuth.edition import Edition
from sleuth.game import Game
from sleuth.houserules import HouseRules, rule_words
from sleuth.language import N_
from sleuth.words import forms, resolve

AGENT = "casual"
"""Who plays when nobody says, and no person takes part."""
OPPONENT = LEVELS[len(LEVELS) // 2].name
"""Against whom a person plays who names no opponent: the level in the middle."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be played: everything that decides its course."""

    edition: Edition
    names: tuple[str, ...]
    agents: tuple[str, ...]
    """How each seat plays; nothing is said of a person's."""
    rules: HouseRules
    seed: int
    me: Seat | None = None
    """The seat of the person, if one plays."""

    def players(self, person: Agent | None = None) -> list[Agent]:
        """A fresh agent for each seat but the person's."""
        return [person if person and not name else agent_called(name) for name in self.agents]

    def states(self, person: Agent | None = None) -> Iterator[Game]:
        """Every state of the game, played as they are asked for."""
        players = self.players(person)
        return states(players, self.edition, seed=self.seed, players=self.names, rules=self.rules)


def prepare(
    edition: Edition,
    players: int | None,
    names: str,
    agents: Sequence[str],
    rules: str,
    seed: int | None,
    me: str = "",
) -> Match:
    """What the options ask for, checked."""
    who = tuple(names.replace(",", " ").split())
    if players is not None and who and players != len(who):
        raise BadUsage(N_("{n} players have {names} names."), n=players, names=len(who))
    usual = len(who) or min(max(4, edition.players[0]), edition.players[-1])
    n = usual if players is None else players
    house = edition.rules_for(n).with_words(rule_words(rules))
    edition.sizes(n, house)  # says at once if that many cannot play
    seat, who = _seated(me, who or seat_names(n), given=bool(who)) if me else (None, who or seat_names(n))
    seed, playing = secrets.randbelow(10**6) if seed is None else seed, _one_each(agents, n, seat)
    check_winnable(edition, house, playing, n)
    return Match(edition, who, playing, house, seed, seat)


def seat_names(n: int) -> tuple[str, ...]:
    """Names for players who gave none."""
    return tuple(NAMES[:n]) + tuple(f"P{seat}" for seat in range(len(NAMES) + 1, n + 1))


def _seated(me: str, names: tuple[str, ...], *, given: bool) -> tuple[Seat, tuple[str, ...]]:
    """The person's seat, and everybody's names; whoever is not expected takes the first seat."""
    if given:
        return names.index(resolve(me, dict.fromkeys(names, ()))), names
    same = [seat for seat, name in enumerate(names) if not forms(me).isdisjoint(forms(name))]
    return (same[0], names) if same else (0, (me, *names[1:]))


def _one_each(agents: Sequence[str], n: int, me: Seat | None) -> tuple[str, ...]:
    """How each seat plays: one name for all, or one for each; a person needs none."""
    words = tuple(word for text in agents for word in split(text))
    words = words or (AGENT if me is None else OPPONENT,)
    others = n if me is None else n - 1
    if len(words) not in (1, others):
        raise BadUsage(
            N_("{agents} agents for {n} players: name one for all, or one for each."),
            agents=len(words),
            n=others,
        )
    each = words * others if len(words) == 1 else words
    return each if me is None else (*each[:me], PERSON, *each[me:])
