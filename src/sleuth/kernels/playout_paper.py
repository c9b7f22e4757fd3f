"""The rollout of the paper, compiled: one player's knowledge alone, under each of its transition functions.

Shapes as in `sleuth.kernels.playout`; only the row of `me` in a table is used. Most questions are answered
like another one in the same deal: what follows is then the same, and is played once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import size
from sleuth.kernels.jit import kernel, lean, part
from sleuth.kernels.playout import CANT, HAS, NEWS, SEATS, after, copy_row, placed, settle, solved
from sleuth.kernels.playout_turns import NOTES, Playout, no_odds, pick, suggestion
from sleuth.kernels.rng import below, mix, unit

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]

NAIVE, NEXT_CARD, NEXT_ANY, DEALS = range(4)
"""How a question is answered: any card lies with any player, if that is possible; the next player has one
card of it, or any of its cards, with an approximate chance; as in an imagined deal."""
SCATTER = 0x2545F4914F6CDD1D
"""An odd number whose products spread over all bits."""


@part
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


@part
def chance_to_show(m: int, k: int, cards: int) -> float:
    """That a hand with k unknown cards out of m has one of so many: 1 - (m-k)/m · (m-k-1)/(m-1) · …"""
    none = 1.0
    for i in range(cards):
        none *= max(0, m - k - i) / max(1, m - i)
    return 1.0 - none


@part
def next_player(table: Ints, hand_size: Ints, me: int, cards: int, streams: Words, any_card: bool) -> None:
    """One player after the other shows a card with the approximate chance of having it."""
    everything = table[me, HAS + me] | table[me, CANT + me]
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


@part
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


@part
def imagine_answer(
    table: Ints, hand: Ints, hand_size: Ints, me: int, cards: int, streams: Words, mode: int
) -> None:
    """Note an answer to my question, as the transition function of this mode imagines it."""
    if mode == NAIVE:
        naive(table, hand_size, me, cards, streams)
    elif mode == DEALS:
        in_deal(table, hand, me, cards, streams)
    else:
        next_player(table, hand_size, me, cards, streams, mode == NEXT_ANY)


@part
def cells(table: Ints, seats: int, me: int) -> int:
    """How many cells of my matrix of players and cards are certain."""
    known = 0
    for seat in range(seats):
        known += size(table[me, HAS + seat]) + size(table[me, CANT + seat])
    return known


@part
def cells_in_all(deck: Ints, seats: int) -> int:
    """How many cells the matrix has."""
    cards = 0
    for kind in deck:
        cards += size(kind)
    return seats * cards


@lean
def proof(
    game: Playout, me: int, horizon: int, mode: int, known: int, worth: Floats, learned: Floats, which: int
) -> int:
    """How many questions of the base policy it takes from here to a proof; `horizon` if it takes too many.

    The first question has been asked and answered, but nothing was concluded yet. The cells that become
    certain are added to `learned` at `which`, each worth as much as a proof at that time, unless it is empty;
    known: those that were certain before.
    """
    table, deck, hand_size = game.table, game.deck, game.hand_size
    for step in range(horizon):
        if step:
            asked = suggestion(game, me)
            imagine_answer(table, game.hand, hand_size, me, asked, game.streams, mode)
        settle(table, deck, hand_size, game.policy[me, NOTES], me)
        if learned.size:
            certain = cells(table, hand_size.size, me)
            learned[which] += worth[step] * (certain - known)
            known = certain
        if solved(table, deck, hand_size.size, me):
            return step
    return horizon


@part
def recall(table: Ints, seats: int, me: int, luck: np.uint64, known: Ints, many: int, slots: Ints) -> int:
    """Where these notes of mine, with this luck to come, are among the many known; they are added if new.

    known (any, 2 · SEATS + 2): filled in · slots (a power of two,): their places in a hash table, -1 if free.
    """
    place = 0
    for i in range(seats):
        known[many, 2 * i], known[many, 2 * i + 1] = table[me, HAS + i], table[me, CANT + i]
    known[many, 2 * seats], known[many, 2 * seats + 1] = table[me, NEWS], np.int64(luck)
    for i in range(2 * seats + 2):
        place = (place ^ known[many, i]) * SCATTER
    place = place >> 32 & slots.size - 1
    while slots[place] >= 0:
        same = True
        for i in range(2 * seats + 2):
            same &= known[slots[place], i] == known[many, i]
        if same:
            return int(slots[place])
        place = place + 1 & slots.size - 1
    slots[place] = many
    return many


@kernel
def evaluate_alone(
    table: Ints,
    deck: Ints,
    hands: Ints,
    hand_size: Ints,
    policy: Ints,
    me: int,
    actions: Ints,
    horizon: int,
    beta: float,
    shaping: float,
    mode: int,
    keys: Words,
    gains: Floats,
) -> tuple[int, int]:
    """What each question gains within the horizon, written to `gains` (tries, actions).

    Returns the questions of all imagined games, and how many of them were really played: where two questions
    are answered alike, what follows is the same. hands (tries, seats), used by the mode DEALS and for my own
    hand · keys (tries,): random numbers, the same for every action. A proof after i questions of the base
    policy is worth beta ** i, and so is, times `shaping`, that the whole matrix becomes certain then.
    """
    seats, units, played = hand_size.size, 0, 0
    mine, streams = np.zeros_like(table), np.zeros(seats, np.uint64)
    worth = np.zeros(horizon + 1)
    for step in range(horizon):
        worth[step] = beta**step
    known = np.zeros((actions.size, 2 * SEATS + 2), np.int64)
    steps = np.zeros(actions.size, np.int64)
    room = 2
    while room < 2 * actions.size:
        room *= 2
    slots, odds = np.zeros(room, np.int64), no_odds()
    learned = np.zeros(actions.size if shaping else 0)
    certain, each = cells(table, seats, me), shaping / cells_in_all(deck, seats)
    for t in range(keys.size):
        slots[:] = -1
        learned[:] = 0
        many = 0
        for a in range(actions.size):
            copy_row(table, mine, seats, me)
            streams[me] = mix(keys[t])
            imagine_answer(mine, hands[t], hand_size, me, actions[a], streams, mode)
            which = recall(mine, seats, me, streams[me], known, many, slots)
            if which == many:
                many += 1
                game = Playout(deck, hands[t], hand_size, policy, mine, streams, odds)
                steps[which] = proof(game, me, horizon, mode, certain, worth, learned, which)
                played += min(horizon, steps[which] + 1)
            units += min(horizon, steps[which] + 1)
            gains[t, a] = worth[steps[which]]
            if shaping:
                gains[t, a] += each * learned[which]
    return units, played


@kernel
def ask(
    table: Ints, deck: Ints, hand: Ints, hand_size: Ints, notes: int, me: int, cards: int, mode: int, key: int
) -> None:
    """Note one imagined answer to my question, and what follows from it. hand (seats,): as in a deal."""
    streams = np.zeros(hand_size.size, np.uint64)
    streams[me] = mix(np.uint64(key))
    imagine_answer(table, hand, hand_size, me, cards, streams, mode)
    settle(table, deck, hand_size, notes, me)
