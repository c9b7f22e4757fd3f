"""Notes of simple players, compiled: what each seat of a boardless game writes down and makes of it.

Cards are bits of int64 masks. Shapes: table (seats, WIDTH), the notes that each seat keeps, in the columns
below · deck (categories,), the cards of each category that do not lie face up · hand, hand_size (seats,).
The slow, obvious twin is `sleuth.agents.notes`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import size
from sleuth.kernels.jit import open_part, part

Ints = NDArray[np.int64]

SEATS = 10
HAS, CANT, SHOWN = 0, SEATS, 2 * SEATS
"""Columns of a table, one for each seat: cards known to be, and not to be, in its hand; cards shown to it."""
NEWS, COUNT, CLAUSE = 3 * SEATS, 3 * SEATS + 1, 3 * SEATS + 2
"""Columns of a table: whether something was noted that has not been followed up, how many clauses are open,
and each as a seat and a mask of which it has a card."""
CARDS = 64
"""Bits of a mask."""
CLAUSES_KEPT = 240
WIDTH = CLAUSE + 2 * CLAUSES_KEPT

SEEN, CLAUSES, FULL, ENOUGH, CATEGORY, TRUST = 1, 2, 4, 8, 16, 32
"""What a player notes, as bits: seen and missing cards; "one of these"; a full hand lacks the rest; a hand
for which just enough cards are left has them; the envelope has one card of each category; who never bluffs
lacks what it asks for."""


@open_part
def begin(table: Ints, deck: Ints, hand: Ints) -> None:
    """Everyone knows their own hand and nothing else."""
    everything = 0
    for cards in deck:
        everything |= cards
    for me in range(hand.size):
        table[me, NEWS], table[me, COUNT] = 1, 0  # a hand with all cards of a category but one solves it
        for seat in range(hand.size):
            table[me, HAS + seat] = 0
            table[me, CANT + seat] = hand[me]
            table[me, SHOWN + seat] = 0
        table[me, HAS + me] = hand[me]
        table[me, CANT + me] = everything & ~hand[me]


@part
def copy_row(source: Ints, target: Ints, seats: int, me: int) -> None:
    """Make what `me` knows in one table like that in another."""
    for seat in range(seats):
        target[me, HAS + seat] = source[me, HAS + seat]
        target[me, CANT + seat] = source[me, CANT + seat]
        target[me, SHOWN + seat] = source[me, SHOWN + seat]
    for i in range(NEWS, CLAUSE + 2 * source[me, COUNT]):
        target[me, i] = source[me, i]


@part
def copy_table(source: Ints, target: Ints, seats: int) -> None:
    """Make one table like another."""
    for me in range(seats):
        copy_row(source, target, seats, me)


@open_part
def placed(table: Ints, seats: int, me: int) -> int:
    """The cards whose hand `me` knows."""
    cards = 0
    for seat in range(seats):
        cards |= table[me, HAS + seat]
    return cards


@open_part
def nobodys(table: Ints, seats: int, me: int) -> int:
    """The cards that `me` knows to be in no hand."""
    cards = -1
    for seat in range(seats):
        cards &= table[me, CANT + seat]
    return cards


@open_part
def solved(table: Ints, deck: Ints, seats: int, me: int) -> bool:
    """Whether `me` knows the envelope."""
    inside = nobodys(table, seats, me)
    for cards in deck:  # noqa: SIM110 - numba compiles no generators
        if inside & cards == 0:
            return False
    return True


@part
def resolve_clauses(table: Ints, me: int) -> bool:
    """Drop clauses that are met, shrink the others, and settle those with one candidate left; any news?"""
    kept, news = CLAUSE, False
    for i in range(CLAUSE, CLAUSE + 2 * table[me, COUNT], 2):
        seat = table[me, i]
        left = table[me, i + 1] & ~table[me, CANT + seat]
        met, single = left & table[me, HAS + seat] != 0, left & (left - 1) == 0
        if single and not met:
            table[me, HAS + seat] |= left
            news = True
        table[me, kept], table[me, kept + 1] = seat, left  # the next one takes its place unless it is kept
        kept += 0 if met or single else 2
    table[me, COUNT] = (kept - CLAUSE) >> 1
    return news


@part
def count_hands(table: Ints, everything: int, hand_size: Ints, notes: int, me: int) -> bool:
    """A card placed is nowhere else; full hands lack the rest, just enough cards left are had; any placed?"""
    news = False
    where = placed(table, hand_size.size, me)
    for seat in range(hand_size.size):
        if seat == me:
            continue
        has, cant = table[me, HAS + seat], table[me, CANT + seat]
        after = cant | (where & ~has)
        if notes & FULL and size(has) == hand_size[seat]:
            after |= everything & ~has
        if notes & ENOUGH and size(everything & ~after) == hand_size[seat]:
            news |= has != everything & ~after
            table[me, HAS + seat] = everything & ~after
        table[me, CANT + seat] = after
    return news


@part
def open_envelope(table: Ints, deck: Ints, seats: int, me: int) -> bool:
    """One card of each category is in the envelope; a card that only one hand can have is there; any news?"""
    where, inside, news = placed(table, seats, me), nobodys(table, seats, me), False
    outside = where
    for cards in deck:
        if inside & cards:
            outside |= cards & ~inside
            continue
        left = cards & ~where
        if left and left & (left - 1) == 0:
            for seat in range(seats):
                table[me, CANT + seat] |= left
            outside |= cards & ~left
            news = True
    once = twice = 0
    for seat in range(seats):
        twice |= once & ~table[me, CANT + seat]
        once |= ~table[me, CANT + seat]
    single = once & ~twice & outside & ~where
    if single:
        for seat in range(seats):
            table[me, HAS + seat] |= single & ~table[me, CANT + seat]
        news = True
    return news


@open_part
def settle(table: Ints, deck: Ints, hand_size: Ints, notes: int, me: int) -> None:
    """Carry the notes of `me` on, if there is news, until nothing new follows."""
    everything = table[me, HAS + me] | table[me, CANT + me]
    news = table[me, NEWS] != 0
    table[me, NEWS] = 0
    while news:  # a card placed in one step may matter to the steps before it
        news = count_hands(table, everything, hand_size, notes, me)
        if notes & CLAUSES:
            news |= resolve_clauses(table, me)
        if notes & CATEGORY:
            news |= open_envelope(table, deck, hand_size.size, me)


@part
def after(seat: int, way: int, seats: int) -> int:
    """The next seat to the left (way 1) or to the right (way -1)."""
    seat += way
    return 0 if seat == seats else seats - 1 if seat < 0 else seat


@part
def note_lack(table: Ints, me: int, seat: int, cards: int) -> None:
    """What `me` notes when a seat shows in some way that it has none of these cards."""
    if cards & ~table[me, CANT + seat]:
        table[me, CANT + seat] |= cards
        table[me, NEWS] = 1


@open_part
def note_answer(
    table: Ints, seats: int, notes: int, me: int, asker: int, cards: int, shower: int, card: int, way: int
) -> None:
    """What `me` notes when `asker` named `cards` and `shower` (-1: nobody) answered with `card`."""
    seat = after(asker, way, seats)
    while seat not in (shower, asker):
        if seat != me:
            note_lack(table, me, seat, cards)
        seat = after(seat, way, seats)
    if shower < 0 or shower == me:
        return
    if asker == me:
        if card & ~table[me, HAS + shower]:
            table[me, HAS + shower] |= card
            table[me, NEWS] = 1
    elif notes & CLAUSES and cards & table[me, HAS + shower] == 0:
        i = CLAUSE + 2 * table[me, COUNT]
        if i < table.shape[1]:  # a table without room for one more clause forgets it
            table[me, i], table[me, i + 1] = shower, cards
            table[me, COUNT] += 1
            table[me, NEWS] = 1
