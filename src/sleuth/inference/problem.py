"""What inference knows about a case, without names: cards, places and what is known about each place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Factor:
    """A weight that depends on which of a few cards a place holds."""

    place: int
    cards: tuple[int, ...]
    weights: tuple[float, ...]
    """One for each bit pattern of held cards; bit i stands for `cards[i]`."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Every deal of the cards to the places that fits what is known; nothing here knows rules or names."""

    category: tuple[int, ...]
    """Of each card."""
    sizes: tuple[int, ...]
    """How many cards lie in each place."""
    envelope: int
    """The place that holds exactly one card of each category."""
    allowed: tuple[int, ...]
    """For each place, the mask of the cards that may be there."""
    clauses: tuple[tuple[int, int], ...] = ()
    """(place, mask): at least one of these cards is there."""
    excluded: tuple[int, ...] = ()
    """Masks: the envelope does not hold exactly this set."""
    factors: tuple[Factor, ...] = ()

    @property
    def cards(self) -> int:
        return len(self.category)

    @property
    def places(self) -> int:
        return len(self.sizes)

    @property
    def categories(self) -> int:
        return max(self.category, default=-1) + 1


def bits(mask: int) -> Iterator[int]:
    """The cards of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterator[int] | tuple[int, ...] | list[int]) -> int:
    """The mask of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
