"""The rollout of the paper, compiled: one player's knowledge alone, under each of its transition functions.

Shapes as in `sleuth.kernels.playout`; only the row of `me` in a table is used.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sleuth.kernels.count_bits import size
from sleuth.kernels.playout import (
    CANT,
    HAS,
    NEWS,
    NOTES,
    after,
    copy_table,
    pick,
    placed,
    settle,
    solved,
    suggestion,
)
from sleuth.kernels.rng import below, mix, unit

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]

NAIVE, NEXT_CARD, NEXT_ANY, DEALS = range(4)
"""How a question is answered: any card lies with any player, if that is possible; the next player has one
card of it, or any of its cards, with an approximate chance; as in an imagined deal."""


@njit(cache=True, nogil=True)
def naive(table: Ints, hand_size: Ints, me: int, cards: int, streams: Words) -> None:
    """A random card of the question goes to a random other player, if nothing speaks against it."""
    seat = after(me, 1, hand_size.size)
    for _ in range(below(streams, me, hand_size.size - 1)):
        seat = after(seat, 1, hand_size.size)
    card = pick(streams, me, cards)
    room = size(table[me, HAS + seat]) < hand_size[seat]
    if room and not card & (table[me, CANT + seat] | placed(table, hand_size.size, me)):
        table[me, HAS + seat] |= card
        table[me, NEWS] = 1


@njit(cache=True, nogil=True)
def chance_to_show(m: int, k: int, cards: int) -> float:
    """That a hand with k unknown cards out of m has one of so many: 1 - (m-k)/m · (m-k-1)/(m-1) · …"""
    none = 1.0
    for i in range(cards):
        none *= max(0, m - k - i) / max(1, m - i)
    return 1.0 - none


@njit(cache=True, nogil=True)
def next_player(
    table: Ints, everything: int, hand_size: Ints, me: int, cards: int, streams: Words, any_card: bool
) -> None:
    """One player after the other shows a card with the approximate chance of having it."""
    seat = after(me, 1, hand_size.size)
    while seat != me:
        has, cant = table[me, HAS + seat], table[me, CANT + seat]
        if has & cards:
            return
        can = cards & ~cant
        m, k = size(everything & ~cant & ~has), hand_size[seat] - size(has)
        chance = chance_to_show(m, k, size(can) if any_card else 1)
        table[me, NEWS] = 1
        if can and unit(streams, me) < chance:
            table[me, HAS + seat] |= pick(streams, me, can)
            return
        table[me, CANT + seat] |= cards
        seat = after(seat, 1, hand_size.size)


@njit(cache=True, nogil=True)
def in_deal(table: Ints, hand: Ints, me: int, cards: int, streams: Words) -> None:
    """The first player who has one of the cards shows one."""
    seat = after(me, 1, hand.size)
    while seat != me:
        table[me, NEWS] = 1
        if hand[seat] & cards:
            table[me, HAS + seat] |= pick(streams, me, hand[seat] & cards)
            return
        table[me, CANT + seat] |= cards
        seat = after(seat, 1, hand.size)


@njit(cache=True, nogil=True)
def evaluate_alone(
    table: Ints,
    deck: Ints,
    hands: Ints,
    hand_size: Ints,
    policy: Ints,
    me: int,
    actions: Ints,
    tries: int,
    horizon: int,
    beta: float,
    mode: int,
    keys: Words,
    values: Floats,
) -> int:
    """The h-horizon Q value of each question, added to `values` try by try; the questions asked in all.

    hands (tries, seats), used by the mode DEALS and for my own hand · keys (tries,): random numbers, the
    same for every action. A proof after i questions of the base policy is worth beta ** i.
    """
    seats, units, everything = hand_size.size, 0, 0
    for cards in deck:
        everything |= cards
    mine = np.zeros_like(table)
    streams = np.zeros(seats, np.uint64)
    for a in range(actions.size):
        for t in range(tries):
            copy_table(table, mine, seats)
            streams[me] = mix(keys[t])
            asked = actions[a]
            for step in range(horizon):
                units += 1
                if step:
                    asked = suggestion(mine, deck, hands[t], policy, streams, me)
                if mode == NAIVE:
                    naive(mine, hand_size, me, asked, streams)
                elif mode == DEALS:
                    in_deal(mine, hands[t], me, asked, streams)
                else:
                    next_player(mine, everything, hand_size, me, asked, streams, mode == NEXT_ANY)
                settle(mine, deck, hand_size, policy[me, NOTES], me)
                if solved(mine, deck, seats, me):
                    values[a] += beta**step
                    break
    return units


@njit(cache=True, nogil=True)
def neighbours(allowed: Ints, sizes: Ints, clauses: Ints, deck: Ints, cards: int, found: Ints) -> int:
    """The first deals that a search finds, card by card and place by place: neighbours, not a fair sample.

    allowed, sizes (places,): the envelope comes last and takes one card of each category · clauses (n, 2) ·
    found (wanted, places): filled in; returns how many there were.
    """
    places, count, card = sizes.size, 0, 0
    holds = np.zeros(places, np.int64)
    at = np.full(cards + 1, -1, np.int64)
    while card >= 0:
        bit = 1 << card
        if card == cards:
            good = True
            for i in range(clauses.shape[0]):
                good &= holds[clauses[i, 0]] & clauses[i, 1] != 0
            if good:
                found[count] = holds
                count += 1
                if count == found.shape[0]:
                    return count
            card -= 1
            continue
        if at[card] >= 0:
            holds[at[card]] &= ~bit
        at[card] += 1
        while at[card] < places and not may_hold(int(at[card]), bit, holds, allowed, sizes, deck):
            at[card] += 1
        if at[card] == places:
            at[card] = -1
            card -= 1
        else:
            holds[at[card]] |= bit
            card += 1
    return count


@njit(cache=True, nogil=True)
def may_hold(place: int, bit: int, holds: Ints, allowed: Ints, sizes: Ints, deck: Ints) -> bool:
    """Whether a place can take one more card."""
    if not allowed[place] & bit or size(holds[place]) >= sizes[place]:
        return False
    if place == sizes.size - 1:
        for cards in deck:
            if cards & bit and cards & holds[place]:
                return False
    return True
