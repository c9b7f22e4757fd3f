"""How a settled problem is counted card by card: the order of the cards, and states packed into 62 bits.

A place reads the cards in order and says in the end whether it accepts what it got. All that it must
remember is its room (the envelope: one flag a category) and which of its clauses have begun and are not yet
satisfied. That is its code; the codes of all places side by side are the state. `alive` knows for every
place, layer and code whether the cards to come can still satisfy it, so that hopeless states are never made.

Cards about which nothing is known form the stock. They come last and all at once: however the other cards
lie, the number of ways to deal the stock is a product of binomials.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import ZERO, lowest, size
from sleuth.kernels.jit import inner

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

WORD = 62
"""Bits of a state."""
CODE = 18
"""Bits of one place's code: its table of living codes has an entry for each."""


class Settled(NamedTuple):
    """A problem after settling; shapes as in `count_settle`."""

    places: int
    envelope: int
    category: Ints  # (cards,)
    room: Ints
    allowed: Ints
    fixed: Ints
    opened: Ints


class Clauses(NamedTuple):
    """At least one of these cards is in this place; those about the envelope come last."""

    place: Ints  # (clauses,)
    mask: Ints  # (clauses,)


class Factors(NamedTuple):
    """Weights by the pattern of held cards; cards are -1 where a factor has fewer than four."""

    place: Ints  # (factors,)
    cards: Ints  # (factors, 4)
    weights: Floats  # (factors, 16)


class Plan(NamedTuple):
    """The order of the cards, and how to read a state; a layer is a card."""

    order: Ints  # (layers,) the cards
    stock: int  # the cards dealt at the end
    inside: Ints  # (categories,) how many cards of the stock may be in the envelope
    shift: Ints  # (places,) where a place's code lies
    low: Ints  # (places,) how many of its bits are its room


PLACE, ROOM, UNIT, CLEAR, SHIFT, CODE_MASK, ALIVE, SETS = range(8)
"""The columns of a move: the place; the bits of its room; what a card takes; the clauses it satisfies; where
the place's code lies, and its mask; where its living codes after the card are listed; the bits of factors."""


class Script(NamedTuple):
    """What building the diagram needs beside."""

    start: int
    moves: Ints  # (layers,) how many places may get the card
    move: Ints  # (layers, places, 8)
    opens: Ints  # (layers,) the clauses that begin
    alive: Bytes


@inner
def slot_of(known: Settled, place: int, card: int) -> int:
    """The slot of a place into which a card would go."""
    return known.opened[known.category[card]] if place == known.envelope else place


@inner
def stock(known: Settled, clauses: Clauses, busy: int) -> int:
    """The largest set of cards with the same hands open to them, without clauses and none of them `busy`."""
    free, within, excepted = 0, 0, busy
    for slot in range(len(known.allowed)):
        free |= known.allowed[slot]
    for slot in known.opened:
        within |= known.allowed[slot]
    for i in range(len(clauses.mask)):
        # In the envelope, a card of the stock must satisfy every clause.
        mask = clauses.mask[i]
        excepted |= within & ~mask if clauses.place[i] == known.envelope else mask
    rest, best = free & ~excepted, ZERO
    while rest:
        alike, card = rest, lowest(rest)
        for place in range(known.places):
            if place != known.envelope:
                mask = known.allowed[place]
                alike &= mask if (mask >> card) & 1 else ~mask
        rest &= ~alike
        if size(alike) > size(best):
            best = alike
    return best


@inner
def arrange(known: Settled, mask: Ints, cards: int) -> Ints:
    """The cards in an order that leaves few clauses begun and not finished, those without clauses last."""
    order = np.empty(size(cards), np.int64)
    done = 0
    for layer in range(len(order)):
        rest, best, lead = cards & ~done, -1, 1 << 60
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            after, begun, member, ways = done | (1 << card), 0, 0, 0
            for i in range(len(mask)):
                begun += mask[i] & after != 0 and mask[i] & cards & ~after != 0
                member += (mask[i] >> card) & 1
            for slot in range(len(known.allowed)):
                ways += (known.allowed[slot] >> card) & 1
            score = ((member == 0) << 30) + (begun << 15) - (member << 6) + ways
            if score < lead:
                best, lead = card, score
        order[layer] = best
        done |= 1 << best
    return order


