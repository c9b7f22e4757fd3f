"""Imagined deals, compiled: replay what happened in each, and weigh it by what was asked and shown."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import size
from sleuth.kernels.jit import kernel, lean, part
from sleuth.kernels.playout import (
    SHOWN,
    TRUST,
    begin,
    copy_table,
    nobodys,
    note_answer,
    note_lack,
    placed,
    settle,
    solved,
)
from sleuth.kernels.playout_turns import (
    HIDE,
    LOWEST,
    NOTES,
    SOLVED,
    TIES,
    able,
    bluffing,
    honest,
    open_to,
    pick,
)
from sleuth.kernels.rng import below, unit

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]


class Past(NamedTuple):
    """What happened, as the seat `me` saw it."""

    me: int
    deck: Ints
    hand_size: Ints
    history: Ints
    """(questions, 4): who asked, the cards, who showed (-1: nobody) and the card (0: unseen)."""
    silent: Ints
    """(questions,): 1 where the asker then did not accuse, though it might have."""
    given: int
    """Cards that are named without being chosen: on a board, the rooms."""


class Others(NamedTuple):
    """What the others may be like."""

    types: Ints
    """(types, 6): policies that somebody may follow."""
    levels: Ints
    """(levels,): the kinds of notes that they keep."""
    level: Ints
    """(types,): which of these."""
    prior: Floats
    """(types,): how many are of each type."""
    alike: float
    """The chance that all at the table are of one type."""
    every: Floats
    """(types,): the log chance that all at the table are of this one."""
    soft: float
    """The chance that somebody asks for just anything."""
    hush: float
    """The chance that somebody knows the envelope and does not accuse."""


class Crowd(NamedTuple):
    """Imagined deals, and what the past looks like in each."""

    hands: Ints
    """(n, seats)"""
    keys: Words
    """(n,): one stream of random numbers each."""
    tables: Ints
    """(n, levels, seats, columns): notes; as many columns as there were questions to note."""
    likely: Floats
    """(n, seats, types): the log chance of a seat's questions and silences if it were of each type."""
    weights: Floats
    """(n,): the log chance of everything."""


class Limits(NamedTuple):
    """What a deal must obey."""

    allowed: Ints
    """(seats + 1,): the cards that each seat, and last the envelope, may have."""
    clauses: Ints
    """(n, 2): a place and cards of which it has one."""
    excluded: Ints
    """(m,): envelopes that are ruled out."""


class Sight(NamedTuple):
    """What follows at a glance from a seat's notes."""

    where: int
    """The cards whose hand it knows."""
    inside: int
    """The cards that it knows to be in no hand."""
    counts: tuple[int, int, int, int]
    """How many players can have each card, as of `able`."""


@part
def seen(table: Ints, seats: int, me: int) -> Sight:
    """What `me` sees in its notes."""
    return Sight(placed(table, seats, me), nobodys(table, seats, me), able(table, seats, me))


@lean
def chance_of(
    table: Ints, sight: Sight, past: Past, hand: Ints, types: Ints, kind: int, me: int, asked: int
) -> float:
    """How likely a player of this type asks for exactly these cards, those given left aside."""
    where, inside, counts = sight
    chance = 1.0
    for cards in past.deck:
        if cards & past.given:
            continue
        card, own = asked & cards, cards & hand[me]
        bluff = bluffing(types, kind, cards, own) / 1024.0
        likely = bluff / size(own) if card & own else 0.0
        if card & own == 0 or types[kind, SOLVED] == HIDE:
            pool = open_to(table, hand, me, cards, where, inside, counts, types, kind)
            if types[kind, TIES] == LOWEST:
                likely += 1.0 - bluff if card == pool & -pool else 0.0
            else:
                likely += (1.0 - bluff) / size(pool) if card & pool else 0.0
        chance *= likely
        if chance == 0.0:
            return 0.0
    return chance


@lean
def greatest(values: Floats) -> float:
    """The greatest of some values: numba's own way to find it makes arrays."""
    most = -np.inf
    for value in values:
        most = max(most, value)
    return most


