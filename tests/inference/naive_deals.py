"""Every deal of a small table, kept if all that a reader saw could have happened in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sleuth.cards import Card, Place, Seat
from sleuth.events import Accused, Dealt, Event, Lacked, Opened, Passed, Peeked, Revealed, Showed, Suggested
from sleuth.setup import Setup
from sleuth.view import View

Deals = NDArray[np.int64]
"""(n, places): the cards in every place, as masks."""


def possible_deals(view: View) -> Deals:
    """Every deal in which a reader would have seen just this."""
    setup = view.record.setup
    own = (-1, ()) if view.hand is None or view.seat is None else (view.seat, tuple(view.hand))
    deals = every_deal(setup.edition.category, setup.hands, setup.table, setup.hidden, own)
    for entry in view.record.standing:
        asked = 0
        for event in entry.events:
            asked = _mask(event.cards) if isinstance(event, Suggested) else asked
            deals = deals[could_be_seen(event, asked, deals, setup)]
    return deals


def could_be_seen(event: Event, asked: int, deals: Deals, setup: Setup) -> Any:
    """(n,): in which deals a reader could see this event."""

    def at(place: Seat | Place) -> Deals:
        return deals[:, setup.places.index(place)]

    match event:
        case Passed(seat):
            return at(seat) & asked == 0
        case Showed(seat, None):
            return at(seat) & asked != 0
        case Showed(seat, card) | Revealed(seat, card) if card is not None:
            return at(seat) >> card & 1 == 1
        case Peeked(_, _, card) if card is not None:
            return at(Place.HIDDEN) >> card & 1 == 1
        case Dealt(holder, cards) if cards is not None:
            return at(holder) & _mask(cards) == _mask(cards)
        case Opened(cards):
            return at(Place.ENVELOPE) == _mask(cards)
        case Accused(_, cards, right):
            return (at(Place.ENVELOPE) == _mask(cards)) == right
        case Lacked(seat, cards):
            return at(seat) & _mask(cards) == 0
        case _:
            return np.ones(len(deals), np.bool_)


@lru_cache(maxsize=64)
def every_deal(
    category: tuple[int, ...],
    hands: tuple[int, ...],
    table: tuple[Card, ...],
    hidden: int,
    own: tuple[Seat, tuple[Card, ...]],
) -> Deals:
    """Every deal of these cards in which one seat has its own: the hands, the envelope, then the table."""
    seat, mine = own
    deck = [card for card in range(len(category)) if card not in table + mine]
    kinds = [[card for card in deck if category[card] == kind] for kind in range(max(category) + 1)]
    face_up = (_mask(table),) if table else ()
    rows = []
    for envelope in product(*kinds):
        rest = [card for card in deck if card not in envelope]
        sizes = [*(0 if s == seat else size for s, size in enumerate(hands)), *([hidden] if hidden else [])]
        for piles in _piles(rest, sizes):
            held = [_mask(mine) if s == seat else pile for s, pile in enumerate(piles)]
            rows.append((*held[: len(hands)], _mask(envelope), *face_up, *held[len(hands) :]))
    return np.array(rows, np.int64)


def _piles(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    for pile in combinations(cards, sizes[0]):
        left = [card for card in cards if card not in pile]
        for others in _piles(left, sizes[1:]):
            yield (_mask(pile), *others)


def _mask(cards: Sequence[Card]) -> int:
    return sum(1 << card for card in cards)
