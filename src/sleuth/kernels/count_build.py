"""The diagram of all deals: a layered graph whose paths are exactly the deals, built by hashing states."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import ONE, ZERO
from sleuth.kernels.count_plan import (
    ALIVE,
    CLEAR,
    CODE_MASK,
    PLACE,
    ROOM,
    SETS,
    SHIFT,
    UNIT,
    WORD,
    Factors,
    Floats,
    Ints,
    Script,
    Settled,
    assign_bits,
    slot_of,
    spans,
)
from sleuth.kernels.jit import inner

Nodes = NDArray[np.int32]
Labels = NDArray[np.uint8]


class Readings(NamedTuple):
    """When and how the factors are read off the states."""

    layer: Ints  # (factors,) the layer after which a factor is read, or -1
    bit: Ints  # (factors, 4) the bit of each of its free cards, or -1
    base: Ints  # (factors,) the pattern of the cards certainly held
    wipe: Ints  # (layers,) the bits that end


class Diagram(NamedTuple):
    """Nodes are numbered layer by layer, and so are their edges; after the last layer the stock is dealt."""

    layer: Ints  # (layers + 2,) the first node of each layer
    edge: Ints  # (nodes + 1,) the first edge of each node
    target: Nodes  # (edges,)
    label: Labels  # (edges,) the place that gets the layer's card
    weight: Floats  # (edges,), or empty without factors
    key: Ints  # (nodes of the last layer,) their states


@inner
def readings(known: Settled, factors: Factors, order: Ints, top: int, move: Ints) -> tuple[int, Readings]:
    """The bits of a state, the factors' from `top` on, and how these are read; the moves learn theirs."""
    count = len(factors.place)
    single, whole, base = np.zeros(count * 4, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64)
    for i in range(count):
        for j in range(4):
            card = factors.cards[i, j]
            if card < 0:
                continue
            slot = slot_of(known, factors.place[i], card)
            base[i] |= ((known.fixed[slot] >> card) & 1) << j
            if (known.allowed[slot] >> card) & 1:
                whole[i] |= 1 << card
                single[i * 4 + j] = 1 << card
    first, _ = spans(order, single)
    _, last = spans(order, whole)
    ends = np.empty(count * 4, np.int64)
    for i in range(count * 4):
        ends[i] = last[i // 4]
    bit, width = assign_bits(first, ends, np.zeros(count * 4, np.int64), ONE, len(order))
    wipe = np.zeros(len(order), np.int64)
    for i in range(count * 4):
        if bit[i] >= 0 and top + width[0] <= WORD:
            bit[i] += top
            wipe[last[i // 4]] |= 1 << bit[i]
            for j in range(known.places):
                if move[first[i], j, PLACE] == factors.place[i // 4] and move[first[i], j, UNIT]:
                    move[first[i], j, SETS] |= 1 << bit[i]
    return top + width[0], Readings(last, bit.reshape(count, 4), base, wipe)


@inner
def weigh(key: int, layer: int, notes: Readings, factors: Factors) -> float:
    """The product of all factors that are read after this layer."""
    weight = 1.0
    for i in range(len(notes.layer)):
        if notes.layer[i] == layer:
            pattern = notes.base[i]
            for j in range(4):
                if notes.bit[i, j] >= 0 and (key >> notes.bit[i, j]) & 1:
                    pattern |= 1 << j
            weight *= factors.weights[i, pattern]
    return weight


@inner
def grown(array: Any, length: int) -> Any:
    """A longer array with the same beginning."""
    longer = np.empty(length, array.dtype)
    for i in range(len(array)):
        longer[i] = array[i]
    return longer


@inner
def home(key: int, slots: int) -> int:
    """Where a key is looked for first in a table of a power of two of slots."""
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64(mixed >> np.uint64(32)) & (slots - 1)  # type: ignore[return-value]


@inner
def rehash(table: Nodes, keys: Ints, begin: int, end: int) -> Nodes:
    """A table twice as large with the nodes from `begin` to `end`."""
    larger = np.full(2 * len(table), -1, np.int32)
    for node in range(begin, end):
        at = home(keys[node], len(larger))
        while larger[at] >= 0:
            at = (at + 1) & (len(larger) - 1)
        larger[at] = node
    return larger


@inner
def build(script: Script, notes: Readings, factors: Factors, budget: int) -> tuple[bool, Diagram]:
    """The diagram of a plan, and whether it stayed within so many edges."""
    # Local names: arrays taken out of a tuple inside the loops would cost more than the loops.
    alive, moves, opens, wipe = script.alive, script.moves, script.opens, notes.wipe
    layers, weighted = len(moves), len(notes.layer) > 0
    keys, edge = np.empty(512, np.int64), np.empty(513, np.int64)
    target, label = np.empty(2048, np.int32), np.empty(2048, np.uint8)
    weight = np.empty(2048 if weighted else 0)
    table = np.full(1024, -1, np.int32)
    layer_at = np.zeros(layers + 2, np.int64)
    keys[0] = script.start
    nodes, edges = ONE, ZERO
    for layer in range(layers):
        begin, end, count, here = layer_at[layer], nodes, moves[layer], script.move[layer]
        layer_at[layer + 1] = nodes
        for node in range(begin, end):
            edge[node] = edges
            key = keys[node] | opens[layer]
            low, high, needy = 0, count, 0
            # A place that cannot do without this card must get it; two such places are one too many.
            for j in range(count):
                if not alive[here[j, ALIVE] + ((key >> here[j, SHIFT]) & here[j, CODE_MASK])]:
                    low, high, needy = j, j + 1, needy + 1
            if needy > 1:
                continue
            for j in range(low, high):
                if key & here[j, ROOM] == 0:
                    continue
                new = (key - here[j, UNIT]) & ~here[j, CLEAR]
                if not alive[here[j, ALIVE] + ((new >> here[j, SHIFT]) & here[j, CODE_MASK])]:
                    continue
                if weighted:
                    new |= here[j, SETS]
                    weight[edges] = weigh(new, layer, notes, factors)
                    new &= ~wipe[layer]
                at = home(new, len(table))
                found = table[at]
                while found >= end and keys[found] != new:
                    at = (at + 1) & (len(table) - 1)
                    found = table[at]
                if found < end:  # what older layers left behind counts as empty
                    found = nodes
                    table[at], keys[nodes] = nodes, new
                    nodes += 1
                target[edges], label[edges] = found, here[j, PLACE]
                edges += 1
            if edges + 64 > len(target):
                if edges > budget:
                    return False, Diagram(layer_at, edge, target[:edges], label, weight, keys)
                target, label = grown(target, 2 * len(target)), grown(label, 2 * len(label))
                weight = grown(weight, 2 * len(weight))
            if nodes + 64 > len(keys):
                keys, edge = grown(keys, 2 * len(keys)), grown(edge, 2 * len(keys) + 1)
            if 2 * (nodes - end + 64) > len(table):
                table = rehash(table, keys, end, nodes)
    layer_at[layers + 1] = nodes
    for node in range(layer_at[layers], nodes + 1):
        edge[node] = edges
    ends = keys[layer_at[layers] : nodes].copy()
    kept = edges if weighted else 0
    return True, Diagram(layer_at, edge[: nodes + 1], target[:edges], label[:edges], weight[:kept], ends)
