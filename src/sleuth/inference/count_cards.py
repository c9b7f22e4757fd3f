"""The plain-Python engine: all deals as paths of a layered graph, one layer a card, the stock at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import comb
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.count_envelope import Options, alike, integers
from sleuth.inference.count_plan import Move, Plan, plan
from sleuth.inference.problem import Problem, bits
from sleuth.inference.reduce import reduced

BUDGET = 400_000
"""The edges of the largest graph that is still counted: about half a second."""


class TooLarge(Exception):
    """The graph would exceed the budget."""


Edge: TypeAlias = tuple[int, int, int, float]
"""A card's way from one state to another by going to a place: source, target, place, weight."""
Thin: TypeAlias = Callable[[Plan, int, dict[int, int], list[Edge]], tuple[dict[int, int], list[Edge]]]
"""What may make a layer narrower, for an estimate."""


class Chart:
    """The graph of all deals of a problem, and what can be read off it."""

    def __init__(self, problem: Problem, budget: int) -> None:
        rest = reduced(problem)
        self._draw(problem, None if rest is None else plan(problem, rest), budget)

    @classmethod
    def thinned(cls, steps: Plan, thin: Thin) -> Self:
        """A graph of some of the deals, each with its expected weight."""
        chart = cls.__new__(cls)
        chart._draw(steps.problem, steps, 1 << 62, thin)
        return chart

    def _draw(self, problem: Problem, steps: Plan | None, budget: int, thin: Thin | None = None) -> None:
        self.problem, self.plan = problem, steps
        self.layers: list[list[Edge]] = []
        self.nodes = [1]
        self.ends: list[int] = []
        if steps is not None:
            self._build(steps, budget, thin)

    def _build(self, steps: Plan, budget: int, thin: Thin | None) -> None:
        states, edges = {steps.start: 0}, 0
        for layer, moves in enumerate(steps.moves):
            states, found = _step(steps, layer, moves, states)
            if thin is not None:
                states, found = thin(steps, layer, states, found)
            self.layers.append(found)
            self.nodes.append(len(states))
            edges += len(found)
            if edges > budget:
                raise TooLarge
        self.ends = list(states)

    @property
    def possible(self) -> bool:
        """Whether any deal fits."""
        return bool(self.ends)

    def _below(
        self, weighted: bool, ends: Sequence[Any], closed: frozenset[int] = frozenset()
    ) -> list[list[Any]]:
        """For every node, the deals (or their weight) below it; the envelope is closed in some layers."""
        below = [list(ends)]
        for layer in reversed(range(len(self.layers))):
            here: list[Any] = [0] * self.nodes[layer]
            after, shut = below[-1], self._shut(layer, closed)
            for source, target, place, weight in self.layers[layer]:
                if place != shut:
                    here[source] += after[target] * weight if weighted else after[target]
            below.append(here)
        return below[::-1]

    def _above(self, weighted: bool, closed: frozenset[int] = frozenset()) -> list[list[Any]]:
        """The same above it."""
        above: list[list[Any]] = [[1]]
        for layer, edges in enumerate(self.layers):
            after: list[Any] = [0] * self.nodes[layer + 1]
            here, shut = above[-1], self._shut(layer, closed)
            for source, target, place, weight in edges:
                if place != shut:
                    after[target] += here[source] * weight if weighted else here[source]
            above.append(after)
        return above

    def _shut(self, layer: int, closed: frozenset[int]) -> int:
        return self.problem.envelope if layer in closed else -1

    def table(self, weighted: bool) -> list[list[Any]]:
        """(cards, places): the deals, or their weight, with each card in each place."""
        table: list[list[Any]] = [[0] * self.problem.places for _ in self.problem.category]
        if self.plan is None or not self.possible:
            return table
        below = self._below(weighted, [_stock_ways(self.plan, key) for key in self.ends])
        above = self._above(weighted)
        for slot, cards in enumerate(self.plan.rest.fixed):
            for card in bits(cards):
                table[card][self.plan.rest.home[slot]] = below[0][0]
        for layer, edges in enumerate(self.layers):
            row, here, after = table[self.plan.order[layer]], above[layer], below[layer + 1]
            for source, target, place, weight in edges:
                row[place] += (
                    here[source] * after[target] * weight if weighted else here[source] * after[target]
                )
        _spread_stock(self.plan, self.ends, above[-1], table)
        return table

    def options(self) -> Options:
        """For each category, the cards that may be in the envelope, in groups of cards that are alike."""
        assert self.plan is not None
        rest, slots = self.plan.rest, self.plan.opened
        return [alike(rest.allowed[slot] | rest.fixed[slot], self.plan.stock) for slot in slots]

    def envelopes(
        self, weighted: bool, chosen: Sequence[Sequence[int]], kind: int, cards: Sequence[int]
    ) -> list[list[Any]]:
        """For each row of chosen cards (-1: any), the deals with one of `cards` of a category beside them."""
        return [self._row(weighted, row, kind, cards) for row in chosen]

    def _row(self, weighted: bool, chosen: Sequence[int], kind: int, cards: Sequence[int]) -> list[Any]:
        steps = self.plan
        assert steps is not None
        category = self.problem.category
        wanted = [chosen[category[card]] for card in steps.order]
        closed = frozenset(k for k, card in enumerate(steps.order) if wanted[k] not in (-1, card))
        barred = sum(1 << i for i, card in enumerate(chosen) if card >= 0 and not steps.stock >> card & 1)
        rooms = [steps.rooms(key) for key in self.ends]
        ends = [0 if flags & barred else hands(room) for room, flags in rooms]
        above, below = self._above(weighted, closed), self._below(weighted, ends, closed)
        layer_of = {card: layer for layer, card in enumerate(steps.order)}
        found: list[Any] = []
        for card in cards:
            if steps.stock >> card & 1:
                pairs = zip(rooms, above[-1], ends, strict=True)
                found.append(sum(a * b for (_, flags), a, b in pairs if flags >> kind & 1))
            elif card in layer_of:
                found.append(self._through(weighted, layer_of[card], above, below))
            else:
                found.append(below[0][0])
        return found

    def _through(self, weighted: bool, layer: int, above: list[list[Any]], below: list[list[Any]]) -> Any:
        """The deals in which the layer's card is in the envelope."""
        here, after, envelope = above[layer], below[layer + 1], self.problem.envelope
        inside = [edge for edge in self.layers[layer] if edge[2] == envelope]
        return sum(here[a] * after[b] * (w if weighted else 1) for a, b, _, w in inside)

    @cached_property
    def _weights(self) -> list[list[Any]]:
        assert self.plan is not None
        return self._below(True, [_stock_ways(self.plan, key) for key in self.ends])

    @property
    def weight(self) -> float:
        """The weight of all deals together."""
        return float(self._weights[0][0]) if self.possible else 0.0

    def sample(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """(n, cards): the place of every card in n independent deals."""
        assert self.plan is not None
        deals = np.zeros((n, self.problem.cards), np.uint8)
        for slot, cards in enumerate(self.plan.rest.fixed):
            deals[:, list(bits(cards))] = self.plan.rest.home[slot]
        below = self._weights
        node = np.zeros(n, np.int64)
        for layer, edges in enumerate(self.layers):
            taken = _walk(edges, below[layer + 1], self.nodes[layer], node, rng)
            node = np.array([target for _, target, _, _ in edges])[taken]
            deals[:, self.plan.order[layer]] = np.array([place for _, _, place, _ in edges], np.uint8)[taken]
        for end in np.unique(node) if self.plan.stock else ():
            _deal_stock(self.plan, self.ends[end], np.flatnonzero(node == end), deals, rng)
        return deals


def _step(
    steps: Plan, layer: int, moves: list[Move], states: dict[int, int]
) -> tuple[dict[int, int], list[Edge]]:
    """One card: from every state to every place that can take it without making another one hopeless."""
    after: dict[int, int] = {}
    edges: list[Edge] = []
    reads, keep = steps.readings[layer], ~steps.wipe[layer]
    for state, source in states.items():
        for move in ways_on(layer, moves, state):
            new = (state - move.unit) & ~move.met
            code = new >> move.shift & move.mask
            if not (move.after[code] if code in move.after else move.reader.lives(layer + 1, code)):
                continue
            weight = 1.0
            if reads or move.held:
                new |= move.held
                for factor, base, places in reads:
                    weight *= factor.weights[base | _pattern(new, places)]
                new &= keep
            edges.append((source, after.setdefault(new, len(after)), move.place, weight))
    return after, edges


def ways_on(layer: int, moves: list[Move], state: int) -> list[Move]:
    """The moves for which there is room; a place that cannot do without the card must get it."""
    needy = []
    for move in moves:
        code = state >> move.shift & move.mask
        if not (move.after[code] if code in move.after else move.reader.lives(layer + 1, code)):
            needy.append(move)
    if len(needy) > 1:
        return []
    return [move for move in (needy or moves) if state & move.room]


def _pattern(state: int, places: list[int]) -> int:
    return sum(1 << i for i, place in enumerate(places) if place >= 0 and state >> place & 1)


def hands(rooms: Sequence[int]) -> int:
    """The ways to deal cards to so much room."""
    ways, cards = 1, 0
    for room in rooms:
        cards += room
        ways *= comb(cards, room)
    return ways


def _choices(steps: Plan, flags: int, without: int = -1) -> int:
    """The ways to choose the stock's cards for the envelope, leaving out one category."""
    ways = 1
    for kind in bits(flags):
        if kind != without:
            ways *= steps.inside(kind).bit_count()
    return ways


def _stock_ways(steps: Plan, key: int) -> int:
    rooms, flags = steps.rooms(key)
    return _choices(steps, flags) * hands(rooms)


def _spread_stock(steps: Plan, ends: list[int], above: list[Any], table: list[list[Any]]) -> None:
    """The stock's part of the table: cards of one category that may be in the envelope are all alike."""
    if not steps.stock:
        return
    kinds = steps.problem.categories
    rows: list[list[Any]] = [[0] * steps.problem.places for _ in range(kinds + 1)]
    for key, here in zip(ends, above, strict=True):
        if here:
            _spread_end(steps, key, here, rows)
    for card in bits(steps.stock):
        kind = steps.problem.category[card]
        table[card] = list(rows[kind if steps.inside(kind) >> card & 1 else kinds])


def _spread_end(steps: Plan, key: int, here: Any, rows: list[list[Any]]) -> None:
    rooms, flags = steps.rooms(key)
    kinds, every, whole = steps.problem.categories, here * _choices(steps, flags), here * hands(rooms)
    own = [every] * (kinds + 1)
    for kind in bits(flags):
        others = _choices(steps, flags, kind)
        rows[kind][steps.problem.envelope] += whole * others
        own[kind] = here * others * (steps.inside(kind).bit_count() - 1)
    for place, room in enumerate(rooms):
        if room:
            ways = hands([*rooms[:place], room - 1, *rooms[place + 1 :]])
            for kind in range(kinds + 1):
                rows[kind][place] += own[kind] * ways


def _walk(
    edges: list[Edge], below: list[Any], nodes: int, node: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.int64]:
    """An edge for every walker at its node, as likely as the deals below it."""
    largest = max(below)
    share = np.array([float(below[target] / largest) * weight for _, target, _, weight in edges])
    first = np.searchsorted([source for source, _, _, _ in edges], np.arange(nodes + 1))
    upto = np.concatenate([[0.0], np.cumsum(share)])
    low, high = upto[first[node]], upto[first[node + 1]]
    taken = np.searchsorted(upto, low + rng.random(len(node)) * (high - low), side="right") - 1
    kept: NDArray[np.int64] = np.clip(taken, first[node], first[node + 1] - 1)
    return kept


def _deal_stock(
    steps: Plan, key: int, which: NDArray[np.int64], deals: NDArray[np.uint8], rng: np.random.Generator
) -> None:
    """Shuffle the stock for some deals: a random card for each open category, the rest for the hands."""
    rooms, flags = steps.rooms(key)
    stock = np.array(list(bits(steps.stock)))
    shuffled = rng.permuted(np.tile(stock, (len(which), 1)), axis=1)
    inside = np.zeros(shuffled.shape, bool)
    for kind in bits(flags):
        fits = np.isin(shuffled, list(bits(steps.inside(kind))))
        inside[np.arange(len(which)), (fits * rng.random(fits.shape)).argmax(axis=1)] = True
    holders = np.append(np.repeat(np.arange(len(rooms)), rooms), 0)
    turn = np.cumsum(~inside, axis=1) - 1
    dealt = holders[np.clip(turn, 0, len(holders) - 1)]
    deals[which[:, None], shuffled] = np.where(inside, steps.problem.envelope, dealt)


def tables(problem: Problem, budget: int) -> tuple[int, NDArray[Any], NDArray[np.float64] | None]:
    """The number of deals, the exact table, and with factors the weighted one."""
    chart = Chart(problem, budget)
    table = integers(chart.table(weighted=False))
    weights = None
    if problem.factors and chart.plan is not None:
        weights = np.array(chart.table(weighted=True), np.float64) * chart.plan.settled_weight
    return sum(table[0].tolist()), table, weights
