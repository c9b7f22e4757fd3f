"""How people choose which card to show: what the card I was shown says about the rest of the hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from sleuth.cards import Card, Seat
from sleuth.events import Event, Revealed, Showed, Suggested
from sleuth.inference.problem import Factor
from sleuth.view import View

SELDOM = 1e-6
"""The least chance that any habit leaves to a card that could have been shown."""


class ShowingHabit(Protocol):
    """The chance that a seat which could show `held` shows `card`, to someone it has shown `seen` before."""

    def __call__(self, card: Card, held: frozenset[Card], seen: frozenset[Card]) -> float: ...


def uniformly(card: Card, held: frozenset[Card], seen: frozenset[Card]) -> float:  # noqa: ARG001 - a habit
    """Any of the cards with the same chance."""
    return 1 / len(held)


def seen_first(card: Card, held: frozenset[Card], seen: frozenset[Card]) -> float:
    """A card that the asker has already seen, if there is one; otherwise any."""
    again = held & seen
    if not again:
        return 1 / len(held)
    return 1 / len(again) if card in again else 0.0


def mostly(habit: ShowingHabit, share: float = 0.9) -> ShowingHabit:
    """A habit that is kept as often as `share`; otherwise any card is shown, so nothing is impossible."""

    def kept(card: Card, held: frozenset[Card], seen: frozenset[Card]) -> float:
        return share * habit(card, held, seen) + (1 - share) * uniformly(card, held, seen)

    return kept


def factors(view: View, habit: ShowingHabit) -> tuple[Factor, ...]:
    """For each card shown to this seat, how likely each hand would have shown it."""
    return tuple(factors_of((entry.events for entry in view.record.standing), view.seat, habit))


def factors_of(entries: Iterable[Sequence[Event]], me: Seat | None, habit: ShowingHabit) -> Iterator[Factor]:
    """The same for entries that are not part of a record."""
    seen: dict[Seat, frozenset[Card]] = {}
    for events in entries:
        asked: tuple[Card, ...] = ()
        for event in events:
            match event:
                case Suggested(_, cards):
                    asked = cards
                case Showed(seat, card, to) if card is not None and to == me:
                    before = seen.get(seat, frozenset())
                    yield Factor(seat, asked, _weights(asked, card, before, habit))
                    seen[seat] = before | {card}
                case Revealed(seat, card, to) if card is not None and to in (None, me):
                    seen[seat] = seen.get(seat, frozenset()) | {card}


def _weights(
    asked: tuple[Card, ...], card: Card, seen: frozenset[Card], habit: ShowingHabit
) -> tuple[float, ...]:
    patterns = range(2 ** len(asked))
    hands = (frozenset(c for i, c in enumerate(asked) if pattern >> i & 1) for pattern in patterns)
    # People break their habits: what was shown cannot have been impossible.
    return tuple(max(habit(card, held, seen), SELDOM) if card in held else 0.0 for held in hands)
