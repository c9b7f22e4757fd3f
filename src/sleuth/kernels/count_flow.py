"""What flows through a diagram: deals above and below every node, and how often each place gets each card.

Integers wrap at 64 bits on purpose. Where they may, the same sums are made in floats as well; the caller puts
the low bits of the one and the high bits of the other together. The type of `pascal` decides which.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_build import Diagram
from sleuth.kernels.count_plan import Floats, Ints, Plan, Settled
from sleuth.kernels.jit import inner

Numbers: TypeAlias = NDArray[Any]
"""Integers or floats: each kernel is compiled for both."""


def _pascal(rows: int) -> Ints:
    triangle = np.zeros((rows, rows), np.int64)
    triangle[:, 0] = 1
    for n in range(1, rows):
        triangle[n, 1:] = triangle[n - 1, 1:] + triangle[n - 1, :-1]
    return triangle


PASCAL = _pascal(63)
PASCAL_REAL = PASCAL.astype(np.float64)


@inner
def unpack(key: int, steps: Plan, envelope: int, room: Ints, flag: Ints) -> None:
    """The room of every place (places,) and the open categories (categories,) of a state."""
    for place in range(len(room)):
        room[place] = (key >> steps.shift[place]) & ((1 << steps.low[place]) - 1)
    room[envelope] = 0
    for kind in range(len(flag)):
        flag[kind] = (key >> (steps.shift[envelope] + kind)) & 1


@inner
def hands(room: Ints, short: int, pascal: Numbers) -> Any:
    """The ways to deal cards to so much room, with one card less to place `short`."""
    ways, cards = pascal[0, 0], 0
    for place in range(len(room)):
        here = room[place] - (place == short)
        cards += here
        ways *= pascal[cards, here]
    return ways


@inner
def choices(flag: Ints, inside: Ints, without: int, pascal: Numbers) -> Any:
    """The ways to choose the stock's cards for the envelope, leaving out one category."""
    ways = pascal[0, 0]
    for kind in range(len(flag)):
        if flag[kind] and kind != without:
            ways *= pascal[inside[kind], 1]
    return ways


@inner
def stock_below(graph: Diagram, steps: Plan, envelope: int, pascal: Numbers, below: Numbers) -> None:
    """The ways to deal the stock, below every node of the last layer."""
    room, flag = np.empty(len(steps.shift), np.int64), np.empty(len(steps.inside), np.int64)
    first = len(below) - len(graph.key)
    for i in range(len(graph.key)):
        unpack(graph.key[i], steps, envelope, room, flag)
        below[first + i] = choices(flag, steps.inside, -1, pascal) * hands(room, -1, pascal)


@inner
def stock_flow(
    graph: Diagram, steps: Plan, envelope: int, pascal: Numbers, above: Numbers, flow: Numbers
) -> None:
    """Deals with one certain card of the stock in each place; flow (categories + 1, places).

    A row for each category's cards that may be in the envelope, and the last row for those that may not.
    """
    places, kinds = len(steps.shift), len(steps.inside)
    room, flag = np.empty(places, np.int64), np.empty(kinds, np.int64)
    first = len(above) - len(graph.key)
    for i in range(len(graph.key)):
        unpack(graph.key[i], steps, envelope, room, flag)
        here = above[first + i]
        every = here * choices(flag, steps.inside, -1, pascal)
        whole = here * hands(room, -1, pascal)
        for kind in range(kinds):
            if flag[kind]:
                flow[kind, envelope] += whole * choices(flag, steps.inside, kind, pascal)
        for place in range(places):
            if room[place] == 0:
                continue
            ways = hands(room, place, pascal)
            flow[kinds, place] += every * ways
            for kind in range(kinds):
                if flag[kind]:
                    rest = here * choices(flag, steps.inside, kind, pascal)
                    flow[kind, place] += rest * pascal[max(steps.inside[kind] - 1, 0), 1] * ways
                else:
                    flow[kind, place] += every * ways


