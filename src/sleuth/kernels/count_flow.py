"""What flows through a diagram: deals above and below every node, and how often each place gets each card.

Integers wrap at 64 bits on purpose. Where they may, the same sums are made in floats as well; the caller puts
the low bits of the one and the high bits of the other together. The type of `pascal` decides which.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_bits import NONE
from sleuth.kernels.count_build import Diagram
from sleuth.kernels.count_plan import Ints, Plan, Settled
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
PASCAL.flags.writeable = PASCAL_REAL.flags.writeable = (
    False  # as numba sees constants: one type, compiled once
)


@inner
def unpack(key: int, steps: Plan, envelope: int, room: Ints, flag: Ints) -> None:
    """The room of every place (places,) and the open categories (categories,) of a state."""
    for place in range(len(room)):
        room[place] = (key >> steps.shift[place]) & ((1 << steps.low[place]) - 1)
    room[envelope] = 0
    for kind in range(len(flag)):
        flag[kind] = (key >> (steps.shift[envelope] + kind)) & 1


@inner
def hands(room: Ints, pascal: Numbers) -> Any:
    """The ways to deal cards to so much room."""
    ways, cards = pascal[0, 0], 0
    for place in range(len(room)):
        cards += room[place]
        ways *= pascal[cards, room[place]]
    return ways


@inner
def hands_with(room: Ints, pascal: Numbers, ways: Numbers) -> None:
    """For every place with room (places,), the ways in which one certain card goes there."""
    cards = 0
    for place in range(len(room)):
        cards += room[place]
    # Behind the place there is one card less to choose from, before it nothing changes.
    behind, before = pascal[0, 0], pascal[0, 0]
    for place in range(len(room) - 1, -1, -1):
        cards -= room[place]
        ways[place] = behind
        if room[place]:
            behind *= pascal[cards + room[place] - 1, room[place]]
    for place in range(len(room)):
        if room[place]:
            cards += room[place]
            ways[place] *= before * pascal[cards - 1, room[place] - 1]
            before *= pascal[cards, room[place]]


@inner
def gates(known: Settled, steps: Plan, chosen: Ints) -> tuple[Ints, Ints]:
    """Whether the envelope may get a layer's card (layers,), and from how many of the stock (categories,).

    chosen: for each category the card in the envelope, -1 where it may be any.
    """
    ajar, picks = np.empty(len(steps.order), np.int64), np.empty(len(chosen), np.int64)
    for layer in range(len(steps.order)):
        card = steps.order[layer]
        wanted = chosen[known.category[card]]
        ajar[layer] = wanted < 0 or wanted == card
    for kind in range(len(chosen)):
        picks[kind] = steps.inside[kind] if chosen[kind] < 0 else (steps.stock >> chosen[kind]) & 1
    return ajar, picks


@inner
def choices(flag: Ints, picks: Ints, without: int, pascal: Numbers) -> Any:
    """The ways to choose the stock's cards for the envelope, leaving out one category."""
    ways = pascal[0, 0]
    for kind in range(len(flag)):
        if flag[kind] and kind != without:
            ways *= pascal[picks[kind], 1]
    return ways


@inner
def stock_below(
    graph: Diagram, steps: Plan, envelope: int, picks: Ints, pascal: Numbers, below: Numbers
) -> None:
    """The ways to deal the stock, below every node of the last layer."""
    room, flag = np.empty(len(steps.shift), np.int64), np.empty(len(picks), np.int64)
    first = len(below) - len(graph.key)
    for i in range(len(graph.key)):
        unpack(graph.key[i], steps, envelope, room, flag)
        below[first + i] = choices(flag, picks, NONE, pascal) * hands(room, pascal)


