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
    cells = np.empty((joint.shape[1] * joint.shape[2], 2), np.int64)
    rows, columns = np.zeros(joint.shape[1]), np.zeros(joint.shape[2])
    key = np.zeros(n, np.int64)
    for q in range(questions.shape[0]):
        key[:] = plain
        for i in range(k):
            card = questions[q, i]
            shift = step[i] * (radix[i] - 1 - code[card])
            for d in range(n):
                if envelope[i, d] == card:
                    key[d] += shift
        used = _tally(
            turns, weight, key, questions[q], share[q % share.shape[0]], column, peek, drawn, joint, cells
        )
        error[q] = bits[q] = 0.0
        if drawn:
            bits[q] -= 0.5 * _information(joint[0], cells[:used], rows, columns)[0]
            bits[q] -= 0.5 * _information(joint[1], cells[:used], rows, columns)[0]
        for i in range(used):
            r, a = cells[i]
            joint[0, r, a] += joint[1, r, a]
        whole, spread = _information(joint[0], cells[:used], rows, columns)
        if drawn:
            bits[q] = max(0.0, 2.0 * whole + bits[q])
            error[q] = np.sqrt(spread / n)
        else:
            bits[q] = whole
        _answers(joint, cells[:used], chance[q], lone[q])


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
    cells: Ints,
) -> int:
    """Add the answers that every deal may give to joint (2, envelopes, answers); how many cells that touches.

    cells (envelopes * answers, 2), written: those that are no longer zero in one half or the other.
    """
    seats, k = column.shape
    used = 0
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
            used = _nobody(weight[d], d, peek, joint, half, key[d], cells, used)
            continue
        for i in range(k):
            if held >> i & 1:
                part = weight[d] * share[first, held, i]
                used = _add(joint, half, key[d], column[first, i], part, cells, used)
    return used


@inner
def _add(joint: Floats, half: int, row: int, answer: int, weight: float, cells: Ints, used: int) -> int:
    """Add to one cell, and remember it if it is new; how many there are."""
    if joint[0, row, answer] == 0.0 and joint[1, row, answer] == 0.0 and weight > 0.0:
        cells[used, 0], cells[used, 1] = row, answer
        used += 1
    joint[half, row, answer] += weight
    return used


@inner
def _nobody(
    weight: float, d: int, peek: Bytes, joint: Floats, half: int, key: int, cells: Ints, used: int
) -> int:
    """Nobody shows a card: perhaps a face-down one is looked at."""
    cards, slots = peek.shape[0], 0
    for card in range(cards):
        slots += peek[card, d]
    if slots == 0:
        return _add(joint, half, key, 0, weight, cells, used)
    for card in range(cards):
        if peek[card, d]:
            used = _add(joint, half, key, joint.shape[2] - cards + card, weight / slots, cells, used)
    return used


@inner
def _information(joint: Floats, cells: Ints, rows: Floats, columns: Floats) -> tuple[float, float]:
    """The mutual information of rows and columns in bits, and the variance of what one deal says of it.

    rows, columns: zeros to reckon with, and zeros again afterwards.
    """
    total = 0.0
    for i in range(len(cells)):
        here = joint[cells[i, 0], cells[i, 1]]
        rows[cells[i, 0]] += here
        columns[cells[i, 1]] += here
        total += here
    mean, square = 0.0, 0.0
    for i in range(len(cells)):
        here = joint[cells[i, 0], cells[i, 1]]
        if here > 0.0:
            ratio = np.log(here * total / (rows[cells[i, 0]] * columns[cells[i, 1]]))
            mean += here * ratio
            square += here * ratio * ratio
    for i in range(len(cells)):
        rows[cells[i, 0]] = columns[cells[i, 1]] = 0.0
    if total <= 0.0:
        return 0.0, 0.0
    mean, square = mean / total, square / total
    return mean / LOG2, max(0.0, square - mean * mean) / LOG2**2


@inner
def _answers(joint: Floats, cells: Ints, chance: Floats, lone: Ints) -> None:
    """The chance of every answer and the only envelope that it leaves, -1 or -2; joint is zero afterwards."""
    chance[:], lone[:] = 0.0, -2
    for i in range(len(cells)):
        row, answer = cells[i]
        chance[answer] += joint[0, row, answer]
        lone[answer] = row if lone[answer] == -2 else -1
        joint[0, row, answer] = joint[1, row, answer] = 0.0


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
