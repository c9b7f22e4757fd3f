"""Games of simple players, compiled: what each seat asks, who shows what, and who wins.

Shapes as in `sleuth.kernels.playout`, and policy (seats, 6), `RULE` … `SHOW` of each seat · streams (seats,),
states of `sleuth.kernels.rng`. The slow, obvious twins are `sleuth.agents.policy` and `sleuth.agents.simple`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import lowest, size
from sleuth.kernels.jit import kernel, open_part, part
from sleuth.kernels.playout import (
    CANT,
    CARDS,
    CLAUSE,
    COUNT,
    HAS,
    SEATS,
    SHOWN,
    TRUST,
    after,
    nobodys,
    note_answer,
    note_lack,
    placed,
    settle,
    solved,
)
from sleuth.kernels.rng import below, draw

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]

RULE, NOTES, TIES, SOLVED, BLUFF, SHOW = range(6)
"""The columns of a policy."""
STATELESS, RANDOM, HEURISTIC, LIKELY, ODDS = range(5)
"""RULE: any card that is not one's own; any card not placed yet; the one that the fewest players can have;
the one that most likely nobody has, by one's notes, or by these and given odds."""
LOWEST, ANY = range(2)
"""TIES."""
AVOID, NAME, HIDE = range(3)
"""SOLVED: what to ask for where the envelope's card is known: another card; that card; one's own, if any."""
SHOW_ANY, SHOW_SEEN, SHOW_LOWEST, SHOW_WIDEST = range(4)
"""SHOW: any card; one that the asker has seen before, if possible; the first; one seen before, if possible,
else one of the category with the most cards."""
FURTHER, EACH = 0.5, 0.3
"""How much it counts, for `LIKELY` and `ODDS`, that anyone but the next player may have a card, and for each
card left of its category: what the next one shows is over at once, what goes further tells everybody who
lacks it, and that is the worse the less is known."""
FINE = 1e-9
"""Chances closer than this are equal."""


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
def lacking(table: Ints, hand: Ints, me: int, seat: int, card: int) -> float:
    """Roughly how likely a seat lacks a card that it may have: by its free places and by each open clause."""
    has, cant = table[me, HAS + seat], table[me, CANT + seat]
    maybe = (table[me, HAS + me] | table[me, CANT + me]) & ~(has | cant)
    chance = 1.0 - (size(hand[seat]) - size(has)) / size(maybe)
    for i in range(CLAUSE, CLAUSE + 2 * table[me, COUNT], 2):
        if table[me, i] == seat and table[me, i + 1] & card:
            left = table[me, i + 1] & ~cant
            if left & has == 0:
                chance *= 1.0 - 1.0 / size(left)
    return chance


@part
def held_by_odds(table: Ints, odds: Floats, seats: int, me: int, card: int, further: float) -> float:
    """How likely others have a card, those further away counting `further`, by odds of what may still be."""
    i, near, held = lowest(card), after(me, 1, seats), 0.0
    total = odds[seats, i]
    for seat in range(seats):
        if table[me, CANT + seat] & card == 0:
            held += odds[seat, i] if seat == near else further * odds[seat, i]
            total += odds[seat, i]
    return held / total if total > 0.0 else 0.0


@part
def held_roughly(table: Ints, hand: Ints, me: int, card: int, further: float) -> float:
    """How likely others have a card, those further away counting `further`, by what `me` has noted."""
    near, held = after(me, 1, hand.size), 0.0
    for seat in range(hand.size):
        if table[me, CANT + seat] & card == 0:
            far = 1.0 if seat == near else further
            held += far * (1.0 - lacking(table, hand, me, seat, card))
    return held


@part
def likeliest(table: Ints, hand: Ints, odds: Floats | None, me: int, cards: int) -> int:
    """Those of the cards, none of them placed, that most likely nobody has: by notes and by odds, if any."""
    if cards & (cards - 1) == 0:
        return cards
    least, found, further = np.inf, 0, FURTHER + EACH * size(cards)
    while cards:
        card = cards & -cards
        held = held_roughly(table, hand, me, card, further)
        if odds is not None:
            held += held_by_odds(table, odds, hand.size, me, card, further)
        if held < least - FINE:
            least, found = held, card
        elif held < least + FINE:
            found |= card
        cards &= cards - 1
    return found


@part
def open_to(
    table: Ints,
    hand: Ints,
    me: int,
    cards: int,
    where: int,
    inside: int,
    counts: tuple[int, int, int, int],
    policy: Ints,
    row: int,
) -> int:
    """Those of one category's cards that a policy, the `row` of many, takes one of, odds left aside.

    where, inside: the cards whose hand is known, and those known to be in no hand · counts: as of `able`.
    """
    own: int = cards & hand[me]
    pool = cards & ~own
    if policy[row, RULE] == STATELESS:
        return pool
    pool &= ~where
    inside &= pool
    if inside and policy[row, SOLVED] == HIDE:
        return own or inside
    if policy[row, RULE] == RANDOM:
        return inside if inside and policy[row, SOLVED] else pool
    if policy[row, SOLVED] == AVOID and pool & ~inside:
        pool &= ~inside
    if policy[row, RULE] == LIKELY:
        return likeliest(table, hand, None, me, pool)
    return pool if policy[row, RULE] == ODDS else fewest(counts, pool)


