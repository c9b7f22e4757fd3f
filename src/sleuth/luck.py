"""Chance, as an argument: the dice, the bonus pile, and a card drawn blind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from sleuth.cards import Card
from sleuth.events import Die
from sleuth.houserules import HouseRules


class Luck(Protocol):
    """Whatever the rules leave to chance."""

    def dice(self, rules: HouseRules) -> tuple[Die, ...]:
        """A throw of the dice."""

    def bonus(self, pile: Sequence[str]) -> str:
        """A bonus card from the pile."""

    def card(self, hand: Sequence[Card]) -> Card:
        """A card drawn blind from a hand."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Luck from a generator of random numbers."""

    rng: Random

    def dice(self, rules: HouseRules) -> tuple[Die, ...]:
        *others, last = (self.rng.randint(1, 6) for _ in range(rules.dice))
        # One die of the set bears the question mark in place of its one.
        return (*others, "?" if rules.question and last == 1 else last)

    def bonus(self, pile: Sequence[str]) -> str:
        return self.rng.choice(pile)

    def card(self, hand: Sequence[Card]) -> Card:
        return self.rng.choice(hand)


def pips(dice: tuple[Die, ...], rules: HouseRules) -> int:
    """What a throw counts for when moving."""
    return sum(rules.question_pips if die == "?" else die for die in dice)
