"""Counting card by card: the state is the room left in every slot and the clauses still open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.problem import Problem, bits
from sleuth.inference.reduce import Reduced


@dataclass(slots=True)
class Diagram:
    """All deals as the paths of a layered graph: one layer a card, one edge a place for it."""

    problem: Problem
    rest: Reduced | None
    order: list[int] = field(default_factory=list)
    layers: list[list[tuple[int, int, int, float]]] = field(default_factory=list)
    """(from, to, slot, weight) for every card of `order`."""
    nodes: list[int] = field(default_factory=lambda: [1])

    @property
    def deals(self) -> int:
        return self.backward()[0][0] if self.rest is not None else 0

    def backward(self, weighted: bool = False) -> list[list[Any]]:
        """For every node, the deals (or weight) below it."""
        below: list[list[Any]] = [[1] * self.nodes[-1]]
        for edges, count in zip(reversed(self.layers), reversed(self.nodes[:-1]), strict=True):
            here: list[Any] = [0] * count
            nxt = below[-1]
            for a, b, _, w in edges:
                here[a] += nxt[b] * w if weighted else nxt[b]
            below.append(here)
        return below[::-1]

    def flows(self, weighted: bool = False) -> list[list[Any]]:
        """For every free card, the deals (or weight) with it in each slot."""
        assert self.rest is not None
        below = self.backward(weighted)
        above: list[Any] = [1]
        found = []
        for k, edges in enumerate(self.layers):
            row: list[Any] = [0] * len(self.rest.home)
            nxt: list[Any] = [0] * self.nodes[k + 1]
            for a, b, slot, w in edges:
                flow = above[a] * w if weighted else above[a]
                nxt[b] += flow
                row[slot] += flow * below[k + 1][b]
            above = nxt
            found.append(row)
        return found

    def _spread(self, weighted: bool) -> list[list[Any]]:
        table: list[list[Any]] = [[0] * self.problem.places for _ in self.problem.category]
        if self.rest is None:
            return table
        total = self.backward(weighted)[0][0]
        for slot, cards in enumerate(self.rest.fixed):
            for card in bits(cards):
                table[card][self.rest.home[slot]] = total
        for card, row in zip(self.order, self.flows(weighted), strict=True):
            for slot, value in enumerate(row):
                table[card][self.rest.home[slot]] += value
        return table

    def table(self) -> list[list[int]]:
        """(cards, places): exact counts."""
        return self._spread(weighted=False)

    def weights(self) -> NDArray[np.float64]:
        """(cards, places): probabilities."""
        spread = np.array(self._spread(weighted=True), dtype=object)
        total = max(self.backward(True)[0][0], 0) if self.rest is not None else 0
        return (spread / total if total else spread).astype(np.float64)

    def envelopes(self) -> tuple[list[tuple[int, ...]], list[int], NDArray[np.float64]]:
        """The possible envelopes with their counts and chances."""
        if self.rest is None or not self.deals:
            return [], [], np.zeros(0)
        counts, weights = self._joint(False), self._joint(True)
        cards = sorted(counts, key=lambda key: (-weights[key], key))
        shares = np.array([float(weights[key]) for key in cards])
        shares /= shares.sum()
        return [tuple(bits(key)) for key in cards], [counts[key] for key in cards], shares

    def _joint(self, weighted: bool) -> dict[int, Any]:
        assert self.rest is not None
        envelope = self.problem.envelope
        start = 0
        for slot, cards in enumerate(self.rest.fixed):
            if self.rest.home[slot] == envelope:
                start |= cards
        here: list[dict[int, Any]] = [{start: 1}]
        below = self.backward()
        for k, edges in enumerate(self.layers):
            nxt: list[dict[int, Any]] = [{} for _ in range(self.nodes[k + 1])]
            for a, b, slot, w in edges:
                if not below[k + 1][b]:
                    continue
                add = 1 << self.order[k] if self.rest.home[slot] == envelope else 0
                target = nxt[b]
                for key, value in here[a].items():
                    target[key | add] = target.get(key | add, 0) + (value * w if weighted else value)
            here = nxt
        return here[0]

    def sample(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """(n, cards): the place of every card in n deals."""
        assert self.rest is not None
        deals = np.zeros((n, self.problem.cards), np.uint8)
        for slot, cards in enumerate(self.rest.fixed):
            for card in bits(cards):
                deals[:, card] = self.rest.home[slot]
        below = self.backward(True)
        if not below[0][0]:
            raise ValueError("no deal fits")
        node = np.zeros(n, np.int64)
        home = np.array(self.rest.home, np.uint8)
        for k, edges in enumerate(self.layers):
            chosen = _choose(edges, below[k + 1], self.nodes[k], node, rng)
            node = np.array([edge[1] for edge in edges])[chosen]
            deals[:, self.order[k]] = home[np.array([edge[2] for edge in edges])[chosen]]
        return deals


def _choose(
    edges: list[tuple[int, int, int, float]],
    below: list[Any],
    count: int,
    node: NDArray[np.int64],
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    total = float(max(below))
    share = np.array([float(below[b]) / total * w for _, b, _, w in edges])
    start = np.searchsorted([edge[0] for edge in edges], np.arange(count + 1))
    ends = np.concatenate([[0.0], np.cumsum(share)])
    aim = ends[start[node]] + rng.random(len(node)) * (ends[start[node + 1]] - ends[start[node]])
    chosen = np.searchsorted(ends, aim, side="right") - 1
    kept: NDArray[np.int64] = np.clip(chosen, start[node], start[node + 1] - 1)
    return kept


def diagram(problem: Problem, rest: Reduced | None) -> Diagram:
    """The graph of all deals of a reduced problem."""
    if rest is None:
        return Diagram(problem, None)
    order = list(bits(rest.free))
    found = Diagram(problem, rest, order)
    layout = _Layout(problem, rest, order)
    states = {layout.start: 0}
    for k in range(len(order)):
        states, edges = layout.step(k, states)
        found.layers.append(edges)
        found.nodes.append(len(states))
        if not states:
            return Diagram(problem, None)
    return found


class _Layout:
    """How a state is packed into one integer: room per slot, a bit per open clause, bits per factor."""

    def __init__(self, problem: Problem, rest: Reduced, order: list[int]) -> None:
        self.rest, self.order = rest, order
        self.shift: list[int] = []
        self.start = 0
        at = 0
        for room in rest.room:
            self.shift.append(at)
            self.start |= room << at
            at += room.bit_length()
        self.clears: dict[tuple[int, int], int] = {}
        self.closes = [0] * problem.cards
        rank = {card: i for i, card in enumerate(order)}
        envelope = [s for s, place in enumerate(rest.home) if place == problem.envelope]
        literals = [[(card, slot) for card in bits(mask)] for slot, mask in rest.clauses]
        literals += [
            [(card, slot) for slot in envelope for card in bits(rest.allowed[slot] & mask)]
            for mask in rest.cases
        ]
        for clause in literals:
            self.start |= 1 << at
            for key in clause:
                self.clears[key] = self.clears.get(key, 0) | 1 << at
            self.closes[max((card for card, _ in clause), key=rank.__getitem__)] |= 1 << at
            at += 1
        self._factors(problem, rank, at)

    def _factors(self, problem: Problem, rank: dict[int, int], at: int) -> None:
        fixed = [0] * problem.places
        for slot, cards in enumerate(self.rest.fixed):
            fixed[self.rest.home[slot]] |= cards
        self.held: dict[tuple[int, int], int] = {}
        self.reads: dict[int, list[tuple[int, int, tuple[float, ...]]]] = {}
        for factor in problem.factors:
            free = [card for card in factor.cards if card in rank]
            if not free:
                continue  # the same for every deal
            for i, card in enumerate(factor.cards):
                if fixed[factor.place] >> card & 1:
                    self.start |= 1 << at + i
                elif card in rank:
                    self.held[card, factor.place] = self.held.get((card, factor.place), 0) | 1 << at + i
            last = max(free, key=rank.__getitem__)
            self.reads.setdefault(last, []).append((at, len(factor.weights) - 1, factor.weights))
            at += len(factor.cards)

    def step(
        self, k: int, states: dict[int, int]
    ) -> tuple[dict[int, int], list[tuple[int, int, int, float]]]:
        """One card: from each state to every slot with room."""
        card = self.order[k]
        rest = self.rest
        nxt: dict[int, int] = {}
        edges = []
        reads = self.reads.get(card, [])
        moves = [
            (
                slot,
                ((1 << room.bit_length()) - 1) << self.shift[slot],
                1 << self.shift[slot],
                self.clears.get((card, slot), 0),
                self.held.get((card, rest.home[slot]), 0),
            )
            for slot, room in enumerate(rest.room)
            if rest.allowed[slot] >> card & 1
        ]
        closes = self.closes[card]
        for state, index in states.items():
            for slot, room, unit, clears, held in moves:
                if not state & room:
                    continue
                new = ((state - unit) & ~clears) | held
                if new & closes:
                    continue
                weight = 1.0
                for at, mask, weights in reads:
                    weight *= weights[new >> at & mask]
                    new &= ~(mask << at)
                edges.append((index, nxt.setdefault(new, len(nxt)), slot, weight))
        return nxt, edges
