"""What questions would tell, tallied over many deals at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.jit import inner, kernel

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LOG2 = np.log(2.0)


@kernel
def weigh_questions(
    turns: Bytes,
    weight: Floats,
    envelope: Bytes,
    questions: Ints,
    code: Ints,
    radix: Ints,
    share: Floats,
    column: Ints,
    peek: Bytes,
    drawn: bool,
    bits: Floats,
    error: Floats,
    chance: Floats,
    lone: Ints,
) -> None:
    """For every question: what its answer tells about the envelope, and how likely each answer is.

    turns (cards, n): in each deal, the turn in which the card's holder answers, beyond the last one if nobody
    can show it; weight (n): adds up to one; envelope (k, n): its card of each category; questions (m, k);
    code (cards): cards that nothing tells apart share one, below radix (k) - 1, which is kept for the card
    asked for; share (1 or m, seats, 2**k, k): the chance that a seat holding a pattern of the cards shows
    each; column (seats, k): the answer that this is to the listener, 0 being that nobody shows; peek (cards
    or 0, n): whether a card may be looked at if nobody shows, which is an answer of its own in the last
    columns; drawn: whether the deals are draws, so that there are errors.
    bits, error (m); chance (m, answers); lone (m, answers): the code of the only envelope that an answer
    leaves, -1 if it leaves several, -2 if it never comes.
    """
    k, n = envelope.shape
    step = np.ones(k, np.int64)
    for i in range(k - 2, -1, -1):
        step[i] = step[i + 1] * radix[i + 1]
    plain = np.zeros(n, np.int64)
    for i in range(k):
        for d in range(n):
            plain[d] += step[i] * code[envelope[i, d]]
    # Two halves: the information in a finite sample is too large by an amount that doubles in half of it.
    joint = np.zeros((2, step[0] * radix[0], chance.shape[1]))
    key = np.zeros(n, np.int64)
    for q in range(questions.shape[0]):
        key[:] = plain
        for i in range(k):
            card = questions[q, i]
            shift = step[i] * (radix[i] - 1 - code[card])
            for d in range(n):
                if envelope[i, d] == card:
                    key[d] += shift
        joint[:] = 0.0
        _tally(turns, weight, key, questions[q], share[q % share.shape[0]], column, peek, drawn, joint)
        whole = joint[0] + joint[1]
        bits[q], spread = _information(whole)
        error[q] = 0.0
        if drawn:
            halves = 0.5 * (_information(joint[0])[0] + _information(joint[1])[0])
            bits[q] = max(0.0, 2.0 * bits[q] - halves)
            error[q] = np.sqrt(spread / n)
        for a in range(chance.shape[1]):
            chance[q, a] = whole[:, a].sum()
            lone[q, a] = _only(whole, a)


@inner
def _tally(
    turns: Bytes,
    weight: Floats,
    key: Ints,
    question: Ints,
    share: Floats,
    column: Ints,
    peek: Bytes,
    drawn: bool,
    joint: Floats,
) -> None:
    """Add the answers that every deal may give to joint (2, envelopes, answers)."""
    seats, k = column.shape
    for d in range(key.size):
        half = d & 1 if drawn else 0
        first, held = seats, 0
        for i in range(k):
            turn = turns[question[i], d]
            if turn < first:
                first, held = np.int64(turn), 1 << i
            elif turn == first:
                held |= 1 << i
        if first == seats:
            _nobody(weight[d], d, peek, joint, half, key[d])
        elif held & (held - 1) == 0:
            i = 0
            while held >> i > 1:
                i += 1
            joint[half, key[d], column[first, i]] += weight[d] * share[first, held, i]
        else:
            for i in range(k):
                if held >> i & 1:
                    joint[half, key[d], column[first, i]] += weight[d] * share[first, held, i]


@inner
def _nobody(weight: float, d: int, peek: Bytes, joint: Floats, half: int, key: int) -> None:
    """Nobody shows a card: perhaps a face-down one is looked at."""
    cards, slots = peek.shape[0], 0
    for card in range(cards):
        slots += peek[card, d]
    if slots == 0:
        joint[half, key, 0] += weight
    for card in range(cards):
        if peek[card, d]:
            joint[half, key, joint.shape[2] - cards + card] += weight / slots


@inner
def _information(joint: Floats) -> tuple[float, float]:
    """The mutual information of rows and columns in bits, and the variance of what one deal says of it."""
    rows, columns = np.zeros(joint.shape[0]), np.zeros(joint.shape[1])
    for r in range(rows.size):
        for c in range(columns.size):
            rows[r] += joint[r, c]
            columns[c] += joint[r, c]
    total = rows.sum()
    for c in range(columns.size):
        columns[c] = np.log(columns[c]) if columns[c] > 0.0 else 0.0
    mean, square = 0.0, 0.0
    for r in range(rows.size):
        if rows[r] <= 0.0:
            continue
        base = np.log(total) - np.log(rows[r])
        for c in range(columns.size):
            here = joint[r, c]
            if here > 0.0:
                ratio = np.log(here) + base - columns[c]
                mean += here * ratio
                square += here * ratio * ratio
    if total <= 0.0:
        return 0.0, 0.0
    mean, square = mean / total, square / total
    return mean / LOG2, max(0.0, square - mean * mean) / LOG2**2


@inner
def _only(joint: Floats, answer: int) -> int:
    """The only envelope that an answer leaves; -1 if there are several, -2 if there is none."""
    found = -2
    for key in range(joint.shape[0]):
        if joint[key, answer] > 0.0:
            if found != -2:
                return -1
            found = key
    return found


@kernel
def list_deals(
    allowed: Bytes, room: Ints, clears: Ints, closes: Ints, still_open: int, budget: int, found: Bytes
) -> int:
    """Write down every deal: how many there are, or -1 if they are too many for `found` or the budget.

    allowed, clears (cards, slots): whether a card may go there, and the bits of the clauses it would settle;
    room (slots): how many cards are to come; closes (cards): the clauses that no later card can settle;
    still_open: the bits of all clauses; found (limit, cards), written: the slot of every card.
    """
    cards = allowed.shape[0]
    slot = np.full(cards + 1, -1, np.int64)
    clauses = np.zeros(cards + 1, np.int64)
    clauses[0] = still_open
    depth, number = 0, 0
    while depth >= 0:
        budget -= 1
        if budget < 0 or number == found.shape[0]:
            return -1
        if depth == cards:
            for card in range(cards):
                found[number, card] = slot[card]
            number += 1
            depth -= 1
            continue
        if slot[depth] >= 0:
            room[slot[depth]] += 1
        slot[depth] = _next_slot(slot[depth], depth, allowed, clears, closes, clauses[depth], room)
        if slot[depth] < 0:
            depth -= 1
            continue
        room[slot[depth]] -= 1
        clauses[depth + 1] = clauses[depth] & ~clears[depth, slot[depth]]
        depth += 1
        slot[depth] = -1
    return number


@inner
def _next_slot(
    last: int, card: int, allowed: Bytes, clears: Ints, closes: Ints, clauses: int, room: Ints
) -> int:
    """The next slot that a card can go to, -1 if there is none."""
    for slot in range(last + 1, room.size):
        if allowed[card, slot] and room[slot] > 0 and not clauses & ~clears[card, slot] & closes[card]:
            return slot
    return -1