@lean
def chances(others: Others, likely: Floats, me: int) -> tuple[float, float, float]:
    """The chance of all questions if everybody is of one type, and if types are drawn apart; and a scale.

    likely (seats, types): 0 for my own seat · Both chances are times e to the scale.
    """
    scale, alike, apart = 0.0, 0.0, 1.0 - others.alike
    for seat in range(likely.shape[0]):
        if seat != me:
            most, chance = greatest(likely[seat]), 0.0
            for kind in range(others.prior.size):
                chance += others.prior[kind] * np.exp(likely[seat, kind] - most)
            apart *= chance
            scale += most
    for kind in range(others.prior.size):
        every = 0.0
        for seat in range(likely.shape[0]):
            every += likely[seat, kind]
        alike += others.prior[kind] * np.exp(every - scale)
    return others.alike * alike, apart, scale


@lean
def score(others: Others, likely: Floats, me: int) -> float:
    """The log chance of all questions."""
    alike, apart, scale = chances(others, likely, me)
    return float(scale + np.log(alike + apart))


@lean
def at_least(others: Others, likely: Floats) -> float:
    """No more than the score, and sooner known: the log chance that all are of the type that fits best."""
    most = -np.inf
    for kind in range(others.every.size):
        every = others.every[kind]
        for seat in range(likely.shape[0]):
            every += likely[seat, kind]
        most = max(most, every)
    return most


@lean
def replay(
    past: Past, others: Others, hand: Ints, streams: Words, tables: Ints, likely: Floats, floor: float
) -> float:
    """Replay a game in an imagined deal: the log chance of the questions asked and of the cards shown to me.

    streams (1,): for the cards shown unseen · tables (levels, seats, columns), likely (seats, types): filled
    in · floor: where the log chance falls below this, the rest does not matter.
    """
    deck, hand_size, history, levels = past.deck, past.hand_size, past.history, others.levels
    questions = 1
    for cards in deck:
        if cards & past.given == 0:
            questions *= size(cards)
    anything = others.soft / questions
    unlike = np.log(anything)
    for i in range(levels.size):
        begin(tables[i], deck, hand)
    likely[:] = 0.0
    shown = 0.0
    for row in range(history.shape[0]):
        asker, cards, shower, card = history[row, 0], history[row, 1], history[row, 2], history[row, 3]
        if asker != past.me:
            for i in range(levels.size):
                settle(tables[i], deck, hand_size, levels[i], asker)
                sight = seen(tables[i], hand.size, asker)
                for kind in range(others.level.size):
                    if others.level[kind] == i:
                        chance = chance_of(tables[i], sight, past, hand, others.types, kind, asker, cards)
                        likely[asker, kind] += (
                            np.log((1.0 - others.soft) * chance + anything) if chance > 0.0 else unlike
                        )
            if shown + at_least(others, likely) < floor and shown + score(others, likely, past.me) < floor:
                return -np.inf
        if shower >= 0 and shower != past.me:
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
        if past.silent[row] and asker != past.me:
            for i in range(levels.size):
                settle(tables[i], deck, hand_size, levels[i], asker)
                if solved(tables[i], deck, hand.size, asker):
                    for kind in range(others.level.size):
                        if others.level[kind] == i and others.types[kind, NOTES]:
                            likely[asker, kind] += np.log(others.hush)
    return shown + score(others, likely, past.me)


@lean
def fits(hand: Ints, envelope: int, limits: Limits) -> bool:
    """Whether a deal obeys the limits."""
    seats = hand.size
    if envelope & ~limits.allowed[seats]:
        return False
    for seat in range(seats):
        if hand[seat] & ~limits.allowed[seat]:
            return False
    for i in range(limits.clauses.shape[0]):
        place, some = limits.clauses[i, 0], limits.clauses[i, 1]
        if (envelope if place == seats else hand[place]) & some == 0:
            return False
    for cards in limits.excluded:  # noqa: SIM110 - numba compiles no generators
        if cards == envelope:
            return False
    return True


@lean
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
    touched = 0
    for seat in range(hand.size):
        other[seat] = hand[seat]
        if hand[seat] & both not in (0, both):
            other[seat] = hand[seat] ^ both
            touched += 1
    if envelope & both not in (0, both):
        same = False
        for cards in deck:
            same |= cards & both == both
        return envelope ^ both if same and touched else -1
    return envelope if touched else -1