@inner
def spans(order: Ints, mask: Ints) -> tuple[Ints, Ints]:
    """(masks,) twice: the layers with the first and the last card of each mask, or -1."""
    first, last = np.full(len(mask), -1), np.full(len(mask), -1)
    for i in range(len(mask)):
        for layer in range(len(order)):
            if (mask[i] >> order[layer]) & 1:
                last[i] = layer
                if first[i] < 0:
                    first[i] = layer
    return first, last


@inner
def assign_bits(first: Ints, last: Ints, owner: Ints, owners: int, layers: int) -> tuple[Ints, Ints]:
    """A bit for each span, reused after its end; (spans,) bits and (owners,) how many each owner needs."""
    bit, width = np.full(len(first), -1), np.zeros(owners, np.int64)
    for layer in range(layers):
        for i in range(len(first)):
            if first[i] != layer:
                continue
            taken = 0
            for j in range(len(first)):
                if bit[j] >= 0 and owner[j] == owner[i] and last[j] >= layer:
                    taken |= 1 << bit[j]
            bit[i] = lowest(~taken)
            width[owner[i]] = max(width[owner[i]], bit[i] + 1)
    return bit, width


@inner
def room_bits(known: Settled) -> Ints:
    """(places,) the bits that each place's room needs."""
    bits = np.zeros(known.places, np.int64)
    for place in range(known.places):
        while known.room[place] >> bits[place]:
            bits[place] += 1
    bits[known.envelope] = len(known.opened)
    return bits


@inner
def clause_codes(
    known: Settled, clauses: Clauses, first: Ints, last: Ints, low: Ints, bit: Ints, order: Ints
) -> tuple[Ints, Ints]:
    """(layers, places) twice, in each place's code: clauses begun in a layer, and satisfied by its card."""
    shape = (len(order), known.places)
    opens, take = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for i in range(len(bit)):
        if bit[i] < 0:
            continue
        place = clauses.place[i]
        flag = 1 << (low[place] + bit[i])
        opens[first[i], place] |= flag
        for layer in range(first[i], min(last[i] + 1, len(order))):
            if (clauses.mask[i] >> order[layer]) & 1:
                take[layer, place] |= flag
    return opens, take


@inner
def accepted(
    known: Settled, place: int, low: int, stock: int, inside: Ints, wants: int, table: Bytes
) -> None:
    """Mark the codes with which a place may await the stock; `wants`: the envelope must get one of it."""
    if place != known.envelope:
        for code in range(1 << low if known.allowed[place] & stock else 1):
            table[code] = 1
        return
    possible = 0
    for kind in range(len(inside)):
        possible |= (inside[kind] > 0) << kind
    flags = (1 << low) - 1
    for code in range(1, len(table)):
        # Every card of the stock satisfies every open clause about the envelope.
        table[code] = code & flags != 0 and code & flags & ~possible == 0
    table[0] = wants == 0


@inner
def living(
    known: Settled, steps: Plan, code: Ints, opens: Ints, take: Ints, wants: int
) -> tuple[Bytes, Ints]:
    """Which codes of which place can still be satisfied, before every layer: a table, and where each begins.

    opens, take: (layers, places) in each place's own code.
    """
    order, low, layers = steps.order, steps.low, len(steps.order)
    total, lasting = 0, False
    for place in range(known.places):
        total += (layers + 1) * (code[place] + 1)
    for kind in range(len(steps.inside)):
        lasting |= steps.inside[kind] > 0
    alive, at = np.zeros(total, np.uint8), np.empty((layers + 1, known.places), np.int64)
    end = 0
    for place in range(known.places):
        begin, end = end, end + code[place] + 1
        at[layers, place] = begin
        accepted(known, place, low[place], steps.stock, steps.inside, wants, alive[begin:end])
        # The clauses under way, seen from the end; those about the envelope may wait for the stock.
        begun = code[place] if place == known.envelope and lasting else 0
        for layer in range(layers - 1, -1, -1):
            later = at[layer + 1, place]
            at[layer, place] = later
            card = order[layer]
            if not (known.allowed[slot_of(known, place, card)] >> card) & 1:
                continue
            begin, end = end, end + code[place] + 1
            at[layer, place] = begin
            begun = (begun | take[layer, place]) & ~opens[layer, place]  # now before the card
            unit = 1 << known.category[card] if place == known.envelope else 1
            room = unit if place == known.envelope else (1 << low[place]) - 1
            for state in range(code[place] + 1):
                if state >> low[place] << low[place] & ~begun == 0:
                    now = state | opens[layer, place]
                    ok = alive[later + now]
                    if now & room:
                        ok |= alive[later + ((now - unit) & ~take[layer, place])]
                    alive[begin + state] = ok
    return alive, at


