"""Independent deals, drawn by walking down the diagram: no burn-in, no rejection.

Every choice is made by 53 random bits, so that the chance of each deal is right to about one part in 10^14.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.count_build import Diagram
from sleuth.kernels.count_flow import PASCAL_REAL, stock_below, unpack
from sleuth.kernels.count_plan import Floats, Ints, Plan, Settled
from sleuth.kernels.jit import inner, kernel
from sleuth.kernels.rng import unit

Words = NDArray[np.uint64]
Deals = NDArray[np.uint8]


@kernel
def chances(known: Settled, steps: Plan, graph: Diagram, weight: Floats) -> tuple[float, Floats]:
    """The weight of all deals, and for each edge (edges,) the chance of it or an earlier one of its node."""
    below, upto = np.empty(len(graph.edge) - 1), np.empty(len(graph.target))
    stock_below(graph, steps, known.envelope, steps.inside, PASCAL_REAL, below)
    for node in range(graph.layer[len(steps.order)] - 1, -1, -1):
        total = 0.0
        for e in range(graph.edge[node], graph.edge[node + 1]):
            total += weight[e] * below[graph.target[e]]
            upto[e] = total
        below[node] = total
        for e in range(graph.edge[node], graph.edge[node + 1]):
            upto[e] /= total if total > 0.0 else 1.0
    return below[0], upto


@inner
def deal_stock(
    key: int,
    known: Settled,
    steps: Plan,
    stock: Ints,
    pile: Ints,
    room: Ints,
    flag: Ints,
    stream: Words,
    deal: Deals,
) -> None:
    """Deal the stock at random: a card for each open category of the envelope, the rest to the hands."""
    unpack(key, steps, known.envelope, room, flag)
    left = len(stock)
    for i in range(left):
        pile[i] = stock[i]
    for kind in range(len(flag)):
        if flag[kind]:
            skip = int(unit(stream, 0) * steps.inside[kind])
            for i in range(left):
                mine = known.category[pile[i]] == kind and (known.allowed[known.opened[kind]] >> pile[i]) & 1
                if mine and skip == 0:
                    deal[pile[i]] = known.envelope
                    left -= 1
                    pile[i] = pile[left]
                    break
                skip -= mine
    for place in range(known.places):
        for _ in range(room[place]):
            i = int(unit(stream, 0) * left)
            deal[pile[i]] = place
            left -= 1
            pile[i] = pile[left]


@kernel
def draw_deals(known: Settled, steps: Plan, graph: Diagram, upto: Floats, seed: Words, deals: Deals) -> None:
    """Fill deals (n, cards) with the place of every card; seed (1,) is a stream of `rng`."""
    order, edge, target, label = steps.order, graph.edge, graph.target, graph.label
    first, layers = graph.layer[len(steps.order)], len(steps.order)
    room, flag = np.empty(known.places, np.int64), np.empty(len(known.opened), np.int64)
    certain = np.zeros(len(known.category), np.uint8)
    cards = 0
    for card in range(len(known.category)):
        cards += (steps.stock >> card) & 1
        for slot in range(len(known.fixed)):
            if (known.fixed[slot] >> card) & 1:
                certain[card] = slot if slot < known.places else known.envelope
    stock, pile = np.empty(cards, np.int64), np.empty(cards, np.int64)
    cards = 0
    for card in range(len(known.category)):
        if (steps.stock >> card) & 1:
            stock[cards] = card
            cards += 1
    for n in range(len(deals)):
        deal = deals[n]
        for card in range(len(certain)):
            deal[card] = certain[card]
        node = 0
        for layer in range(layers):
            e, last = edge[node], edge[node + 1] - 1
            if e < last:
                aim = unit(seed, 0)
                while e < last and upto[e] <= aim:
                    e += 1
            deal[order[layer]] = label[e]
            node = target[e]
        if cards:
            deal_stock(graph.key[node - first], known, steps, stock, pile, room, flag, seed, deal)
