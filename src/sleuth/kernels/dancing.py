"""Dancing links over at-least constraints, compiled: the twin of `sleuth.inference.methods.dancing.Dance`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.jit import inner, kernel

Ints = NDArray[np.int32]


@kernel
def dance(
    left: Ints,
    right: Ints,
    up: Ints,
    down: Ints,
    item: Ints,
    literal: Ints,
    row: Ints,
    size: Ints,
    need: Ints,
    cap: int,
    tally: NDArray[np.int64],
) -> tuple[int, bool]:
    """Count the solutions, at most `cap`: how many, and whether these are all.

    left, right (items + 1): the ring of open items, 0 being its root; size, need (items + 1): literals that
    are free, and that are missing; up, down, item, literal (items + 1 + nodes): the columns;
    row (2 * variables + 3): where the nodes of literal v begin, at 2v, and of -v, at 2v + 1;
    tally (variables + 1), added to: solutions in which a variable was made true.
    """
    variables = tally.size - 1
    trail = np.zeros(variables + 1, np.int32)
    before = np.zeros(variables + 1, np.int64)
    final = np.zeros(variables + 1, np.bool_)  # no other branch left at this depth
    depth, count = 0, 0
    while True:
        best = _choose(right, size, need)
        if best == 0:
            count += 1 << (variables - depth)
        if best > 0:
            trail[depth] = literal[down[best]]
            final[depth] = size[best] == need[best]
        else:
            while True:
                depth -= 1
                if depth < 0:
                    return count, count <= cap
                _put_back(trail[depth], left, right, up, down, item, row, size, need)
                if trail[depth] > 0:
                    tally[trail[depth]] += count - before[depth]
                if not final[depth] and count <= cap:
                    break
            trail[depth] = -trail[depth]
            final[depth] = True
        before[depth] = count
        _take(trail[depth], left, right, up, down, item, row, size, need)
        depth += 1


@inner
def _choose(right: Ints, size: Ints, need: Ints) -> int:
    """The open item with the least slack, then the fewest literals; 0 if there is none, -1 at a dead end."""
    best, least, fewest = 0, np.int32(2**30), np.int32(2**30)
    at = right[0]
    while at != 0:
        slack = size[at] - need[at]
        if slack <= 0:
            return at if slack == 0 else -1
        if slack < least or (slack == least and size[at] < fewest):
            best, least, fewest = at, slack, size[at]
        at = right[at]
    return best


@inner
def _take(
    literal: int, left: Ints, right: Ints, up: Ints, down: Ints, item: Ints, row: Ints, size: Ints, need: Ints
) -> None:
    """Make a literal true: it counts in its items and leaves their columns; its negation leaves its own."""
    own = 2 * literal if literal > 0 else 1 - 2 * literal
    for which in (own, own ^ 1):
        for node in range(row[which], row[which + 1]):
            at = item[node]
            down[up[node]] = down[node]
            up[down[node]] = up[node]
            size[at] -= 1
            if which == own:
                need[at] -= 1
                if need[at] == 0:
                    right[left[at]] = right[at]
                    left[right[at]] = left[at]


@inner
def _put_back(
    literal: int, left: Ints, right: Ints, up: Ints, down: Ints, item: Ints, row: Ints, size: Ints, need: Ints
) -> None:
    """Undo `_take`, step by step in the opposite order: the links still know where they were."""
    own = 2 * literal if literal > 0 else 1 - 2 * literal
    for which in (own ^ 1, own):
        for node in range(row[which + 1] - 1, row[which] - 1, -1):
            at = item[node]
            if which == own:
                if need[at] == 0:
                    right[left[at]] = at
                    left[right[at]] = at
                need[at] += 1
            size[at] += 1
            down[up[node]] = node
            up[down[node]] = node
