"""Many boardless games between policies, compiled: game for game what `sleuth.play` would have played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from sleuth.agents.policy import Policy, Rule
from sleuth.arena.match import NAMES
from sleuth.deal import shuffle
from sleuth.edition import Edition
from sleuth.houserules import HouseRules

LONGEST = 100_000
"""Questions after which a game is given up; only players without a memory come near it."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Many deals as masks, with the key of every seat's stream of random numbers."""

    deck: NDArray[np.int64]
    """(categories,)"""
    sizes: NDArray[np.int64]
    """(seats,)"""
    hands: NDArray[np.int64]
    """(games, seats)"""
    keys: NDArray[np.uint64]
    """(games, seats)"""

    def __len__(self) -> int:
        return len(self.hands)


@dataclass(frozen=True, slots=True)
class Games:
    """How many games ended."""

    winners: NDArray[np.int64]
    """(games,): the seat, or -1."""
    turns: NDArray[np.int64]
    """(games,): questions asked by all seats together."""


def boardless(edition: Edition, seats: int) -> HouseRules:
    """The edition's rules without a board, where any room may be named at any time."""
    rules = replace(edition.rules_for(seats), board=False)
    # Leftover cards that lie face down are looked at on the board; without one nobody could ever be sure.
    return replace(rules, leftover="uneven") if rules.leftover == "face_down" else rules


def deals(edition: Edition, seats: int, seeds: Iterable[int]) -> Deals:
    """The deals and streams that `play` makes of these seeds."""
    rules = boardless(edition, seats)
    hands, keys = [], []
    sizes = edition.sizes(seats, rules)
    assert not sizes.table, "cards that lie face up differ from deal to deal"
    assert not sizes.hidden, "cards that lie face down need more than a playout"
    for seed in seeds:
        rng = Random(seed)
        _, deal = shuffle(edition, NAMES[:seats], rng, rules)
        hands.append([hand.mask for hand in deal.hands])
        keys.append([rng.getrandbits(64) for _ in range(seats)])
    deck = [sum(1 << card for card in edition.cards_of(i)) for i in range(len(edition.categories))]
    return Deals(
        np.array(deck, np.int64),
        np.array(sizes.hands, np.int64),
        np.array(hands, np.int64).reshape(-1, seats),
        np.array(keys, np.uint64).reshape(-1, seats),
    )


def play_policies(
    policies: Sequence[Policy],
    dealt: Deals,
    *,
    named_wins: bool | None = None,
    everyone_checked: bool = False,
    reversed_asking: bool = False,
) -> Games:
    """Play every deal with these policies, one a seat.

    named_wins: whether naming the envelope wins at once; by default if somebody keeps no notes, for otherwise
    nobody could win. everyone_checked: whether anyone who knows the envelope wins, not only whoever asked.
    reversed_asking: whether the seat to the right answers first.
    """
    from sleuth.kernels.playout_games import play_games  # compiled when first needed

    likely = any(policy.rule in (Rule.LIKELY, Rule.ODDS) for policy in policies)
    assert not (likely and reversed_asking), "these count on the next seat to answer first"
    if named_wins is None:
        named_wins = any(policy.rule is Rule.STATELESS for policy in policies)
    rows = np.array([policy.row() for policy in policies], np.int64)
    found = Games(np.zeros(len(dealt), np.int64), np.zeros(len(dealt), np.int64))
    play_games(
        dealt.deck,
        dealt.hands,
        dealt.sizes,
        np.broadcast_to(rows, (len(dealt), *rows.shape)).copy(),
        dealt.keys.copy(),
        LONGEST,
        named_wins,
        everyone_checked,
        -1 if reversed_asking else 1,
        found.winners,
        found.turns,
    )
    return found