@inner
def stock_flow(
    graph: Diagram,
    steps: Plan,
    envelope: int,
    chosen: Ints,
    picks: Ints,
    pascal: Numbers,
    above: Numbers,
    flow: Numbers,
) -> None:
    """Deals with one certain card of the stock in each place; flow (categories + 1, places).

    A row for each category's cards that may be in the envelope, and the last row for those that may not.
    """
    places, kinds = len(steps.shift), len(picks)
    room, flag = np.empty(places, np.int64), np.empty(kinds, np.int64)
    own, ways = np.empty(kinds + 1, pascal.dtype), np.empty(places, pascal.dtype)
    first = len(above) - len(graph.key)
    for i in range(len(graph.key)):
        here = above[first + i]
        if here == 0:
            continue
        unpack(graph.key[i], steps, envelope, room, flag)
        whole = here * hands(room, pascal)
        own[:] = here * choices(flag, picks, NONE, pascal)
        for kind in range(kinds):
            if flag[kind]:
                others = choices(flag, picks, kind, pascal)
                flow[kind, envelope] += whole * others
                if chosen[kind] < 0:
                    own[kind] = here * others * pascal[max(picks[kind] - 1, 0), 1]
        hands_with(room, pascal, ways)
        for place in range(places):
            if room[place]:
                for kind in range(kinds + 1):
                    flow[kind, place] += own[kind] * ways[place]


@inner
def descend(graph: Diagram, envelope: int, ajar: Ints, weight: Numbers, above: Numbers) -> None:
    """Deals above every node, from the first on. weight: (edges,), or (1,) for all of them."""
    edge, target, label, each = graph.edge, graph.target, graph.label, int(len(weight) > 1)
    above[0] = 1
    for layer in range(len(ajar)):
        shut = -1 if ajar[layer] else envelope
        for node in range(graph.layer[layer], graph.layer[layer + 1]):
            # Where the envelope is closed to most cards, most nodes are not reached. Wrapped integers may be
            # skipped here as well: what follows from them is zero, too.
            if above[node] != 0:
                for e in range(edge[node], edge[node + 1]):
                    if label[e] != shut:
                        above[target[e]] += above[node] * weight[e * each]


@inner
def ascend(
    graph: Diagram, envelope: int, ajar: Ints, weight: Numbers, above: Numbers, below: Numbers, flow: Numbers
) -> None:
    """Deals below every node that is reached, and through every place in every layer: flow (layers, places).

    below (nodes,) is already known for the last layer.
    """
    edge, target, label, each = graph.edge, graph.target, graph.label, int(len(weight) > 1)
    for layer in range(len(ajar) - 1, -1, -1):
        here, shut = flow[layer], -1 if ajar[layer] else envelope
        for node in range(graph.layer[layer], graph.layer[layer + 1]):
            below[node] = 0
            if above[node] != 0:
                for e in range(edge[node], edge[node + 1]):
                    if label[e] != shut:
                        through = weight[e * each] * below[target[e]]
                        below[node] += through
                        here[label[e]] += above[node] * through


@inner
def spread(
    known: Settled, steps: Plan, chosen: Ints, flow: Numbers, rest: Numbers, total: Any, table: Numbers
) -> None:
    """Fill the table of all cards (cards, places): certain ones, those of the layers, those of the stock."""
    table[:] = 0
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
                here = chosen[kind] == card if place == known.envelope else chosen[kind] != card
                if here or chosen[kind] < 0:
                    table[card, place] = rest[row, place]


@inner
def tally(
    known: Settled,
    steps: Plan,
    graph: Diagram,
    weight: Numbers,
    pascal: Numbers,
    chosen: Ints,
    table: Numbers,
) -> None:
    """The table (cards, places) of the deals with the chosen cards in the envelope."""
    nodes, places = len(graph.edge) - 1, known.places
    above, below = np.zeros(nodes, pascal.dtype), np.empty(nodes, pascal.dtype)
    flow = np.zeros((len(steps.order), places), pascal.dtype)
    rest = np.zeros((len(known.opened) + 1, places), pascal.dtype)
    ajar, picks = gates(known, steps, chosen)
    descend(graph, known.envelope, ajar, weight, above)
    stock_below(graph, steps, known.envelope, picks, pascal, below)
    ascend(graph, known.envelope, ajar, weight, above, below, flow)
    stock_flow(graph, steps, known.envelope, chosen, picks, pascal, above, rest)
    spread(known, steps, chosen, flow, rest, below[0], table)