@part
def honest(policy: Ints, row: int) -> bool:
    """Whether a policy never asks for a card of its own."""
    return bool(policy[row, BLUFF] == 0 and policy[row, SOLVED] != HIDE)


@part
def bluffing(policy: Ints, row: int, cards: int, own: int) -> int:
    """How often, out of 1,024, a policy asks for a card of its own in a category."""
    if own == 0:
        return 0
    often: int = policy[row, BLUFF]
    return often if often >= 0 else (size(own) << 10) // size(cards)


class Playout(NamedTuple):
    """A game of simple players as it stands."""

    deck: Ints
    hand: Ints
    hand_size: Ints
    policy: Ints
    table: Ints
    streams: Words
    odds: Floats
    """(seats + 1, cards): how likely each seat, and last the envelope, has a card; for `ODDS`."""


@kernel
def no_odds() -> Floats:
    """Where nobody goes by odds."""
    return np.zeros((SEATS + 1, CARDS))


@open_part
def suggestion(game: Playout, me: int) -> int:
    """What a policy asks for: a mask with one card of each category."""
    table, hand, policy, streams = game.table, game.hand, game.policy, game.streams
    asked, where, inside = 0, placed(table, hand.size, me), nobodys(table, hand.size, me)
    counts = able(table, hand.size, me)
    for cards in game.deck:
        own = cards & hand[me]
        often = bluffing(policy, me, cards, own)
        if often and draw(streams, me) >> np.uint64(54) < np.uint64(often):
            asked |= pick(streams, me, own)
            continue
        pool = open_to(table, hand, me, cards, where, inside, counts, policy, me)
        if policy[me, RULE] == ODDS and pool & own == 0:
            pool = likeliest(table, hand, game.odds, me, pool)
        asked |= pool & -pool if policy[me, TIES] == LOWEST else pick(streams, me, pool)
    return asked


@part
def widest(deck: Ints, held: int) -> int:
    """Those of the cards that are of the category with the most cards."""
    most, found = 0, 0
    for cards in deck:
        if held & cards and size(cards) >= most:
            found = held & cards if size(cards) > most else found | held & cards
            most = size(cards)
    return found


@part
def answer(game: Playout, held: int, me: int, asker: int) -> int:
    """Which of the cards asked for, those it holds, a policy shows."""
    how, again = game.policy[me, SHOW], held & game.table[me, SHOWN + asker]
    if how == SHOW_LOWEST:
        return held & -held
    if again and how in (SHOW_SEEN, SHOW_WIDEST):
        held = again
    elif how == SHOW_WIDEST:
        held = widest(game.deck, held)
    return pick(game.streams, me, held)


@open_part
def ask(game: Playout, asker: int, cards: int, way: int) -> tuple[int, int]:
    """One question: the first who can must show a card, everyone notes what they saw; who showed what."""
    table, policy, seats, shower, card = game.table, game.policy, game.hand.size, -1, 0
    seat = after(asker, way, seats)
    while seat != asker:
        held = game.hand[seat] & cards
        if held:
            shower = seat
            card = answer(game, held, seat, asker)
            table[seat, SHOWN + asker] |= card
            break
        seat = after(seat, way, seats)
    for me in range(seats):
        if policy[me, NOTES]:
            note_answer(table, seats, policy[me, NOTES], me, asker, cards, shower, card, way)
            if policy[me, NOTES] & TRUST and me != asker and honest(policy, asker):
                note_lack(table, me, asker, cards)
    return shower, card


@open_part
def winner_after(game: Playout, asker: int, out: int, everyone: bool) -> int:
    """Who knows the envelope after a question: the asker, or anyone if all are checked; -1 if nobody."""
    seats, seat = game.hand.size, asker
    for _ in range(seats if everyone else 1):
        if game.policy[seat, NOTES] and not out >> seat & 1:
            settle(game.table, game.deck, game.hand_size, game.policy[seat, NOTES], seat)
            if solved(game.table, game.deck, seats, seat):
                return seat
        seat = after(seat, 1, seats)
    return -1


@open_part
def next_turn(turn: int, out: int, seats: int) -> int:
    """Whose turn is next, those who are out left out."""
    turn = after(turn, 1, seats)
    while out >> turn & 1:
        turn = after(turn, 1, seats)
    return turn


@open_part
def play_on(
    game: Playout, turn: int, out: int, asked: int, limit: int, named: bool, everyone: bool, way: int
) -> tuple[int, int]:
    """Play on: the winner (-1: nobody yet) and the questions asked, at most `limit`.

    turn: whose turn it is · out: mask of seats that accused wrongly · asked: a first question that is
    already chosen, or 0 · named: whether naming the envelope wins at once · everyone: whether all are checked
    for a proof · way: 1, or -1 to be answered from the right.
    """
    envelope = 0
    for cards in game.deck:
        envelope |= cards
    for hand in game.hand:
        envelope &= ~hand
    for step in range(limit):
        cards, asked = asked, 0
        if cards == 0:
            settle(game.table, game.deck, game.hand_size, game.policy[turn, NOTES], turn)
            cards = suggestion(game, turn)
        if named and cards == envelope:
            return turn, step + 1
        ask(game, turn, cards, way)
        winner = winner_after(game, turn, out, everyone)
        if winner >= 0:
            return winner, step + 1
        turn = next_turn(turn, out, game.hand.size)
    return -1, limit
