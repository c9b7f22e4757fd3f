"""Cards, sets of cards, and the places where a card can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Card: TypeAlias = int
"""A card is its index in the edition's deck."""

Seat: TypeAlias = int
"""A seat is its index, clockwise in turn order."""


class Place(Enum):
    """The places beside the hands."""

    ENVELOPE = "envelope"
    TABLE = "table"  # face up, for all to see
    HIDDEN = "hidden"  # face down in numbered slots


Holder: TypeAlias = Seat | Place


@dataclass(frozen=True, slots=True, eq=False)
class CardSet(Set[Card]):
    """A set of cards: one integer inside, a set outside."""

    mask: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        mask = 0
        for card in cards:
            mask |= 1 << card
        return cls(mask)

    @classmethod
    def _from_iterable(cls, it: Iterable[Card]) -> CardSet:  # type: ignore[override]
        return cls.of(it)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and card >= 0 and bool(self.mask >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, CardSet) else Set.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(frozenset(self))  # equal sets hash alike, whatever their type

    def __repr__(self) -> str:
        return f"CardSet.of({list(self)})"
