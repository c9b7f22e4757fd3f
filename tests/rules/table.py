"""Small positions, built readably: who holds what, who stands where, and what they do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from sleuth.actions import (
    Accuse,
    Action,
    Choose,
    EndTurn,
    Move,
    Name,
    Play,
    Roll,
    Send,
    Show,
    Suggest,
    TakePassage,
)
from sleuth.board import Spot
from sleuth.cards import Card, CardSet
from sleuth.deal import Deal
from sleuth.edition import Edition
from sleuth.events import Dealt, Die
from sleuth.game import Game
from sleuth.houserules import HouseRules
from sleuth.notation import format_entry
from sleuth.scene import Phase
from sleuth.setup import Setup

A = TypeVar("A", bound=Action)

EVERYTHING = str(Path(__file__).parent / "everything.toml")
"""A user's own edition in which everything can happen."""

NAMES = ("Anna", "Ben", "Cleo", "David", "Emma", "Finn")


def words(edition: Edition, text: str) -> tuple[Card, ...]:
    """The cards named in a text, in the edition's order."""
    return tuple(sorted(edition.card(word) for word in text.split()))


def deal(
    name: str, envelope: str, *hands: str, players: int = 0, up: str = "", down: str = "", **rules: Any
) -> Game:
    """A game at its start; hands are filled up with whatever cards are left over."""
    edition = Edition.load(name)
    seats = players or len(hands)
    agreed = replace(edition.rules_for(seats), **rules)
    sizes = edition.sizes(seats, agreed)
    case, table = words(edition, envelope), words(edition, up)
    slots = tuple(edition.card(word) for word in down.split())
    held = [list(words(edition, hand)) for hand in (*hands, *[""] * (seats - len(hands)))]
    used = {*case, *table, *slots, *(card for hand in held for card in hand)}
    left = [card for card in range(len(edition.cards)) if card not in used]
    table = (*table, *(left.pop() for _ in range(sizes.table - len(table))))
    slots = (*slots, *(left.pop() for _ in range(sizes.hidden - len(slots))))
    for hand, size in zip(held, sizes.hands, strict=True):
        hand += [left.pop() for _ in range(size - len(hand))]
    assert not left, "more cards were named than dealt"
    setup = Setup.of(edition, NAMES[:seats], rules=agreed, table=table)
    return Game.of(setup, Deal(case, tuple(CardSet.of(hand) for hand in held), slots))


def at(game: Game, **spots: Spot) -> Game:
    """The game with pawns put elsewhere: by player's name, or by the pawn's."""
    pawns = list(game.scene.pawns)
    for who, spot in spots.items():
        names = [name.lower() for name in game.setup.players]
        pawn = game.setup.pawns[names.index(who)] if who in names else game.setup.edition.pawns.index(who)
        pawns[pawn] = spot
    return game.set(pawns=tuple(pawns))


@dataclass(frozen=True)
class Fixed:
    """Luck that was arranged beforehand."""

    throw: tuple[Die, ...] = ()
    drawn: str = ""
    blind: Card = -1

    def dice(self, rules: HouseRules) -> tuple[Die, ...]:
        assert len(self.throw) == rules.dice
        return self.throw

    def bonus(self, pile: Sequence[str]) -> str:
        assert self.drawn in pile
        return self.drawn

    def card(self, hand: Sequence[Card]) -> Card:
        assert self.blind in hand
        return self.blind


def do(game: Game, action: Action, *dice: Die, draws: str = "", blind: str = "") -> Game:
    """The game after a legal action, with luck arranged."""
    assert action in game.legal_actions(), f"{action} is not offered: {kinds(game)}"
    card = game.setup.edition.card(blind) if blind else -1
    return game.apply_unchecked(action, Fixed(dice, draws, card))


def roll(game: Game, *dice: Die, draws: str = "") -> Game:
    return do(game, Roll(), *dice, draws=draws)


def move(game: Game, spot: Spot) -> Game:
    return do(game, Move(spot))


def sneak(game: Game, room: str) -> Game:
    return do(game, TakePassage(room))


def ask(game: Game, cards: str) -> Game:
    return do(game, Suggest(words(game.setup.edition, cards)))


def show(game: Game, card: str) -> Game:
    return do(game, Show(game.setup.edition.card(card)))


def accuse(game: Game, cards: str) -> Game:
    return do(game, Accuse(words(game.setup.edition, cards)))


def end(game: Game) -> Game:
    return do(game, EndTurn())


def play(game: Game, card: str) -> Game:
    return do(game, Play(card))


def call(game: Game, card: str) -> Game:
    return do(game, Name(game.setup.edition.card(card)))


def pick(game: Game, name: str, blind: str = "") -> Game:
    return do(game, Choose(game.setup.seat(name)), blind=blind)


def send(game: Game, name: str, spot: Spot) -> Game:
    return do(game, Send(game.setup.seat(name), spot))


def keep(game: Game, name: str, *cards: str) -> Game:
    """The game with bonus cards that a seat has kept from earlier."""
    mine = [(game.setup.seat(name), card) for card in cards]
    pile = list(game.scene.pile)
    for card in cards:
        pile.remove(card)
    return game.set(kept=(*game.scene.kept, *mine), pile=tuple(pile))


def may(game: Game, action: Action) -> bool:
    """Whether the acting seat is offered an action."""
    return action in game.legal_actions()


def offers(game: Game, kind: type[A]) -> list[A]:
    """The actions of one kind that the acting seat is offered."""
    return [action for action in game.legal_actions() if isinstance(action, kind)]


def kinds(game: Game) -> set[str]:
    """The kinds of actions that the acting seat is offered."""
    return {type(action).__name__ for action in game.legal_actions()}


def actor(game: Game) -> str:
    return game.setup.players[game.scene.actor]


def turn(game: Game) -> str:
    return game.setup.players[game.scene.turn]


def spot(game: Game, pawn: str) -> Spot:
    """Where a pawn stands."""
    return game.scene.pawns[game.setup.edition.pawns.index(pawn)]


def told(game: Game, seat: str | None = None, *, spectator: bool = False) -> list[str]:
    """What happened since the deal, line by line, as everyone with all cards open or as one seat knows it."""
    record = game.record
    if seat or spectator:
        record = game.view(game.setup.seat(seat) if seat else None).record
    entries = (entry.events for entry in record.entries if not isinstance(entry.events[0], Dealt))
    return [format_entry(events, record.setup) for events in entries]


def done(game: Game) -> bool:
    """Whether the game is over."""
    return game.scene.phase is Phase.OVER
