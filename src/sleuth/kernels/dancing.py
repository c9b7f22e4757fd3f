"""Dancing links over at-least constraints, compiled: the twin of `sleuth.inference.methods.dancing.Dance`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.jit import inner, kernel

Ints = NDArray[np.int32]

MOST = 40  # a cap is at most 2 to this power, so that no count overflows


class Links(NamedTuple):
    """The ring of open items, their columns of literals, and the rows of nodes that a literal has."""

    left: Ints  # (items + 1); 0 is the root of the ring
    right: Ints
    size: Ints  # (items + 1): literals in the column
    need: Ints  # (items + 1): literals that must still become true
    up: Ints  # (items + 1 + nodes); the first ones are the columns' headers
    down: Ints
    item: Ints
    literal: Ints
    row: Ints  # (2 * variables + 3): where the nodes of v begin, at 2v, and those of -v, at 2v + 1


@kernel
def dance(links: Links, cap: int, tally: NDArray[np.int64]) -> tuple[int, bool]:
    """Count the solutions, giving up beyond `cap`: how many, and whether these are all.

    tally (variables + 1), added to: the solutions in which a variable was made true.
    """
    variables = tally.size - 1
    trail = np.zeros(variables + 1, np.int32)
    before = np.zeros(variables + 1, np.int64)  # the count when this literal was taken
    final = np.zeros(variables + 1, np.bool_)  # its negation need not be tried
    depth, count = 0, 0
    while True:
        best = _choose(links)
        if best == 0:
            count += 1 << min(variables - depth, MOST + 1)
        if best > 0:
            trail[depth] = links.literal[links.down[best]]
            final[depth] = links.size[best] == links.need[best]
        else:
            while True:
                depth -= 1
                if depth < 0:
                    return count, count <= cap
                _put_back(links, trail[depth])
                if trail[depth] > 0:
                    tally[trail[depth]] += count - before[depth]
                if not final[depth] and count <= cap:
                    break
            trail[depth] = -trail[depth]
            final[depth] = True
        before[depth] = count
        _take(links, trail[depth])
        depth += 1


@inner
def _choose(links: Links) -> int:
    """The open item with the least slack, then the fewest literals; 0 if there is none, -1 at a dead end."""
    best, least, fewest = 0, 2**30, 2**30
    item = links.right[0]
    while item != 0:
        size = links.size[item]
        slack = size - links.need[item]
        if slack <= 0:
            return int(item) if slack == 0 else -1
        if slack < least or (slack == least and size < fewest):
            best, least, fewest = item, slack, size
        item = links.right[item]
    return best


@inner
def _take(links: Links, literal: int) -> None:
    """Make a literal true: it counts in its items and leaves their columns; its negation leaves its own."""
    own = 2 * literal if literal > 0 else 1 - 2 * literal
    for node in range(links.row[own], links.row[own + 1]):
        _unlink(links, node)
        item = links.item[node]
        links.need[item] -= 1
        if links.need[item] == 0:
            links.right[links.left[item]] = links.right[item]
            links.left[links.right[item]] = links.left[item]
    for node in range(links.row[own ^ 1], links.row[(own ^ 1) + 1]):
        _unlink(links, node)


@inner
def _put_back(links: Links, literal: int) -> None:
    """Undo `_take`, step by step in the opposite order: the links still know where they were."""
    own = 2 * literal if literal > 0 else 1 - 2 * literal
    for node in range(links.row[(own ^ 1) + 1] - 1, links.row[own ^ 1] - 1, -1):
        _relink(links, node)
    for node in range(links.row[own + 1] - 1, links.row[own] - 1, -1):
        item = links.item[node]
        if links.need[item] == 0:
            links.right[links.left[item]] = item
            links.left[links.right[item]] = item
        links.need[item] += 1
        _relink(links, node)


@inner
def _unlink(links: Links, node: int) -> None:
    links.down[links.up[node]] = links.down[node]
    links.up[links.down[node]] = links.up[node]
    links.size[links.item[node]] -= 1


@inner
def _relink(links: Links, node: int) -> None:
    links.size[links.item[node]] += 1
    links.down[links.up[node]] = node
    links.up[links.down[node]] = node
