"""The joint distribution of the envelope, read off the diagram by closing it to all but chosen cards."""

from __future__ import annotations

import numpy as np

from sleuth.kernels.count_build import Diagram
from sleuth.kernels.count_flow import PASCAL, PASCAL_REAL, Numbers, hands, unpack
from sleuth.kernels.count_plan import Floats, Ints, Plan, Settled
from sleuth.kernels.jit import inner, kernel


@inner
def gates(known: Settled, steps: Plan, chosen: Ints) -> tuple[Ints, Ints]:
    """For every layer (layers,) and for the stock (categories,): whether the envelope may get a card there.

    chosen: a card for each category, -1 where every card may be.
    """
    open_layer, open_stock = np.empty(len(steps.order), np.int64), np.empty(len(chosen), np.int64)
    for layer in range(len(steps.order)):
        card = steps.order[layer]
        wanted = chosen[known.category[card]]
        open_layer[layer] = wanted < 0 or wanted == card
    for kind in range(len(chosen)):
        open_stock[kind] = chosen[kind] < 0 or (steps.stock >> chosen[kind]) & 1
    return open_layer, open_stock


@inner
def flood(
    known: Settled,
    steps: Plan,
    graph: Diagram,
    weight: Numbers,
    pascal: Numbers,
    chosen: Ints,
    above: Numbers,
    below: Numbers,
) -> None:
    """Deals above and below every node with these cards in the envelope; of the stock, one certain card."""
    edge, target, label, layers = graph.edge, graph.target, graph.label, len(steps.order)
    open_layer, open_stock = gates(known, steps, chosen)
    room, flag = np.empty(known.places, np.int64), np.empty(len(chosen), np.int64)
    above[:] = 0
    above[0] = 1
    for layer in range(layers):
        for node in range(graph.layer[layer], graph.layer[layer + 1]):
            if above[node] == 0:
                continue
            for e in range(edge[node], edge[node + 1]):
                if label[e] != known.envelope or open_layer[layer]:
                    above[target[e]] += above[node] * weight[e]
    below[:] = 0
    first = len(below) - len(graph.key)
    for i in range(len(graph.key)):
        if above[first + i] == 0:
            continue
        unpack(graph.key[i], steps, known.envelope, room, flag)
        closed = False
        for kind in range(len(flag)):
            closed |= flag[kind] == 1 and open_stock[kind] == 0
        if not closed:
            below[first + i] = hands(room, -1, pascal)
    for layer in range(layers - 1, -1, -1):
        for node in range(graph.layer[layer], graph.layer[layer + 1]):
            if above[node] == 0:
                continue
            for e in range(edge[node], edge[node + 1]):
                if label[e] != known.envelope or open_layer[layer]:
                    below[node] += below[target[e]] * weight[e]


@inner
def read(
    known: Settled,
    steps: Plan,
    graph: Diagram,
    weight: Numbers,
    above: Numbers,
    below: Numbers,
    kind: int,
    cards: Ints,
    found: Numbers,
) -> None:
    """Deals with each of these cards (n,) of one category in the envelope, after a flood."""
    flag = 1 << (steps.shift[known.envelope] + kind)
    for i in range(len(cards)):
        card = cards[i]
        if (known.fixed[known.opened[kind]] >> card) & 1:
            found[i] = below[0]
        elif (steps.stock >> card) & 1:
            first = len(below) - len(graph.key)
            for j in range(len(graph.key)):
                if graph.key[j] & flag:
                    found[i] += above[first + j] * below[first + j]
        else:
            for layer in range(len(steps.order)):
                if steps.order[layer] == card:
                    for node in range(graph.layer[layer], graph.layer[layer + 1]):
                        for e in range(graph.edge[node], graph.edge[node + 1]):
                            if graph.label[e] == known.envelope:
                                found[i] += above[node] * weight[e] * below[graph.target[e]]


@kernel
def exact_envelopes(
    known: Settled, steps: Plan, graph: Diagram, chosen: Ints, kind: int, cards: Ints
) -> Ints:
    """(rows, n): deals with the cards of a row of `chosen` and one of `cards` in the envelope, wrapping."""
    nodes = len(graph.edge) - 1
    above, below, weight = (
        np.empty(nodes, np.int64),
        np.empty(nodes, np.int64),
        np.ones(len(graph.target), np.int64),
    )
    found = np.zeros((len(chosen), len(cards)), np.int64)
    for row in range(len(chosen)):
        flood(known, steps, graph, weight, PASCAL, chosen[row], above, below)
        read(known, steps, graph, weight, above, below, kind, cards, found[row])
    return found


@kernel
def real_envelopes(
    known: Settled, steps: Plan, graph: Diagram, chosen: Ints, kind: int, cards: Ints, weight: Floats
) -> Floats:
    """The same in floats, weighted."""
    nodes = len(graph.edge) - 1
    above, below, found = np.empty(nodes), np.empty(nodes), np.zeros((len(chosen), len(cards)))
    for row in range(len(chosen)):
        flood(known, steps, graph, weight, PASCAL_REAL, chosen[row], above, below)
        read(known, steps, graph, weight, above, below, kind, cards, found[row])
    return found