@inner
def count_deals(graph: Diagram, above: Ints, below: Ints, flow: Ints) -> None:
    """Deals above and below every node, and through every place in every layer: flow (layers, places).

    `below` is already filled for the nodes of the last layer.
    """
    edge, target, label, layers = graph.edge, graph.target, graph.label, len(graph.layer) - 2
    for node in range(graph.layer[layers] - 1, -1, -1):
        total = 0
        for e in range(edge[node], edge[node + 1]):
            total += below[target[e]]
        below[node] = total
    above[:] = 0
    above[0] = 1
    for layer in range(layers):
        here = flow[layer]
        for node in range(graph.layer[layer], graph.layer[layer + 1]):
            for e in range(edge[node], edge[node + 1]):
                above[target[e]] += above[node]
                here[label[e]] += above[node] * below[target[e]]


@inner
def weigh_deals(graph: Diagram, weight: Floats, above: Floats, below: Floats, flow: Floats) -> None:
    """The same in floats, every edge with its weight (edges,)."""
    edge, target, label, layers = graph.edge, graph.target, graph.label, len(graph.layer) - 2
    for node in range(graph.layer[layers] - 1, -1, -1):
        total = 0.0
        for e in range(edge[node], edge[node + 1]):
            total += weight[e] * below[target[e]]
        below[node] = total
    above[:] = 0.0
    above[0] = 1.0
    for layer in range(layers):
        here = flow[layer]
        for node in range(graph.layer[layer], graph.layer[layer + 1]):
            for e in range(edge[node], edge[node + 1]):
                through = above[node] * weight[e]
                above[target[e]] += through
                here[label[e]] += through * below[target[e]]


@inner
def spread(known: Settled, steps: Plan, flow: Numbers, stock: Numbers, total: Any, table: Numbers) -> None:
    """The table of all cards (cards, places): certain ones, those of the layers, those of the stock."""
    for slot in range(len(known.fixed)):
        place = slot if slot < known.places else known.envelope
        for card in range(len(known.category)):
            if (known.fixed[slot] >> card) & 1:
                table[card, place] = total
    for layer in range(len(steps.order)):
        for place in range(known.places):
            table[steps.order[layer], place] = flow[layer, place]
    for card in range(len(known.category)):
        if (steps.stock >> card) & 1:
            kind = known.category[card]
            row = kind if (known.allowed[known.opened[kind]] >> card) & 1 else len(known.opened)
            for place in range(known.places):
                table[card, place] = stock[row, place]


@inner
def real_table(known: Settled, steps: Plan, graph: Diagram, weight: Floats) -> Floats:
    """The table (cards, places) in floats, weighted."""
    nodes, layers, places = len(graph.edge) - 1, len(steps.order), known.places
    above, below, table = np.empty(nodes), np.empty(nodes), np.zeros((len(known.category), places))
    flow, rest = np.zeros((layers, places)), np.zeros((len(known.opened) + 1, places))
    stock_below(graph, steps, known.envelope, PASCAL_REAL, below)
    weigh_deals(graph, weight, above, below, flow)
    stock_flow(graph, steps, known.envelope, PASCAL_REAL, above, rest)
    spread(known, steps, flow, rest, below[0], table)
    return table


@inner
def exact_table(known: Settled, steps: Plan, graph: Diagram) -> Ints:
    """The table (cards, places) in integers that wrap."""
    nodes, layers, places = len(graph.edge) - 1, len(steps.order), known.places
    above, below = np.empty(nodes, np.int64), np.empty(nodes, np.int64)
    flow, rest = np.zeros((layers, places), np.int64), np.zeros((len(known.opened) + 1, places), np.int64)
    table = np.zeros((len(known.category), places), np.int64)
    stock_below(graph, steps, known.envelope, PASCAL, below)
    count_deals(graph, above, below, flow)
    stock_flow(graph, steps, known.envelope, PASCAL, above, rest)
    spread(known, steps, flow, rest, below[0], table)
    return table
