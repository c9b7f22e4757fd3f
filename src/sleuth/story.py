"""A game told turn by turn to one reader, who is only ever shown views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from sleuth.board import Spot
from sleuth.cards import Seat
from sleuth.events import Moved, Suggested
from sleuth.game import Game
from sleuth.record import Entry, Log, Record
from sleuth.scene import Phase, Scene
from sleuth.setup import Setup
from sleuth.view import View

Reader: TypeAlias = Callable[[Game], View]
"""What a reader is allowed to see of a game."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one reader was told in a turn, and what the reader may know at its end."""

    number: int | None
    """Turns are counted from 1; 0 is the deal, and None an entry of a record that does not tell its turns."""
    seat: Seat | None
    entries: tuple[Entry, ...]
    view: View


def referee(game: Game) -> View:
    """Everything, as only the one who dealt the cards may see it."""
    return View(game.record, None, None, game.scene)


def seat_of(seat: Seat | None) -> Reader:
    """What a seat sees; None is a spectator."""
    return lambda game: game.view(seat)


def turns(games: Iterable[Game], reader: Reader) -> Iterator[Turn]:
    """The turns of a game whose states are given in order."""
    events = entries = 0
    for number, (seat, game) in enumerate(_ends(games)):
        view = reader(game)
        # Only what is new is read, so that a long game costs no more a turn than a short one.
        news = Record(view.record.setup, Log(view.record.events[events:])).entries
        told = tuple(Entry(entries + entry.number, entry.events) for entry in news)
        events, entries = len(view.record.events), entries + len(told)
        if told:
            yield Turn(number, seat, told, view)


def _ends(games: Iterable[Game]) -> Iterator[tuple[Seat | None, Game]]:
    """The state at the end of the deal and of every turn, and whose turn it was."""
    seat: Seat | None = None
    before: Game | None = None
    for game in games:
        if begins_turn(before.scene if before else None, game.scene):
            yield seat, game
            seat = game.scene.turn
        before = game
    if before is not None:
        yield seat, before


def begins_turn(before: Scene | None, now: Scene) -> bool:
    """Whether a turn begins with this scene, and not only goes on."""
    if now.phase is not Phase.START or before is None:
        return now.phase is Phase.START
    same = before.turn == now.turn
    # A bonus card played at the start of a turn leads back to that start.
    back = before.phase is Phase.START or (before.phase is Phase.EFFECT and before.resume is Phase.START)
    return not (same and back)


def entry_by_entry(record: Record) -> Iterator[Turn]:
    """A record that may lack the deal, the moves or anything else, told one entry at a time."""
    told = 0
    for entry in record.entries:
        told += len(entry.events)
        yield Turn(None, None, (entry,), Record(record.setup, Log(record.events[:told])).view())


def pawn_spots(view: View) -> tuple[Spot, ...]:
    """Where each pawn of the edition stands, as far as the record tells."""
    if view.scene is not None:
        return view.scene.pawns
    setup = view.record.setup
    if setup.board is None:
        return ()
    spots = list(setup.board.starts)
    for entry in view.record.standing:
        match entry.events[0]:
            case Moved(seat, to):
                spots[setup.pawns[seat]] = to
            case Suggested() as question:
                for pawn in _called(setup, question):
                    spots[pawn] = _room(setup, question)
    return tuple(spots)


def _room(setup: Setup, question: Suggested) -> str:
    assert setup.edition.place_category is not None
    return setup.edition.cards[question.cards[setup.edition.place_category]]


def _called(setup: Setup, question: Suggested) -> list[int]:
    """The pawns that are in the room of a question once it has been asked."""
    named = [setup.edition.cards[card] for card in question.cards] if setup.rules.summons == "pawns" else []
    pawns = setup.edition.pawns
    return [setup.pawns[question.seat], *(pawns.index(card) for card in named if card in pawns)]
