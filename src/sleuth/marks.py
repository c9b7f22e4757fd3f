"""What pencil and paper find: marks on a notepad, carried on until nothing new follows.

This is what a careful player does by hand, not all that can be proved: `sleuth.infer` is complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sleuth.cards import Card, Place, Seat
from sleuth.events import Dealt, Declined, Event, Lacked, Opened, Passed, Peeked, Revealed, Showed, Suggested
from sleuth.setup import Setup
from sleuth.view import View


@dataclass(slots=True)
class Marks:
    """For every place: the cards it has, the cards it lacks, and the sets of which it has at least one."""

    setup: Setup
    places: tuple[Seat | Place, ...]
    size: dict[Seat | Place, int]
    has: dict[Seat | Place, int]
    lacks: dict[Seat | Place, int]
    clauses: list[tuple[Seat | Place, int]] = field(default_factory=list)

    @classmethod
    def of(cls, view: View) -> Marks:
        """The marks that follow from everything the view contains."""
        marks = cls.blank(view.record.setup)
        if view.hand is not None and view.seat is not None:
            marks.has[view.seat] |= view.hand.mask
        for entry in view.record.standing:
            marks.note(entry.events)
        marks.settle()
        return marks

    @classmethod
    def blank(cls, setup: Setup) -> Marks:
        """An empty notepad: only the cards lying open are marked."""
        places = setup.places
        size: dict[Seat | Place, int] = dict(enumerate(setup.hands))
        size |= {Place.ENVELOPE: len(setup.edition.categories)}
        size |= {Place.TABLE: len(setup.table), Place.HIDDEN: setup.hidden}
        marks = cls(setup, places, size, dict.fromkeys(places, 0), dict.fromkeys(places, 0))
        if setup.table:
            marks.has[Place.TABLE] = _mask(setup.table)
        return marks

    @property
    def solution(self) -> tuple[Card, ...] | None:
        """The envelope's cards, once all are marked."""
        cards = tuple(_bits(self.has[Place.ENVELOPE]))
        return cards if len(cards) == len(self.setup.edition.categories) else None

    def holder(self, card: Card) -> Seat | Place | None:
        """Where a card is marked to be."""
        return next((place for place in self.places if self.has[place] >> card & 1), None)

    def note(self, events: tuple[Event, ...]) -> None:
        """Mark what one entry says outright."""
        asked = 0
        for event in events:
            match event:
                case Suggested(_, cards):
                    asked = _mask(cards)
                case Passed(seat):
                    self.lacks[seat] |= asked
                case Showed(seat, None):
                    self.clauses.append((seat, asked))
                case Showed(seat, card) | Revealed(seat, card) if card is not None:
                    self.has[seat] |= 1 << card
                case Dealt(holder, cards) if cards is not None:
                    self.has[holder] |= _mask(cards)
                case Opened(cards):
                    self.has[Place.ENVELOPE] |= _mask(cards)
                case Lacked(seat, cards):
                    self.lacks[seat] |= _mask(cards)
                case Peeked(_, _, card) if card is not None:
                    self.has[Place.HIDDEN] |= 1 << card
                case Declined() | _:
                    pass

    def settle(self) -> None:
        """Carry the marks on until nothing new follows."""
        before = -1
        while before != (before := self._ink()):
            for place in self.places:
                self._fill(place)
            for category in range(len(self.setup.edition.categories)):
                self._narrow(category)
            self._resolve_clauses()
            self._place_last()

    def _ink(self) -> int:
        return sum(mask.bit_count() for side in (self.has, self.lacks) for mask in side.values())

    def _fill(self, place: Seat | Place) -> None:
        """A card here is nowhere else; a full place lacks the rest; one with just enough left has it all."""
        everything = (1 << len(self.setup.edition.cards)) - 1
        for other in self.places:
            if other != place:
                self.lacks[other] |= self.has[place]
        if self.has[place].bit_count() == self.size[place]:
            self.lacks[place] |= everything & ~self.has[place]
        elif (everything & ~self.lacks[place]).bit_count() == self.size[place]:
            self.has[place] |= everything & ~self.lacks[place]

    def _narrow(self, category: int) -> None:
        """The envelope has exactly one card of each category."""
        cards = _mask(self.setup.edition.cards_of(category))
        inside = self.has[Place.ENVELOPE] & cards
        left = cards & ~self.lacks[Place.ENVELOPE]
        if inside:
            self.lacks[Place.ENVELOPE] |= cards & ~inside
        elif left.bit_count() == 1:
            self.has[Place.ENVELOPE] |= left

    def _resolve_clauses(self) -> None:
        """A set with one candidate left is settled; one that is met says nothing more."""
        open_clauses = []
        for place, cards in self.clauses:
            left = cards & ~self.lacks[place]
            if self.has[place] & left:
                continue
            if left.bit_count() == 1:
                self.has[place] |= left
            else:
                open_clauses.append((place, left))
        self.clauses = open_clauses

    def _place_last(self) -> None:
        """A card that all places but one lack is there."""
        for card in range(len(self.setup.edition.cards)):
            left = [place for place in self.places if not self.lacks[place] >> card & 1]
            if len(left) == 1:
                self.has[left[0]] |= 1 << card


def _mask(cards: tuple[Card, ...] | range) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _bits(mask: int) -> Iterator[Card]:
    return (card for card in range(mask.bit_length()) if mask >> card & 1)
