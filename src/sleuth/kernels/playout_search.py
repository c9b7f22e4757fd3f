"""Actions tried in imagined worlds, compiled: ask or show in each, play on to the end, and count my wins."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import lowest, size
from sleuth.kernels.jit import kernel, lean, part
from sleuth.kernels.playout import HAS, NEWS, SHOWN, WIDTH, after, copy_table
from sleuth.kernels.playout_turns import NOTES, Playout, next_turn, play_on, winner_after
from sleuth.kernels.rng import mix

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]


class Stage(NamedTuple):
    """Imagined worlds in which games can be played on."""

    deck: Ints
    hands: Ints
    """(worlds, seats)"""
    hand_size: Ints
    policies: Ints
    """(worlds, seats, 6)"""
    tables: Ints
    """(worlds, seats, columns)"""
    odds: Floats
    """(seats + 1, cards): the share of worlds in which each seat, and last the envelope, has each card."""


@part
def enter(stage: Stage, w: int, key: np.uint64, table: Ints, streams: Words) -> Playout:
    """A world as it stands, with random numbers from a key; table and streams are overwritten."""
    seats = stage.hand_size.size
    copy_table(stage.tables[w], table, seats)
    for seat in range(seats):
        streams[seat] = mix(key + np.uint64(seat))
    return Playout(stage.deck, stage.hands[w], stage.hand_size, stage.policies[w], table, streams, stage.odds)


@part
def asked(
    stage: Stage,
    w: int,
    key: np.uint64,
    me: int,
    out: int,
    action: int,
    horizon: int,
    table: Ints,
    streams: Words,
) -> tuple[int, int]:
    """Who wins in a world after this question of mine, and the questions asked from there on."""
    game = enter(stage, w, key, table, streams)
    return play_on(game, me, out, action, horizon, False, False, 1)


@kernel
def evaluate(
    stage: Stage,
    keys: Words,
    me: int,
    out: int,
    actions: Ints,
    first: int,
    last: int,
    horizon: int,
    beta: float,
    values: Floats,
) -> int:
    """Ask each question in the worlds from `first` up to `last` and play on; the questions asked in all.

    keys (worlds,) · out: mask of seats that accused wrongly · values (actions,), added to: 1 for a win, times
    beta for each question after the first. Every action gets the same random numbers in the same world.
    """
    seats, units = stage.hand_size.size, 0
    table, streams = np.zeros((seats, WIDTH), np.int64), np.zeros(seats, np.uint64)
    for w in range(first, last):
        for a in range(actions.size):
            winner, steps = asked(stage, w, keys[w], me, out, actions[a], horizon, table, streams)
            units += steps
            if winner == me:
                values[a] += 1.0 if beta == 1.0 else beta ** (steps - 1)
    return units


@part
def shown(
    stage: Stage,
    w: int,
    key: np.uint64,
    me: int,
    asker: int,
    out: int,
    card: int,
    horizon: int,
    table: Ints,
    streams: Words,
) -> int:
    """Who wins in a world after I showed this card to the asker."""
    game = enter(stage, w, key, table, streams)
    table[me, SHOWN + asker] |= card
    if game.policy[asker, NOTES]:
        table[asker, HAS + me] |= card
        table[asker, NEWS] = 1
    winner = winner_after(game, asker, out, False)
    if winner < 0:
        turn = next_turn(asker, out, stage.hand_size.size)
        winner, _ = play_on(game, turn, out, 0, horizon, False, False, 1)
    return winner


@kernel
def evaluate_shows(
    stage: Stage, keys: Words, me: int, asker: int, out: int, cards: Ints, horizon: int, values: Floats
) -> None:
    """Show each of these cards to the asker in every world and play on; values (cards,) are added to."""
    seats = stage.hand_size.size
    table, streams = np.zeros((seats, WIDTH), np.int64), np.zeros(seats, np.uint64)
    for w in range(keys.size):
        for a in range(cards.size):
            if shown(stage, w, keys[w], me, asker, out, cards[a], horizon, table, streams) == me:
                values[a] += 1.0


@kernel
def inform(deck: Ints, hands: Ints, me: int, actions: Ints, cards: int, told: Floats) -> None:
    """What the answer to each question tells about the envelope's cards, category by category, on average.

    cards: how many there are in the deck · told (actions,), filled in: minus the entropy left, see `spread`.
    """
    n, seats = hands.shape
    everything = 0
    for kind in deck:
        everything |= kind
    inside = np.zeros(n, np.int64)
    for w in range(n):
        inside[w] = everything
        for seat in range(seats):
            inside[w] &= ~hands[w, seat]
    count = np.zeros((cards + 1, cards))  # by the card that I am shown, or none, and the card in the envelope
    for a in range(actions.size):
        count[:] = 0.0
        for w in range(n):
            held, seat = 0, after(me, 1, seats)
            while held == 0 and seat != me:
                held = hands[w, seat] & actions[a]
                seat = after(seat, 1, seats)
            share, shown = 1.0 / max(1, size(held)), held
            while True:
                answer = lowest(shown) if shown else cards
                left = inside[w]
                while left:
                    count[answer, lowest(left)] += share
                    left &= left - 1
                shown &= shown - 1
                if shown == 0:
                    break
        told[a] = spread(count, deck.size)


@lean
def spread(count: Floats, kinds: int) -> float:
    """Minus the entropy that is left, in nats times the number of worlds."""
    total = 0.0
    for answer in range(count.shape[0]):
        here = 0.0
        for card in range(count.shape[1]):
            x = count[answer, card]
            if x > 0.0:
                here += x
                total += x * np.log(x)
        if here > 0.0:
            total -= here * np.log(here / kinds)
    return total
