"""What happened, in the past tense, and the one door of secrecy: `redact`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sleuth.board import Spot
from sleuth.cards import Card, Holder, Seat

Cards: TypeAlias = tuple[Card, ...]
Die: TypeAlias = int | Literal["?"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand, or the face-down slots in their order; `cards` is None where the reader may not know."""

    holder: Holder
    cards: Cards | None


@dataclass(frozen=True, slots=True)
class Suggested:
    """A question: one card of each category, in the edition's order."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat that holds none of the cards asked for."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat that was excused from answering by a bonus card; it may hold any of the cards."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Showed:
    """The answer to a question: one card, seen by the asker only."""

    seat: Seat
    card: Card | None
    to: Seat


@dataclass(frozen=True, slots=True)
class Accused:
    """An accusation and whether it was right."""

    seat: Seat
    cards: Cards
    right: bool


@dataclass(frozen=True, slots=True)
class Revealed:
    """A card shown outside a question: to one seat, or to all where `to` is None."""

    seat: Seat
    card: Card | None
    to: Seat | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """The envelope, opened for all because nobody solved the case."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Lacked:
    """A seat is known not to hold these cards."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Peeked:
    """A look at a face-down slot; everyone sees which slot, only the seat sees the card."""

    seat: Seat
    slot: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice as they fell."""

    seat: Seat
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A pawn's new spot, by a roll, a secret passage or a bonus card."""

    seat: Seat
    to: Spot


@dataclass(frozen=True, slots=True)
class Drew:
    """A bonus card, read out to all."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Played:
    """A bonus card that was kept until now."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Tunnelled:
    """A secret passage added to a room by a bonus card."""

    seat: Seat
    room: str


@dataclass(frozen=True, slots=True)
class Ended:
    """A turn ended by choice; told only where it would be missed: nothing was done, or the seat goes on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Struck:
    """Entry `entry` was a mistake: it stays in the record and no longer counts."""

    entry: int


Answer: TypeAlias = Passed | Declined | Showed
Event: TypeAlias = (
    Dealt
    | Suggested
    | Answer
    | Accused
    | Revealed
    | Opened
    | Lacked
    | Peeked
    | Rolled
    | Moved
    | Drew
    | Played
    | Tunnelled
    | Ended
    | Struck
)


def redact(event: Event, seat: Seat | None) -> Event:
    """The event as `seat` sees it; None is a spectator, who sees what everyone sees."""
    match event:
        case Suggested() | Passed():  # most of a game, and said aloud
            return event
        case Dealt(holder, cards) if cards is not None and holder != seat:
            return Dealt(holder, None)
        case Showed(shower, card, to) if card is not None and seat not in (shower, to):
            return Showed(shower, None, to)
        case Revealed(shower, card, to) if card is not None and to is not None and seat not in (shower, to):
            return Revealed(shower, None, to)
        case Peeked(looker, slot, card) if card is not None and seat != looker:
            return Peeked(looker, slot, None)
        case _:
            return event
