"""Imagined worlds: the whole record as it would be if a possible deal were the true one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sleuth.cards import Card, Place, Seat
from sleuth.events import Dealt, Event, Peeked, Revealed, Showed, Suggested
from sleuth.inference.showing import ShowingHabit
from sleuth.record import Log, Record
from sleuth.setup import Setup
from sleuth.view import View


def imagine(view: View, deal: NDArray[np.uint8], habit: ShowingHabit, rng: np.random.Generator) -> Record:
    """The full record that this view would be a part of, if the cards lay so.

    deal (cards,): the place, as an index of `setup.places`, of every card. What this seat has not seen is
    filled in: hands from the deal, cards shown to others by the habit, face-down cards in any fitting order.
    """
    world = _World(view, deal, habit, rng)
    setup = view.record.setup
    blank = Setup(
        setup.edition, setup.players, setup.rules, setup.hands, setup.table, setup.hidden, setup.pawns
    )
    return Record(blank, Log((*world.hands(), *world.events())))


def held(setup: Setup, deal: NDArray[np.uint8], place: Seat | Place) -> tuple[Card, ...]:
    """The cards that lie in a place."""
    return tuple(np.flatnonzero(deal == setup.places.index(place)).tolist())


class _World:
    """One deal, and the choices that the seats made in it."""

    def __init__(
        self, view: View, deal: NDArray[np.uint8], habit: ShowingHabit, rng: np.random.Generator
    ) -> None:
        self.view, self.deal, self.habit, self.rng = view, deal, habit, rng
        self.setup = view.record.setup
        self.seen: dict[tuple[Seat, Seat], frozenset[Card]] = {}
        self.slots = self._slots() if self.setup.hidden else ()

    def hands(self) -> Iterator[Event]:
        """Who was dealt what."""
        for seat in self.setup.seats:
            yield Dealt(seat, held(self.setup, self.deal, seat))
        if self.slots:
            yield Dealt(Place.HIDDEN, self.slots)

    def events(self) -> Iterator[Event]:
        """The entries that stand, with nothing left out."""
        for entry in self.view.record.standing:
            asked: tuple[Card, ...] = ()
            for event in entry.events:
                if isinstance(event, Suggested):
                    asked = event.cards
                if not isinstance(event, Dealt):
                    yield self._complete(event, asked)

    def _complete(self, event: Event, asked: tuple[Card, ...]) -> Event:
        match event:
            case Showed(seat, card, to):
                card = self.show(seat, to, asked) if card is None else card
                self._remember(seat, to, card)
                return Showed(seat, card, to)
            case Revealed(seat, None, to):
                return Revealed(seat, int(self.rng.choice(held(self.setup, self.deal, seat))), to)
            case Peeked(seat, slot, None):
                return Peeked(seat, slot, self.slots[slot - 1])
            case _:
                return event

    def show(self, seat: Seat, to: Seat, asked: tuple[Card, ...]) -> Card:
        """A card that this seat may choose to show."""
        mine = frozenset(asked) & frozenset(held(self.setup, self.deal, seat))
        seen = self.seen.get((seat, to), frozenset())
        cards = sorted(mine)
        chances = np.array([self.habit(card, mine, seen) for card in cards])
        return int(self.rng.choice(cards, p=chances / chances.sum()))

    def _remember(self, seat: Seat, to: Seat, card: Card) -> None:
        self.seen[seat, to] = self.seen.get((seat, to), frozenset()) | {card}

    def _slots(self) -> tuple[Card, ...]:
        """The face-down cards: known ones in their slots, the others in any order."""
        events = [event for entry in self.view.record.standing for event in entry.events]
        known = {e.slot: e.card for e in events if isinstance(e, Peeked) and e.card is not None}
        cards = held(self.setup, self.deal, Place.HIDDEN)
        others = self.rng.permutation([card for card in cards if card not in known.values()]).tolist()
        return tuple(known[s] if s in known else int(others.pop()) for s in range(1, self.setup.hidden + 1))
