"""Counting: from a packed problem to its table of exact counts, in one call.

Integers wrap at 64 bits on purpose. Where a bound says that they may, the same sums are made in floats as
well; the caller puts the low bits of the one and the high bits of the other together.
"""

from __future__ import annotations

from math import lgamma, log

import numpy as np

from sleuth.kernels.count_bits import NONE, ZERO, lowest, size
from sleuth.kernels.count_build import Diagram, build, readings, weigh
from sleuth.kernels.count_flow import PASCAL, PASCAL_REAL, tally
from sleuth.kernels.count_plan import WORD, Clauses, Factors, Floats, Ints, Plan, Settled, plan
from sleuth.kernels.count_settle import settle
from sleuth.kernels.jit import inner, kernel

DONE, IMPOSSIBLE, TOO_LARGE = 0, 1, 2

NARROW = 62 * log(2.0)
"""The largest bound for which 63 bits are certainly enough."""
WIDE = 92 * log(2.0)
"""The largest for which the floats, eight million roundings included, still tell the bits above the 64th."""


@inner
def opened_up(
    masks: Ints, numbers: Ints, category: Ints, places: int, clauses: int, barred: int, envelope: int
) -> tuple[bool, Settled, Clauses, Ints]:
    """Whether a deal may fit, what is settled, what is open, and the barred envelopes (barred, categories).

    masks: allowed by place, clauses, clauses about the envelope, last the complements of barred envelopes ·
    numbers: sizes by place, then clause places.
    """
    kinds = numbers[envelope]
    slots = places + kinds - 1
    opened = np.arange(places - 1, slots)
    opened[0] = envelope
    room, allowed, fixed = np.ones(slots, np.int64), np.empty(slots, np.int64), np.zeros(slots, np.int64)
    for i in range(places):
        room[i], allowed[i] = numbers[i], masks[i]
    parts = np.zeros(kinds, np.int64)
    for card in range(len(category)):
        parts[category[card]] |= 1 << card
    for kind in range(kinds):
        allowed[opened[kind]] = masks[envelope] & parts[kind]
        room[opened[kind]] = 1
    slot, mask = numbers[places:].copy(), masks[places : places + clauses].copy()
    case, other = masks[places + clauses : len(masks) - barred].copy(), masks[len(masks) - barred :].copy()
    free = (1 << len(category)) - 1
    left, cases, others = settle(free, room, allowed, fixed, slot, mask, case, other, opened)
    possible = left >= 0
    left, cases, others = max(left, 0), max(cases, 0), max(others, 0)
    place, joined = np.full(left + cases, envelope), np.empty(left + cases, np.int64)
    inside = 0
    for kind in range(kinds):
        inside |= allowed[opened[kind]]
    for i in range(left):
        place[i], joined[i] = slot[i], mask[i]
    for i in range(cases):
        joined[left + i] = case[i] & inside
    known = Settled(places, envelope, category, room, allowed, fixed, opened)
    return possible, known, Clauses(place, joined), barred_cards(known, other, others)


@inner
def barred_cards(known: Settled, other: Ints, count: int) -> Ints:
    """(barred, categories): the free cards of each barred envelope, -1 where a category's card is certain."""
    chosen = np.full((count, len(known.opened)), -1)
    for i in range(count):
        for kind in range(len(known.opened)):
            left = known.allowed[known.opened[kind]] & ~other[i]
            if left:
                chosen[i, kind] = lowest(left)
    return chosen


@inner
def bound(known: Settled) -> float:
    """The logarithm of what no count can exceed: free cards to hands, times choices for the envelope."""
    cards, total = 0, 0.0
    for slot in range(len(known.room)):
        inside = False
        for other in known.opened:
            inside |= other == slot
        if inside:
            total += log(max(size(known.allowed[slot]), 1))
        else:
            cards += known.room[slot]
            total -= lgamma(known.room[slot] + 1.0)
    return total + lgamma(cards + 1.0)


@inner
def busy_cards(factors: Factors) -> int:
    """The cards that factors look at."""
    busy = ZERO
    for i in range(len(factors.place)):
        for j in range(4):
            if factors.cards[i, j] >= 0:
                busy |= 1 << factors.cards[i, j]
    return busy


@kernel
def tabulate(
    masks: Ints,
    numbers: Ints,
    category: Ints,
    places: int,
    clauses: int,
    barred: int,
    envelope: int,
    factors: Factors,
    budget: int,
    tables: bool,
) -> tuple[int, bool, Settled, Plan, Diagram, Ints, Floats, Floats]:
    """How it went, whether counts may need more than 63 bits, the diagram, and three tables (cards, places).

    The low 64 bits of all counts; the counts as floats where they may need more; with factors, weights.
    Barred envelopes are in the diagram and not in the tables; without tables, give them as clauses.
    """
    possible, known, open_, wrong = opened_up(masks, numbers, category, places, clauses, barred, envelope)
    top, steps, script = plan(known, open_, busy_cards(factors))
    top, notes = readings(known, factors, steps.order, top, script.move)
    done, graph = build(script, notes, factors, budget if possible else 0)
    most, status = bound(known), TOO_LARGE
    if not possible or (done and top <= WORD and len(graph.key) == 0):
        status = IMPOSSIBLE
    elif done and top <= WORD and most <= WIDE:
        status = DONE
    rows = len(category) if tables and status == DONE else 0
    exact, part = np.zeros((rows, places), np.int64), np.zeros((rows, places), np.int64)
    real, share = np.zeros((rows if most > NARROW else 0, places)), np.zeros((rows, places))
    shares = np.zeros((rows if len(factors.place) else 0, places))
    if rows:
        chosen = np.full(numbers[envelope], -1)
        for i in range(-1, len(wrong)):
            if i >= 0:
                chosen = wrong[i]
            sign = 1 if i < 0 else -1
            tally(known, steps, graph, np.ones(1, np.int64), PASCAL, chosen, part)
            exact += sign * part
            if len(real):
                tally(known, steps, graph, np.ones(1), PASCAL_REAL, chosen, share)
                real += sign * share
            if len(shares):
                tally(known, steps, graph, graph.weight, PASCAL_REAL, chosen, share)
                shares += sign * share
        shares *= weigh(ZERO, NONE, notes, factors)  # those that are the same in every deal
    return status, most > NARROW, known, steps, graph, exact, real, shares
