"""An independent model counter: what a reader saw, written down as a sentential decision diagram by PySDD."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from pysdd.sdd import SddManager, Vtree

from sleuth.cards import Card, Place, Seat
from sleuth.events import Accused, Dealt, Event, Lacked, Passed, Peeked, Revealed, Showed, Suggested
from sleuth.setup import Setup
from sleuth.view import View


def count_with_pysdd(view: View) -> int:
    """How many deals fit the view."""
    return _Diagram(view.record.setup).count(view)


class _Diagram:
    """A variable for every card in every place, card by card."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.places = setup, setup.places
        self.cards = range(len(setup.edition.cards))
        variables = len(self.cards) * len(self.places)
        vtree = Vtree(var_count=variables, var_order=list(range(1, variables + 1)), vtree_type="right")
        self.manager = SddManager.from_vtree(vtree)

    def count(self, view: View) -> int:
        # What was seen comes first: it settles many variables before the sizes multiply the cases.
        known: Any = self.manager.true()
        for fact in [*self.seen(view), *map(self.one_place, self.cards), *self.one_of_each_kind()]:
            known = known & fact
        for place in self.places:
            known = known & self.exactly([self.at(card, place) for card in self.cards], self.size(place))
        return int(known.global_model_count())

    def at(self, card: Card, place: Seat | Place) -> Any:
        return self.manager.literal(card * len(self.places) + self.places.index(place) + 1)

    def one_place(self, card: Card) -> Any:
        return self.exactly([self.at(card, place) for place in self.places], 1)

    def one_of_each_kind(self) -> Iterable[Any]:
        edition = self.setup.edition
        for kind in range(len(edition.categories)):
            yield self.exactly([self.at(card, Place.ENVELOPE) for card in edition.cards_of(kind)], 1)

    def size(self, place: Seat | Place) -> int:
        match place:
            case Place.ENVELOPE:
                return len(self.setup.edition.categories)
            case Place.TABLE:
                return len(self.setup.table)
            case Place.HIDDEN:
                return self.setup.hidden
            case seat:
                return self.setup.hands[seat]

    def exactly(self, literals: Sequence[Any], n: int) -> Any:
        """Just n of these are true."""
        rows = [self.manager.true()] + [self.manager.false()] * n
        for literal in reversed(literals):
            rows = [
                (literal & rows[k - 1] if k else self.manager.false()) | (~literal & rows[k])
                for k in range(n + 1)
            ]
        return rows[n]

    def seen(self, view: View) -> Iterable[Any]:
        setup = self.setup
        yield from (self.at(card, Place.TABLE) for card in setup.table)
        if setup.hand is not None and setup.me is not None:
            yield from (self.at(card, setup.me) for card in setup.hand)
        for entry in view.record.standing:
            asked: tuple[Card, ...] = ()
            for event in entry.events:
                asked = event.cards if isinstance(event, Suggested) else asked
                yield from self.said(event, asked)

    def said(self, event: Event, asked: tuple[Card, ...]) -> Iterable[Any]:
        match event:
            case Passed(seat) | Lacked(seat):
                cards = event.cards if isinstance(event, Lacked) else asked
                yield from (~self.at(card, seat) for card in cards)
            case Showed(seat, None):
                yield reduce(or_, [self.at(card, seat) for card in asked])
            case Showed(seat, card) | Revealed(seat, card) if card is not None:
                yield self.at(card, seat)
            case Peeked(_, _, card) if card is not None:
                yield self.at(card, Place.HIDDEN)
            case Dealt(holder, cards) if cards is not None:
                yield from (self.at(card, holder) for card in cards)
            case Accused(_, cards, right):
                named = reduce(and_, [self.at(card, Place.ENVELOPE) for card in cards])
                yield named if right else ~named
