"""Taking out what is certain, on masks: the compiled twin of `sleuth.inference.reduce`.

Slots are the places, with the envelope opened into one slot a category. All arrays are int64 and changed in
place: room, allowed, fixed (slots,) · clause_slot, clause_mask (clauses,) · case, other (cases,): masks of
which the envelope holds at least one card · opened (categories,): the envelope's slots.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import size
from sleuth.kernels.jit import inner

Ints = NDArray[np.int64]


@inner
def put(slot: int, cards: int, room: Ints, allowed: Ints, fixed: Ints) -> bool:
    """Put these cards into this slot for good; whether that is possible."""
    count = size(cards)
    if count > room[slot] or cards & ~allowed[slot]:
        return False
    fixed[slot] |= cards
    room[slot] -= count
    for other in range(len(allowed)):
        allowed[other] &= ~cards
    if room[slot] == 0:
        allowed[slot] = 0
    return True


@inner
def settle_cards(free: int, room: Ints, allowed: Ints, fixed: Ints) -> bool:
    """A card that fits into one slot only lies there; every card must fit somewhere."""
    once = twice = 0
    for slot in range(len(allowed)):
        if room[slot] == 0:
            allowed[slot] = 0
        twice |= once & allowed[slot]
        once |= allowed[slot]
    left = free
    for slot in range(len(fixed)):
        left &= ~fixed[slot]
    if once != left:
        return False
    single = once & ~twice
    if single:
        for slot in range(len(allowed)):
            mine = allowed[slot] & single
            if mine and not put(slot, mine, room, allowed, fixed):
                return False
    return True


@inner
def settle_slots(room: Ints, allowed: Ints, fixed: Ints) -> bool:
    """A slot for which just enough cards are left gets them all."""
    for slot in range(len(room)):
        if room[slot]:
            spare = size(allowed[slot]) - room[slot]
            if spare < 0:
                return False
            if spare == 0:
                put(slot, allowed[slot], room, allowed, fixed)
    return True


@inner
def settle_clauses(
    count: int, clause_slot: Ints, clause_mask: Ints, room: Ints, allowed: Ints, fixed: Ints
) -> int:
    """Drop satisfied and implied clauses and shrink the others; how many are left, or -1 if one is broken."""
    kept = 0
    for i in range(count):
        slot, cards = clause_slot[i], clause_mask[i]
        if cards & fixed[slot]:
            continue
        cards &= allowed[slot]
        if cards == 0:
            return -1
        if room[slot] == 1:
            allowed[slot] = cards
        elif cards & (cards - 1) == 0:
            put(slot, cards, room, allowed, fixed)
        elif size(allowed[slot] & ~cards) >= room[slot]:
            clause_slot[kept], clause_mask[kept] = slot, cards
            kept += 1
    return kept


@inner
def settle_cases(count: int, case: Ints, opened: Ints, room: Ints, allowed: Ints, fixed: Ints) -> int:
    """The same for clauses about the envelope."""
    kept = 0
    for i in range(count):
        cards, satisfied, hits, last = case[i], False, 0, -1
        for slot in opened:
            satisfied |= cards & fixed[slot] != 0
            if room[slot]:
                satisfied |= allowed[slot] & ~cards == 0
                if allowed[slot] & cards:
                    hits, last = hits + 1, slot
        if satisfied:
            continue
        if hits == 0:
            return -1
        if hits == 1:
            allowed[last] &= cards
        else:
            case[kept] = cards
            kept += 1
    return kept


@inner
def strongest(count: int, clause_slot: Ints, clause_mask: Ints) -> int:
    """Drop every clause that contains another one of the same slot; how many are left."""
    kept = 0
    for i in range(count):
        needed = True
        for j in range(count):
            if i != j and clause_slot[i] == clause_slot[j] and clause_mask[j] & ~clause_mask[i] == 0:
                needed &= clause_mask[i] == clause_mask[j] and i < j
        if needed:
            clause_slot[kept], clause_mask[kept] = clause_slot[i], clause_mask[i]
            kept += 1
    return kept


@inner
def settle(
    free: int,
    room: Ints,
    allowed: Ints,
    fixed: Ints,
    clause_slot: Ints,
    clause_mask: Ints,
    case: Ints,
    other: Ints,
    opened: Ints,
) -> tuple[int, int, int]:
    """Repeat until nothing changes; the clauses, cases and other cases still open, or -1 if no deal fits."""
    clauses, cases, others = len(clause_slot), len(case), len(other)
    before = -1
    while True:
        if not settle_cards(free, room, allowed, fixed) or not settle_slots(room, allowed, fixed):
            return -1, -1, -1
        clauses = settle_clauses(clauses, clause_slot, clause_mask, room, allowed, fixed)
        cases = settle_cases(cases, case, opened, room, allowed, fixed) if clauses >= 0 else -1
        others = settle_cases(others, other, opened, room, allowed, fixed) if cases >= 0 else -1
        if others < 0:
            return -1, -1, -1
        # Masks only shrink, so their sizes tell whether anything has changed.
        after = clauses + cases + others
        for slot in range(len(room)):
            after += size(allowed[slot]) + room[slot]
        if after == before:
            return strongest(clauses, clause_slot, clause_mask), cases, others
        before = after
