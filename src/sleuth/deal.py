"""The deal: where every card really is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from sleuth.cards import Card, CardSet
from sleuth.edition import Edition
from sleuth.houserules import HouseRules
from sleuth.setup import Setup


@dataclass(frozen=True, slots=True)
class Deal:
    """Every hidden card's place; the cards face up are part of the set-up, for all to see."""

    envelope: tuple[Card, ...]
    hands: tuple[CardSet, ...]
    hidden: tuple[Card, ...] = ()
    """The face-down cards, slot by slot."""


def shuffle(
    edition: Edition, players: Sequence[str], rng: Random, rules: HouseRules | None = None
) -> tuple[Setup, Deal]:
    """A random deal, and the set-up with the cards that came to lie face up."""
    rules = rules or edition.rules_for(len(players))
    sizes = edition.sizes(len(players), rules)
    envelope = tuple(rng.choice(edition.cards_of(i)) for i in range(len(edition.categories)))
    rest = [card for card in range(len(edition.cards)) if card not in envelope]
    rng.shuffle(rest)
    piles = []
    for size in (*sizes.hands, sizes.table, sizes.hidden):
        piles.append(tuple(rest[:size]))
        del rest[:size]
    *hands, table, hidden = piles
    setup = Setup.of(edition, players, rules=rules, table=table)
    return setup, Deal(envelope, tuple(map(CardSet.of, hands)), hidden)
