"""Counting: from a packed problem to its table of exact counts, in one call.

Integers wrap at 64 bits on purpose. Where a bound says that they may, the same sums are made in floats as
well; the caller puts the low bits of the one and the high bits of the other together.
"""

from __future__ import annotations

from math import lgamma, log

import numpy as np

from sleuth.kernels.count_bits import lowest, size
from sleuth.kernels.count_build import Diagram, build, readings
from sleuth.kernels.count_flow import PASCAL, PASCAL_REAL, whole_table
from sleuth.kernels.count_plan import WORD, Factors, Floats, Ints, Plan, Settled, plan
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
) -> tuple[bool, Settled, Ints]:
    """Whether a deal may fit, the settled problem, and the envelopes that are barred (barred, categories).

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
    known = Settled(places, envelope, category, room, allowed, fixed, opened, place, joined)
    return possible, known, barred_cards(known, other, others)


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
def chart(known: Settled, factors: Factors, budget: int) -> tuple[bool, Plan, Diagram]:
    """The plan and diagram of a settled problem, and whether their making stayed within bounds."""
    busy = 0
    for i in range(len(factors.place)):
        for j in range(4):
            if factors.cards[i, j] >= 0:
                busy |= 1 << factors.cards[i, j]
    fits, steps = plan(known, busy)
    top = steps.shift[-1] + size(steps.code[-1])
    bits, notes = readings(known, factors, steps.order, top)
    done, graph = build(steps, notes, factors, budget if fits and top + bits <= WORD else -1)
    return done, steps, graph


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
) -> tuple[int, int, Ints, Floats, Floats]:
    """How it went, the edges made, and three tables (cards, places).

    The low 64 bits of all counts; the counts as floats where they may need more; with factors, weights.
    """
    nothing, none = np.zeros((1, places), np.int64), np.zeros((0, places))
    possible, known, wrong = opened_up(masks, numbers, category, places, clauses, barred, envelope)
    if not possible:
        return IMPOSSIBLE, 0, nothing, none, none
    done, steps, graph = chart(known, factors, budget)
    edges, real, shares = len(graph.target), none, none
    if not done or bound(known) > WIDE:
        return TOO_LARGE, edges, nothing, none, none
    exact = whole_table(known, steps, graph, np.ones(1, np.int64), PASCAL, wrong)
    if bound(known) > NARROW:
        real = whole_table(known, steps, graph, np.ones(1), PASCAL_REAL, wrong)
    if len(factors.place):
        shares = whole_table(known, steps, graph, graph.weight, PASCAL_REAL, wrong)
    return DONE, edges, exact, real, shares


@kernel
def charted(
    masks: Ints,
    numbers: Ints,
    category: Ints,
    places: int,
    clauses: int,
    barred: int,
    envelope: int,
    factors: Factors,
    budget: int,
) -> tuple[int, bool, Settled, Plan, Diagram]:
    """How it went, whether counts may need more than 63 bits, and the diagram for further questions.

    Here barred envelopes are to be given as clauses about the envelope, like others.
    """
    possible, known, _ = opened_up(masks, numbers, category, places, clauses, barred, envelope)
    done, steps, graph = chart(known, factors, budget if possible else -1)
    wide = bound(known) > NARROW
    if not possible or (done and len(graph.key) == 0):
        return IMPOSSIBLE, wide, known, steps, graph
    return DONE if done and bound(known) <= WIDE else TOO_LARGE, wide, known, steps, graph