@inner
def movements(known: Settled, steps: Plan, code: Ints, take: Ints, at: Ints) -> tuple[Ints, Ints]:
    """For every layer the places that may get its card, and what that does to the state."""
    order, shift = steps.order, steps.shift
    moves, move = np.zeros(len(order), np.int64), np.zeros((len(order), known.places, 8), np.int64)
    for layer in range(len(order)):
        card = order[layer]
        for place in range(known.places):
            if not (known.allowed[slot_of(known, place, card)] >> card) & 1:
                continue
            unit = 1 << (shift[place] + (known.category[card] if place == known.envelope else 0))
            here = move[layer, moves[layer]]
            here[PLACE], here[UNIT], here[CLEAR] = place, unit, take[layer, place] << shift[place]
            here[ROOM] = unit if place == known.envelope else ((1 << steps.low[place]) - 1) << shift[place]
            here[SHIFT], here[CODE_MASK], here[ALIVE] = shift[place], code[place], at[layer + 1, place]
            moves[layer] += 1
    return moves, move


@inner
def beginning(known: Settled, shift: Ints) -> int:
    """The state before the first card."""
    start = 0
    for place in range(known.places):
        if place != known.envelope:
            start |= known.room[place] << shift[place]
    for kind in range(len(known.opened)):
        start |= known.room[known.opened[kind]] << (shift[known.envelope] + kind)
    return start


@inner
def plan(known: Settled, clauses: Clauses, busy: int) -> tuple[int, Plan, Script]:
    """The bits of a state, perhaps too many, and how to count; `busy` cards stay out of the stock."""
    free = 0
    for slot in range(len(known.allowed)):
        free |= known.allowed[slot]
    rest = stock(known, clauses, busy)
    order = arrange(known, clauses.mask, free & ~rest)
    layers, places = len(order), known.places
    first, last = spans(order, clauses.mask)
    wants = ZERO
    for i in range(len(last)):
        if clauses.place[i] == known.envelope and clauses.mask[i] & rest:
            last[i] = layers
            wants |= first[i] < 0
    bit, width = assign_bits(first, last, clauses.place, places, layers)
    low, inside = room_bits(known), np.zeros(len(known.opened), np.int64)
    for kind in range(len(inside)):
        inside[kind] = size(known.allowed[known.opened[kind]] & rest)
    code, shift, top = np.empty(places, np.int64), np.empty(places, np.int64), 0
    for place in range(places):
        bits = low[place] + width[place]
        code[place], shift[place] = (1 << bits) - 1, top
        top += bits if bits <= CODE else WORD + 1
    steps = Plan(order, rest, inside, shift, low)
    if top > WORD:
        nothing = np.zeros((layers, places, 8), np.int64)
        return top, steps, Script(0, np.zeros(layers, np.int64), nothing, order, np.zeros(1, np.uint8))
    opens, take = clause_codes(known, clauses, first, last, low, bit, order)
    alive, at = living(known, steps, code, opens, take, wants)
    begins = np.zeros(layers, np.int64)
    for layer in range(layers):
        for place in range(places):
            begins[layer] |= opens[layer, place] << shift[place]
    moves, move = movements(known, steps, code, take, at)
    return top, steps, Script(beginning(known, shift), moves, move, begins, alive)
