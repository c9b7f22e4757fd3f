"""Boardless games between simple players, compiled: what each seat notes, what it asks, who shows what.

Cards are bits of int64 masks. Shapes: table (seats, WIDTH), the notes that each seat keeps, in the columns
below · deck (categories,), the cards of each category that do not lie face up · hand, hand_size (seats,) ·
policy (seats, 6), `RULE` … `SHOW` of each seat · streams (seats,), states of `sleuth.kernels.rng`.
The slow, obvious twins are `sleuth.agents.notes` and `sleuth.agents.policy`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import size
from sleuth.kernels.jit import open_part, part
from sleuth.kernels.rng import below, draw

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

SEATS = 10
HAS, CANT, SHOWN = 0, SEATS, 2 * SEATS
"""Columns of a table, one for each seat: cards known to be, and not to be, in its hand; cards shown to it."""
NEWS, COUNT, CLAUSE = 3 * SEATS, 3 * SEATS + 1, 3 * SEATS + 2
"""Columns of a table: whether something was noted that has not been followed up, how many clauses are open,
and each as a seat and a mask of which it has a card."""
CLAUSES_KEPT = 240
WIDTH = CLAUSE + 2 * CLAUSES_KEPT

RULE, NOTES, TIES, SOLVED, BLUFF, SHOW = range(6)
"""The columns of a policy."""
STATELESS, RANDOM, HEURISTIC = range(3)
"""RULE: any card that is not one's own; any card not placed yet; the one that the fewest players can have."""
SEEN, CLAUSES, FULL, ENOUGH, CATEGORY, TRUST = 1, 2, 4, 8, 16, 32
"""NOTES, as bits: seen and missing cards; "one of these"; a full hand lacks the rest; a hand for which just
enough cards are left has them; the envelope has one card of each category; who never bluffs lacks what it
asks for."""
LOWEST, ANY = range(2)
"""TIES."""
SHOW_ANY, SHOW_SEEN, SHOW_LOWEST = range(3)
"""SHOW: any card; one that the asker has seen before, if possible; the first."""


@open_part
def begin(table: Ints, deck: Ints, hand: Ints) -> None:
    """Everyone knows their own hand and nothing else."""
    everything = 0
    for cards in deck:
        everything |= cards
    for me in range(hand.size):
        table[me, NEWS] = table[me, COUNT] = 0
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


@part
def pick(streams: Words, seat: int, cards: int) -> int:
    """Any one of these cards, as a mask; no number is drawn where there is no choice."""
    if cards & (cards - 1) == 0:
        return cards
    for _ in range(below(streams, seat, size(cards))):
        cards &= cards - 1
    return cards & -cards


@part
def able(table: Ints, seats: int, me: int) -> tuple[int, int, int, int]:
    """How many players can have each card, as far as `me` knows: the digits of a binary counter a card."""
    ones = twos = fours = eights = 0
    for seat in range(seats):
        can = ~table[me, CANT + seat]
        carry = ones & can
        ones ^= can
        carry, twos = twos & carry, twos ^ carry
        carry, fours = fours & carry, fours ^ carry
        eights ^= carry
    return eights, fours, twos, ones


@part
def fewest(counts: tuple[int, int, int, int], cards: int) -> int:
    """Those of the cards that the fewest players can have."""
    for digit in counts:
        less = cards & ~digit
        cards = less or cards
    return cards


@part
def open_to(
    cards: int, own: int, where: int, inside: int, counts: tuple[int, int, int, int], policy: Ints, row: int
) -> int:
    """Those of one category's cards that a policy, the `row` of many, takes one of.

    where, inside: the cards whose hand is known, and those known to be in no hand · counts: as of `able`.
    """
    pool: int = cards & ~own
    if policy[row, RULE] == STATELESS:
        return pool
    pool &= ~where
    inside &= pool
    if policy[row, RULE] == RANDOM:
        return inside if inside and policy[row, SOLVED] else pool
    if policy[row, SOLVED] == 0 and pool & ~inside:
        pool &= ~inside
    return fewest(counts, pool)


