"""Search and sample (Neller & Luo, Algorithms 1 and 2), compiled: a random walk over assignments.

Variable v (from 0) has the literals 2v and, negated, 2v + 1. A clause is an at-least clause: it is satisfied
while at least m of its literals are true.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.jit import inner, kernel
from sleuth.kernels.rng import STEP, Words, below, mix, unit

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


class Clauses(NamedTuple):
    """Who is in which clause, both ways round."""

    m: Ints  # (clauses): literals that must be true
    begin: Ints  # (clauses + 1): clause c has literals[begin[c] : begin[c + 1]]
    literals: Ints
    row: Ints  # (2 * variables + 1): literal x is in clauses[row[x] : row[x + 1]]
    clauses: Ints


class Habit(NamedTuple):
    """How a walk goes: `sleuth.inference.methods.walksat.Variation`, for the kernel."""

    tenure: int
    restart: float
    instant: bool
    noise: float
    unique: bool
    worsen: int
    wait: bool


class Walk(NamedTuple):
    """Where the walk stands."""

    value: NDArray[np.uint8]  # (variables)
    flipped: Longs  # (variables): the step of the last flip
    true: Ints  # (clauses): literals that are true
    broken: Ints  # (clauses + 1): the unsatisfied clauses in any order; their number comes last
    spot: Ints  # (clauses): where a clause is in that list
    random: Words  # (1): a stream of random numbers


@kernel
def search_and_sample(
    clauses: Clauses, habit: Habit, iterations: int, seed: int, tally: Longs
) -> tuple[int, int]:
    """Walk for some iterations; returns how many samples were tallied, and how many different ones were met.

    tally (variables), added to: the samples in which a variable is true.
    """
    walk = _begin(tally.size, clauses.m.size, seed)
    seen = np.zeros((64, (tally.size + 63) // 64), np.uint64)
    slots = np.full(256, -1, np.int32)
    samples, distinct, last = 0, 0, 0
    _restart(walk, clauses)
    for step in range(iterations + 1):
        if step > 0:
            _step(walk, clauses, habit, step, max(1, step - habit.tenure, last))
        if walk.broken[-1] == 0:
            last = step
            if distinct == seen.shape[0]:
                seen, slots = _grow(seen, slots)
            new = _remember(walk.value, seen, slots, distinct)
            distinct += new
            if new or not habit.unique:
                samples += 1
                _add(tally, walk.value)
            if habit.instant and unit(walk.random, 0) < habit.restart:
                _restart(walk, clauses)
    return samples, distinct


@inner
def _add(tally: Longs, value: NDArray[np.uint8]) -> None:
    for variable in range(value.size):
        tally[variable] += value[variable]


@inner
def _begin(variables: int, clauses: int, seed: int) -> Walk:
    return Walk(
        np.zeros(variables, np.uint8),
        np.zeros(variables, np.int64),
        np.zeros(clauses, np.int32),
        np.zeros(clauses + 1, np.int32),
        np.zeros(clauses, np.int32),
        np.array([seed], np.uint64),
    )


@inner
def _step(walk: Walk, clauses: Clauses, habit: Habit, step: int, cutoff: int) -> None:
    """Lines 13 to 19: flip any variable of a sample, or a well chosen one of an unsatisfied clause."""
    if walk.broken[-1] > 0:
        clause = walk.broken[below(walk.random, 0, walk.broken[-1])]
        chosen = _pick(walk, clauses, habit, clause, cutoff)
    elif habit.restart > 0.0 and not habit.instant and unit(walk.random, 0) < habit.restart:
        _restart(walk, clauses)
        chosen = -1
    else:
        chosen = _any_variable(walk, cutoff)
    if chosen >= 0:
        _flip(walk, clauses, chosen)
        walk.flipped[chosen] = step


@inner
def _pick(walk: Walk, clauses: Clauses, habit: Habit, clause: int, cutoff: int) -> int:
    """A variable of the clause whose flip breaks the fewest clauses, ties at random; -1 to flip none."""
    at_random = habit.noise > 0.0 and unit(walk.random, 0) < habit.noise
    worsen = habit.worsen + at_random > 1  # 1: by random flips only, 2: always
    for heed in (True, False):
        best, fewest, ties = -1, 2**30, 0
        for i in range(clauses.begin[clause], clauses.begin[clause + 1]):
            variable = clauses.literals[i] >> 1
            now_true = walk.value[variable] ^ (clauses.literals[i] & 1)
            if (now_true and not worsen) or (heed and walk.flipped[variable] >= cutoff):
                continue
            breaks = 0 if at_random else _breaks(walk, clauses, variable)
            if breaks < fewest:
                best, fewest, ties = variable, breaks, 1
            elif breaks == fewest:
                ties += 1
                if below(walk.random, 0, ties) == 0:
                    best = variable
        if best >= 0 or habit.wait:
            return best
    return -1


@inner
def _breaks(walk: Walk, clauses: Clauses, variable: int) -> int:
    """How many clauses hold only because of the value that this variable has now."""
    literal = 2 * variable + 1 - walk.value[variable]
    breaks = 0
    for i in range(clauses.row[literal], clauses.row[literal + 1]):
        clause = clauses.clauses[i]
        breaks += walk.true[clause] == clauses.m[clause]
    return breaks


@inner
def _any_variable(walk: Walk, cutoff: int) -> int:
    """Any variable; one that is tabu only if there is no other."""
    variables = walk.value.size
    chosen = below(walk.random, 0, variables)
    while walk.flipped[chosen] >= cutoff and variables > 1:
        chosen = below(walk.random, 0, variables)
    return chosen


@inner
def _flip(walk: Walk, clauses: Clauses, variable: int) -> None:
    was = 2 * variable + 1 - walk.value[variable]
    walk.value[variable] ^= 1
    for i in range(clauses.row[was], clauses.row[was + 1]):
        clause = clauses.clauses[i]
        if walk.true[clause] == clauses.m[clause]:
            _break(walk, clause)
        walk.true[clause] -= 1
    for i in range(clauses.row[was ^ 1], clauses.row[(was ^ 1) + 1]):
        clause = clauses.clauses[i]
        walk.true[clause] += 1
        if walk.true[clause] == clauses.m[clause]:
            _mend(walk, clause)


@inner
def _break(walk: Walk, clause: int) -> None:
    walk.spot[clause] = walk.broken[-1]
    walk.broken[walk.broken[-1]] = clause
    walk.broken[-1] += 1


@inner
def _mend(walk: Walk, clause: int) -> None:
    walk.broken[-1] -= 1
    moved = walk.broken[walk.broken[-1]]
    walk.broken[walk.spot[clause]] = moved
    walk.spot[moved] = walk.spot[clause]


@inner
def _restart(walk: Walk, clauses: Clauses) -> None:
    """Give every variable a random value and count anew."""
    for variable in range(walk.value.size):
        walk.value[variable] = below(walk.random, 0, 2)
    walk.broken[-1] = 0
    for clause in range(clauses.m.size):
        walk.true[clause] = 0
        for i in range(clauses.begin[clause], clauses.begin[clause + 1]):
            walk.true[clause] += walk.value[clauses.literals[i] >> 1] ^ (clauses.literals[i] & 1)
        if walk.true[clause] < clauses.m[clause]:
            _break(walk, clause)


@inner
def _remember(value: NDArray[np.uint8], seen: Words, slots: Ints, known: int) -> bool:
    """Whether this assignment is new; if so it becomes row `known` of `seen`. Every bit is compared."""
    for word in range(seen.shape[1]):
        seen[known, word] = 0
    for variable in range(value.size):
        seen[known, variable >> 6] |= np.uint64(value[variable]) << np.uint64(variable & 63)
    slot = _slot(seen, known, slots)
    while slots[slot] >= 0:
        if _equal(seen, known, slots[slot]):
            return False
        slot = (slot + 1) & (slots.size - 1)
    slots[slot] = known
    return True


@inner
def _equal(seen: Words, one: int, other: int) -> bool:
    for word in range(seen.shape[1]):  # noqa: SIM110 - numba knows no generators
        if seen[one, word] != seen[other, word]:
            return False
    return True


@inner
def _grow(seen: Words, slots: Ints) -> tuple[Words, Ints]:
    """Twice the room; the slots stay at most a quarter full."""
    wide = np.zeros((2 * seen.shape[0], seen.shape[1]), np.uint64)
    more = np.full(2 * slots.size, -1, np.int32)
    for i in range(seen.shape[0]):
        for word in range(seen.shape[1]):
            wide[i, word] = seen[i, word]
        slot = _slot(seen, i, more)
        while more[slot] >= 0:
            slot = (slot + 1) & (more.size - 1)
        more[slot] = i
    return wide, more


@inner
def _slot(seen: Words, which: int, slots: Ints) -> int:
    mixed = np.uint64(0)
    for word in range(seen.shape[1]):
        mixed = mix(mixed + seen[which, word] + STEP)
    return np.int64(mixed & np.uint64(slots.size - 1))  # type: ignore[return-value]
