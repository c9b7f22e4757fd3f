"""The diagram of all deals: a layered graph whose paths are exactly the deals, built by hashing states."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_plan import Factors, Floats, Ints, Plan, Settled, assign_bits, slot_of, spans
from sleuth.kernels.jit import inner

Nodes = NDArray[np.int32]
Labels = NDArray[np.uint8]


class Readings(NamedTuple):
    """When and how the factors are read off the states."""

    layer: Ints  # (factors,) the layer after which a factor is read, or -1
    bit: Ints  # (factors, 4) the bit of each of its free cards, or -1
    base: Ints  # (factors,) the pattern of the cards certainly held
    sets: Ints  # (layers, places) the bits that the layer's card sets there
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
def readings(known: Settled, factors: Factors, order: Ints, top: int) -> tuple[int, Readings]:
    """The bits that factors need above bit `top`, and how they are used."""
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
    bit, width = assign_bits(first, ends, np.zeros(count * 4, np.int64), 1, len(order))
    sets, wipe = np.zeros((len(order), known.places), np.int64), np.zeros(len(order), np.int64)
    for i in range(count * 4):
        if bit[i] >= 0:
            bit[i] += top
            sets[first[i], factors.place[i // 4]] |= 1 << bit[i]
            wipe[last[i // 4]] |= 1 << bit[i]
    return width[0], Readings(last, bit.reshape(count, 4), base, sets, wipe)


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
def build(steps: Plan, notes: Readings, factors: Factors, budget: int) -> tuple[bool, Diagram]:
    """The diagram of a plan, and whether it stayed within so many edges."""
    # Local names: arrays taken out of a tuple inside the loops would cost more than the loops.
    alive, moves, move, opens, sets, wipe = (
        steps.alive,
        steps.moves,
        steps.move,
        steps.opens,
        notes.sets,
        notes.wipe,
    )
    layers, places = len(steps.order), len(steps.shift)
    weighted = len(notes.layer) > 0
    if budget < 0:
        layers = 0
    keys, edge = np.empty(512, np.int64), np.empty(513, np.int64)
    target, label, weight = (
        np.empty(2048, np.int32),
        np.empty(2048, np.uint8),
        np.empty(2048 if weighted else 0),
    )
    table = np.full(1024, -1, np.int32)
    layer_at = np.zeros(layers + 2, np.int64)
    here = np.empty((places, 7), np.int64)
    keys[0] = steps.start
    nodes, edges = 1, 0
    for layer in range(layers):
        begin, end, count = layer_at[layer], nodes, moves[layer]
        layer_at[layer + 1] = nodes
        for j in range(count):
            place = move[layer, j, 0]
            for i in range(4):
                here[j, i] = move[layer, j, i]
            here[j, 4], here[j, 5], here[j, 6] = (
                steps.shift[place],
                steps.code[place],
                steps.at[layer + 1, place],
            )
        for node in range(begin, end):
            edge[node] = edges
            key = keys[node] | opens[layer]
            low, high, needy = 0, count, 0
            # A place that cannot do without this card must get it; two such places are one too many.
            for j in range(count):
                if not alive[here[j, 6] + ((key >> here[j, 4]) & here[j, 5])]:
                    low, high, needy = j, j + 1, needy + 1
            if needy > 1:
                continue
            for j in range(low, high):
                if key & here[j, 1] == 0:
                    continue
                new = (key - here[j, 2]) & ~here[j, 3]
                if not alive[here[j, 6] + ((new >> here[j, 4]) & here[j, 5])]:
                    continue
                place = here[j, 0]
                if weighted:
                    new |= sets[layer, place]
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
                target[edges], label[edges] = found, place
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
    if budget < 0:
        return False, Diagram(layer_at, edge, target[:0], label, weight, keys)
    edge[layer_at[layers] : nodes + 1] = edges
    ends = keys[layer_at[layers] : nodes].copy()
    return True, Diagram(
        layer_at, edge[: nodes + 1], target[:edges], label[:edges], weight[: len(weight) and edges], ends
    )