@part
def bluffing(policy: Ints, row: int, cards: int, own: int) -> int:
    """How often, out of 1,024, a policy asks for a card of its own in a category."""
    if own == 0:
        return 0
    often: int = policy[row, BLUFF]
    return often if often >= 0 else (size(own) << 10) // size(cards)


@open_part
def suggestion(table: Ints, deck: Ints, hand: Ints, policy: Ints, streams: Words, me: int) -> int:
    """What a policy asks for: a mask with one card of each category."""
    asked, where, inside = 0, placed(table, hand.size, me), nobodys(table, hand.size, me)
    counts = able(table, hand.size, me)
    for cards in deck:
        own = cards & hand[me]
        often = bluffing(policy, me, cards, own)
        if often and draw(streams, me) >> np.uint64(54) < np.uint64(often):
            asked |= pick(streams, me, own)
            continue
        pool = open_to(cards, table[me, HAS + me], where, inside, counts, policy, me)
        asked |= pool & -pool if policy[me, TIES] == LOWEST else pick(streams, me, pool)
    return asked


@part
def answer(table: Ints, held: int, policy: Ints, streams: Words, me: int, asker: int) -> int:
    """Which of the cards asked for, those it holds, a policy shows."""
    again = held & table[me, SHOWN + asker]
    if policy[me, SHOW] == SHOW_SEEN and again:
        held = again
    return held & -held if policy[me, SHOW] == SHOW_LOWEST else pick(streams, me, held)


@open_part
def ask(
    table: Ints, hand: Ints, policy: Ints, streams: Words, asker: int, cards: int, way: int
) -> tuple[int, int]:
    """One question: the first who can must show a card, everyone notes what they saw; who showed what."""
    seats, shower, card = hand.size, -1, 0
    seat = after(asker, way, seats)
    while seat != asker:
        held = hand[seat] & cards
        if held:
            shower = seat
            card = answer(table, held, policy, streams, seat, asker)
            table[seat, SHOWN + asker] |= card
            break
        seat = after(seat, way, seats)
    for me in range(seats):
        if policy[me, NOTES]:
            note_answer(table, seats, policy[me, NOTES], me, asker, cards, shower, card, way)
            if policy[me, NOTES] & TRUST and me != asker and policy[asker, BLUFF] == 0:
                note_lack(table, me, asker, cards)
    return shower, card


@open_part
def winner_after(
    table: Ints, deck: Ints, hand_size: Ints, policy: Ints, asker: int, out: int, everyone: bool
) -> int:
    """Who knows the envelope after a question: the asker, or anyone if all are checked; -1 if nobody."""
    seats = policy.shape[0]
    seat = asker
    for _ in range(seats if everyone else 1):
        if policy[seat, NOTES] and not out >> seat & 1:
            settle(table, deck, hand_size, policy[seat, NOTES], seat)
            if solved(table, deck, seats, seat):
                return seat
        seat = after(seat, 1, seats)
    return -1


@open_part
def play_on(
    table: Ints,
    deck: Ints,
    hand: Ints,
    hand_size: Ints,
    policy: Ints,
    streams: Words,
    turn: int,
    out: int,
    asked: int,
    limit: int,
    named: bool,
    everyone: bool,
    way: int,
) -> tuple[int, int]:
    """Play on from a table: the winner (-1: nobody yet) and the questions asked, at most `limit`.

    turn: whose turn it is · out: mask of seats that accused wrongly · asked: a first question that is
    already chosen, or 0 · named: whether naming the envelope wins at once · way: 1, or -1 to be answered
    from the right.
    """
    seats = hand.size
    envelope = 0
    for cards in deck:
        envelope |= cards
    for seat in range(seats):
        envelope &= ~hand[seat]
    for step in range(limit):
        cards, asked = asked, 0
        if cards == 0:
            settle(table, deck, hand_size, policy[turn, NOTES], turn)
            cards = suggestion(table, deck, hand, policy, streams, turn)
        if named and cards == envelope:
            return turn, step + 1
        ask(table, hand, policy, streams, turn, cards, way)
        winner = winner_after(table, deck, hand_size, policy, turn, out, everyone)
        if winner >= 0:
            return winner, step + 1
        turn = after(turn, 1, seats)
        while out >> turn & 1:
            turn = after(turn, 1, seats)
    return -1, limit