@kernel
def weigh(crowd: Crowd, past: Past, others: Others, negligible: float) -> None:
    """Replay the game in every imagined deal; the notes, the types and the weights are filled in.

    negligible: a deal whose weight falls so far below the best is given up, and its notes stay unfinished.
    """
    best = -np.inf
    for w in range(crowd.weights.size):
        hand, stream, floor = crowd.hands[w], crowd.keys[w : w + 1], best - negligible
        crowd.weights[w] = replay(past, others, hand, stream, crowd.tables[w], crowd.likely[w], floor)
        best = max(best, crowd.weights[w])


@kernel
def stir(crowd: Crowd, past: Past, others: Others, limits: Limits, steps: int) -> int:
    """Walk every imagined deal some steps through the deals that fit, each visited as often as it is likely.

    Metropolis and Hastings, on deals and unseen cards together; returns how many steps were taken.
    """
    seats, taken = past.hand_size.size, 0
    everything = 0
    for cards in past.deck:
        everything |= cards
    spare = np.zeros(crowd.tables.shape[1:], np.int64)
    maybe = np.zeros(crowd.likely.shape[1:])
    other = np.zeros(seats, np.int64)
    for w in range(crowd.weights.size):
        hand, stream = crowd.hands[w], crowd.keys[w : w + 1]
        envelope = everything
        for seat in range(seats):
            envelope &= ~hand[seat]
        for _ in range(steps):
            inside = swap(past.deck, hand, envelope, past.me, stream, other)
            if inside < 0 or not fits(other, inside, limits):
                continue
            floor = crowd.weights[w] + np.log(1.0 - unit(stream, 0))  # drawn first: most are refused early
            weight = replay(past, others, other, stream, spare, maybe, floor)
            if weight >= floor:
                taken += 1
                envelope, crowd.weights[w] = inside, weight
                hand[:] = other
                crowd.likely[w] = maybe
                for i in range(others.levels.size):
                    copy_table(spare[i], crowd.tables[w, i], seats)
    return taken


@lean
def kind_of(prior: Floats, likely: Floats, keys: Words, w: int) -> int:
    """One of the types, as likely as the questions make it."""
    most, total = greatest(likely), 0.0
    for kind in range(prior.size):
        total += prior[kind] * np.exp(likely[kind] - most)
    aim, kind = unit(keys, w) * total, -1
    while aim >= 0.0 and kind < prior.size - 1:
        kind += 1
        aim -= prior[kind] * np.exp(likely[kind] - most)
    return kind


@kernel
def cast(
    crowd: Crowd, past: Past, others: Others, mine: Ints, my_level: int, tables: Ints, kinds: Ints
) -> None:
    """Give every seat of every world a type, as likely as its questions make it, and its notes.

    mine (6,), my_level: my own policy and notes · tables (n, seats, columns), kinds (n, seats): filled in, -1
    for my own seat.
    """
    me, seats = past.me, past.hand_size.size
    for w in range(crowd.weights.size):
        likely = crowd.likely[w]
        alike, apart, _ = chances(others, likely, me)
        same = unit(crowd.keys, w) * (alike + apart) < alike
        kind = kind_of(others.prior, likely.sum(axis=0), crowd.keys, w) if same else -1
        for seat in range(seats):
            if seat != me and not same:
                kind = kind_of(others.prior, likely[seat], crowd.keys, w)
            kinds[w, seat] = -1 if seat == me else kind
            tables[w, seat] = crowd.tables[w, my_level if seat == me else others.level[kind], seat]
        if mine[NOTES] & TRUST:
            for row in range(past.history.shape[0]):
                asker, cards = past.history[row, 0], past.history[row, 1] & ~past.given
                if (
                    asker != me
                    and honest(others.types, kinds[w, asker])
                    and crowd.hands[w, asker] & cards == 0
                ):
                    note_lack(tables[w], me, asker, cards)
        for seat in range(seats):
            notes = mine[NOTES] if seat == me else others.types[kinds[w, seat], NOTES]
            settle(tables[w], past.deck, past.hand_size, notes, seat)
