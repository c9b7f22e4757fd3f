"""Imagined deals, compiled: replay what happened in each, and weigh it by what was asked and shown.

Shapes beside those of `sleuth.kernels.playout`: history (questions, 4), who asked, the cards, who showed (-1:
nobody) and the card (0: unseen) · silent (questions,), 1 where the asker then did not accuse · types (types,
6), policies that somebody may follow · levels (levels,), the kinds of notes they keep · level (types,), which
of these · tables (levels, seats, WIDTH).
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sleuth.kernels.count_bits import size
from sleuth.kernels.playout import (
    BLUFF,
    LOWEST,
    NOTES,
    SHOWN,
    TIES,
    TRUST,
    begin,
    bluffing,
    candidates,
    copy_table,
    nobodys,
    note_answer,
    note_lack,
    pick,
    placed,
    settle,
    solved,
)
from sleuth.kernels.rng import below, unit

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]


@njit(cache=True, nogil=True)
def chance_of(table: Ints, deck: Ints, hand: Ints, types: Ints, kind: int, me: int, asked: int) -> float:
    """How likely a player of this type asks for exactly these cards."""
    chance, where, inside = 1.0, placed(table, hand.size, me), nobodys(table, hand.size, me)
    for cards in deck:
        card, own = asked & cards, cards & hand[me]
        bluff = bluffing(types, kind, cards, own) / 1024.0
        if card & own:
            chance *= bluff / size(own)
        else:
            pool = candidates(table, hand.size, cards, where, inside, types, kind, me)
            if types[kind, TIES] == LOWEST:
                chance *= 1.0 - bluff if card == pool & -pool else 0.0
            else:
                chance *= (1.0 - bluff) / size(pool) if card & pool else 0.0
        if chance == 0.0:
            return 0.0
    return chance


@njit(cache=True, nogil=True)
def score(prior: Floats, likely: Floats, me: int) -> float:
    """The log chance of all questions, each seat being of some type; prior (seats, types)."""
    total = 0.0
    for seat in range(prior.shape[0]):
        if seat != me:
            most = -1e300
            for kind in range(prior.shape[1]):
                most = max(most, likely[seat, kind])
            chance = 0.0
            for kind in range(prior.shape[1]):
                chance += prior[seat, kind] * np.exp(likely[seat, kind] - most)
            total += most + np.log(chance)
    return total


@njit(cache=True, nogil=True)
def replay(
    tables: Ints,
    levels: Ints,
    deck: Ints,
    hand: Ints,
    hand_size: Ints,
    history: Ints,
    silent: Ints,
    me: int,
    types: Ints,
    level: Ints,
    prior: Floats,
    soft: float,
    hush: float,
    streams: Words,
    likely: Floats,
    floor: float,
) -> float:
    """Replay a game in an imagined deal: the log chance of the questions asked and of the cards shown to me.

    soft, hush: the chance that somebody asks for just anything, and that it knows the envelope and does not
    accuse · streams (1,): for the cards shown unseen · likely (seats, types), filled in: the log chance of
    each seat's questions and silences if it were of each type ·
    floor: where the log chance falls below this, the rest does not matter.
    """
    questions = 1
    for cards in deck:
        questions *= size(cards)
    for i in range(levels.size):
        begin(tables[i], deck, hand)
    likely[:] = 0.0
    shown = 0.0
    for row in range(history.shape[0]):
        asker, cards, shower, card = history[row, 0], history[row, 1], history[row, 2], history[row, 3]
        if asker != me:
            for i in range(levels.size):
                settle(tables[i], deck, hand_size, levels[i], asker)
            for kind in range(types.shape[0]):
                chance = chance_of(tables[level[kind]], deck, hand, types, kind, asker, cards)
                likely[asker, kind] += np.log((1.0 - soft) * chance + soft / questions)
            if shown + score(prior, likely, me) < floor:
                return -np.inf
        if shower >= 0 and shower != me:
            held = hand[shower] & cards
            if card == 0:
                card = pick(streams, 0, held)
            else:
                shown -= np.log(size(held))
        for i in range(levels.size):
            if shower >= 0:
                tables[i, shower, SHOWN + asker] |= card
            for seat in range(hand.size):
                note_answer(tables[i], hand.size, levels[i], seat, asker, cards, shower, card, 1)
        if silent[row] and asker != me:
            for i in range(levels.size):
                settle(tables[i], deck, hand_size, levels[i], asker)
            for kind in range(types.shape[0]):
                if types[kind, NOTES] and solved(tables[level[kind]], deck, hand.size, asker):
                    likely[asker, kind] += np.log(hush)
    return shown + score(prior, likely, me)


@njit(cache=True, nogil=True)
def fits(hand: Ints, envelope: int, allowed: Ints, clauses: Ints, excluded: Ints) -> bool:
    """Whether a deal fits: allowed (seats + 1,), the envelope last · clauses (n, 2) · excluded (m,)."""
    seats = hand.size
    if envelope & ~allowed[seats]:
        return False
    for seat in range(seats):
        if hand[seat] & ~allowed[seat]:
            return False
    for i in range(clauses.shape[0]):
        cards = envelope if clauses[i, 0] == seats else hand[clauses[i, 0]]
        if cards & clauses[i, 1] == 0:
            return False
    for cards in excluded:  # noqa: SIM110 - numba compiles no generators
        if cards == envelope:
            return False
    return True


@njit(cache=True, nogil=True)
def swap(deck: Ints, hand: Ints, envelope: int, me: int, streams: Words, other: Ints) -> int:
    """Two cards of a deal exchanged, into `other`: the new envelope, or -1 if nothing was exchanged."""
    hidden = 0
    for cards in deck:
        hidden |= cards
    hidden &= ~hand[me]
    first = pick(streams, 0, hidden)
    if first & envelope or below(streams, 0, 3) == 0:  # often try another card in the envelope
        for cards in deck:
            if cards & first:
                hidden &= cards
    second = pick(streams, 0, hidden & ~first) if hidden & ~first else first
    both = first | second
    other[:] = hand
    touched = 0
    for seat in range(hand.size):
        if hand[seat] & both not in (0, both):
            other[seat] = hand[seat] ^ both
            touched += 1
    if envelope & both not in (0, both):
        same = False
        for cards in deck:
            same |= cards & both == both
        return envelope ^ both if same and touched else -1
    return envelope if touched else -1


@njit(cache=True, nogil=True)
def weigh(
    worlds: Ints,
    levels: Ints,
    deck: Ints,
    hands: Ints,
    hand_size: Ints,
    history: Ints,
    silent: Ints,
    me: int,
    types: Ints,
    level: Ints,
    prior: Floats,
    soft: float,
    hush: float,
    keys: Words,
    likely: Floats,
    weights: Floats,
) -> None:
    """Replay the game in every imagined deal: its log weight, and each seat's chances to be of each type.

    worlds (n, levels, seats, WIDTH), likely (n, seats, types), weights (n,): filled in · hands (n, seats) ·
    keys (n,): one stream a world, changed.
    """
    for w in range(hands.shape[0]):
        weights[w] = replay(
            worlds[w],
            levels,
            deck,
            hands[w],
            hand_size,
            history,
            silent,
            me,
            types,
            level,
            prior,
            soft,
            hush,
            keys[w : w + 1],
            likely[w],
            -np.inf,
        )


@njit(cache=True, nogil=True)
def stir(
    worlds: Ints,
    levels: Ints,
    deck: Ints,
    hands: Ints,
    hand_size: Ints,
    history: Ints,
    silent: Ints,
    me: int,
    types: Ints,
    level: Ints,
    prior: Floats,
    soft: float,
    hush: float,
    keys: Words,
    likely: Floats,
    weights: Floats,
    allowed: Ints,
    clauses: Ints,
    excluded: Ints,
    steps: int,
) -> int:
    """Walk every imagined deal some steps through the deals that fit, each visited as often as it is likely.

    Metropolis and Hastings, on deals and unseen cards together; returns how many steps were taken.
    """
    seats, taken = hand_size.size, 0
    everything = 0
    for cards in deck:
        everything |= cards
    spare = np.zeros(worlds.shape[1:], np.int64)
    maybe = np.zeros(likely.shape[1:])
    other = np.zeros(seats, np.int64)
    for w in range(hands.shape[0]):
        envelope = everything
        for seat in range(seats):
            envelope &= ~hands[w, seat]
        stream = keys[w : w + 1]
        for _ in range(steps):
            inside = swap(deck, hands[w], envelope, me, stream, other)
            if inside < 0 or not fits(other, inside, allowed, clauses, excluded):
                continue
            floor = weights[w] + np.log(1.0 - unit(keys, w))  # drawn first: most steps are refused early
            weight = replay(
                spare,
                levels,
                deck,
                other,
                hand_size,
                history,
                silent,
                me,
                types,
                level,
                prior,
                soft,
                hush,
                stream,
                maybe,
                floor,
            )
            if weight >= floor:
                taken += 1
                envelope, weights[w] = inside, weight
                hands[w] = other
                likely[w] = maybe
                for i in range(levels.size):
                    copy_table(spare[i], worlds[w, i], seats)
    return taken


@njit(cache=True, nogil=True)
def cast(
    worlds: Ints,
    deck: Ints,
    hand_size: Ints,
    likely: Floats,
    prior: Floats,
    types: Ints,
    level: Ints,
    history: Ints,
    hands: Ints,
    me: int,
    mine: Ints,
    mine_level: int,
    keys: Words,
    tables: Ints,
    policies: Ints,
) -> None:
    """Give every seat of every world a policy, as likely as its questions make it, and its notes.

    mine (6,), mine_level: my own policy and notes · tables (n, seats, WIDTH), policies (n, seats, 6):
    filled in.
    """
    seats = tables.shape[1]
    for w in range(tables.shape[0]):
        for seat in range(seats):
            kind = -1
            if seat != me:
                most, total = likely[w, seat].max(), 0.0
                for t in range(level.size):
                    total += prior[seat, t] * np.exp(likely[w, seat, t] - most)
                aim = unit(keys, w) * total
                while aim >= 0.0 and kind < level.size - 1:
                    kind += 1
                    aim -= prior[seat, kind] * np.exp(likely[w, seat, kind] - most)
            policies[w, seat] = mine if seat == me else types[kind]
            tables[w, seat] = worlds[w, mine_level if seat == me else level[kind], seat]
        if mine[NOTES] & TRUST:
            for row in range(history.shape[0]):
                asker, cards = history[row, 0], history[row, 1]
                if asker != me and policies[w, asker, BLUFF] == 0 and hands[w, asker] & cards == 0:
                    note_lack(tables[w], me, asker, cards)
        for seat in range(seats):
            settle(tables[w], deck, hand_size, policies[w, seat, NOTES], seat)
