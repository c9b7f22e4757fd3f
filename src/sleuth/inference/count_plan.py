"""How an open problem is counted card by card, in plain Python: the twin of `sleuth.kernels.count_plan`.

A place reads the cards in order. Its code is its room (the envelope: one flag a category) and above that one
bit for each of its clauses that is not yet satisfied; all codes side by side are the state. Cards about which
nothing is known form the stock, which is dealt last and all at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb, prod
from typing import NamedTuple

from sleuth.inference.problem import Factor, Problem, bits
from sleuth.inference.reduce import Reduced


@dataclass(slots=True)
class Reader:
    """One place: where its code lies in the state, what it may get, and which of its codes are hopeless."""

    envelope: bool
    shift: int
    low: int
    """Bits of its room."""
    wide: int
    """Bits of its code."""
    start: int
    likes: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """For each layer whose card it may get: the bits of its room, what the card takes, what it satisfies."""
    next: list[int] = field(default_factory=list)
    """For each layer, that one or the next whose card it may get."""
    final: int = 0
    """The rooms, or the flags, with which it may go into the dealing of the stock."""
    alive: list[dict[int, bool]] = field(default_factory=list)
    spare: list[int] = field(default_factory=list)
    """How many cards of the stock it may get; the envelope: of each category."""
    hands: list[dict[int, int]] = field(default_factory=list)

    def accepts(self, code: int) -> bool:
        """Whether it may go into the dealing of the stock like this."""
        room, clauses = code & ((1 << self.low) - 1), code >> self.low
        # In the envelope, every card of the stock satisfies every open clause.
        return not room & ~self.final and (not clauses or (self.envelope and room > 0))

    def lives(self, layer: int, code: int) -> bool:
        """Whether the cards from this layer on can still satisfy it."""
        layer = self.next[layer]
        known = self.alive[layer]
        if code not in known:
            known[code] = self._lives(layer, code)
        return known[code]

    def _lives(self, layer: int, code: int) -> bool:
        if layer == len(self.next) - 1:
            return self.accepts(code)
        room, unit, met = self.likes[layer]
        return self.lives(layer + 1, code) or bool(
            code & room and self.lives(layer + 1, (code - unit) & ~met)
        )

    def ways(self, layer: int, code: int) -> int:
        """How many sets of the cards from this layer on would satisfy it, if it alone could choose."""
        layer = self.next[layer]
        known = self.hands[layer]
        if code not in known:
            known[code] = self._ways(layer, code)
        return known[code]

    def _ways(self, layer: int, code: int) -> int:
        if layer == len(self.next) - 1:
            return self._from_stock(code) if self.accepts(code) else 0
        room, unit, met = self.likes[layer]
        without = self.ways(layer + 1, code)
        return without + self.ways(layer + 1, (code - unit) & ~met) if code & room else without

    def _from_stock(self, code: int) -> int:
        room = code & ((1 << self.low) - 1)
        if self.envelope:
            return prod(self.spare[kind] for kind in bits(room))
        return comb(self.spare[0], room)


class Move(NamedTuple):
    """A place that may get the layer's card, and what that does to the state."""

    place: int
    shift: int
    mask: int
    room: int
    unit: int
    met: int
    held: int
    """The bits of factors that notice the card there."""
    after: dict[int, bool]
    """Its codes after this layer, as far as known."""
    reader: Reader


@dataclass(slots=True)
class Plan:
    """The order of the cards, the places as readers, and the stock."""

    problem: Problem
    rest: Reduced
    order: list[int]
    stock: int
    readers: list[Reader]
    start: int
    moves: list[list[Move]]
    readings: list[list[tuple[Factor, int, list[int]]]]
    """For each layer, the factors read after it: with the pattern certainly held and the bit of each card."""
    wipe: list[int]
    """For each layer, the bits of those factors."""

    @property
    def opened(self) -> list[int]:
        """The envelope's slots."""
        return opened(self.problem, self.rest)

    def inside(self, kind: int) -> int:
        """The cards of the stock that may be in the envelope for a category."""
        return self.rest.allowed[self.opened[kind]] & self.stock

    @property
    def settled_weight(self) -> float:
        """The product of the factors that are the same in every deal."""
        settled = [factor for factor in self.problem.factors if not {*factor.cards} & {*self.order}]
        return prod(factor.weights[_held(self.rest, factor)] for factor in settled)

    def rooms(self, state: int) -> tuple[list[int], int]:
        """The room of every hand, and the flags of the envelope."""
        rooms = [state >> reader.shift & (1 << reader.low) - 1 for reader in self.readers]
        flags, rooms[self.problem.envelope] = rooms[self.problem.envelope], 0
        return rooms, flags


def opened(problem: Problem, rest: Reduced) -> list[int]:
    """The envelope's slots, one a category."""
    return [slot for slot, place in enumerate(rest.home) if place == problem.envelope]


def plan(problem: Problem, rest: Reduced) -> Plan:
    """The plan of an open problem."""
    stock = _stock(problem, rest)
    order = _arrange(rest, rest.free & ~stock)
    readers = _readers(problem, rest, order, stock)
    start = sum(reader.start << reader.shift for reader in readers)
    top = readers[-1].shift + readers[-1].wide
    held, readings, wipe = _readings(problem, rest, order, top)
    moves = [_moves(layer, readers, held) for layer in range(len(order))]
    return Plan(problem, rest, order, stock, readers, start, moves, readings, wipe)


def _stock(problem: Problem, rest: Reduced) -> int:
    """The largest set of cards with the same hands open to them and nothing else known about them."""
    within = 0
    for slot in opened(problem, rest):
        within |= rest.allowed[slot]
    busy = 0
    for _, mask in rest.clauses:
        busy |= mask
    for mask in rest.cases:
        busy |= within & ~mask
    for factor in problem.factors:
        for card in factor.cards:
            busy |= 1 << card
    hands = [mask for mask, place in zip(rest.allowed, rest.home, strict=True) if place != problem.envelope]
    groups: dict[int, int] = {}
    for card in bits(rest.free & ~busy):
        alike = sum(1 << i for i, mask in enumerate(hands) if mask >> card & 1)
        groups[alike] = groups.get(alike, 0) | 1 << card
    return max(groups.values(), key=int.bit_count, default=0)


def _arrange(rest: Reduced, cards: int) -> list[int]:
    """An order that leaves few clauses begun and not finished; cards without clauses come last."""
    masks = [mask & cards for _, mask in rest.clauses] + [mask & cards for mask in rest.cases]
    ways = {card: sum(mask >> card & 1 for mask in rest.allowed) for card in bits(cards)}
    mine = {card: [mask for mask in masks if mask >> card & 1] for card in ways}
    order: list[int] = []
    done = 0
    while len(order) < len(ways):
        best: tuple[bool, int, int, int, int] | None = None
        for card in bits(cards & ~done):
            after = done | 1 << card
            change = sum((mask & ~after != 0) - (mask & done != 0) for mask in mine[card])
            score = (not mine[card], change, -len(mine[card]), ways[card], card)
            if best is None or score < best:
                best = score
        assert best is not None
        order.append(best[-1])
        done |= 1 << best[-1]
    return order


def _readers(problem: Problem, rest: Reduced, order: list[int], stock: int) -> list[Reader]:
    readers: list[Reader] = []
    shift = 0
    for place in range(problem.places):
        envelope = place == problem.envelope
        slots = opened(problem, rest) if envelope else [place]
        masks = list(rest.cases) if envelope else [mask for slot, mask in rest.clauses if slot == place]
        low = len(slots) if envelope else rest.room[place].bit_length()
        room = sum(rest.room[slot] << i for i, slot in enumerate(slots))
        start = room | (1 << len(masks)) - 1 << low
        reader = Reader(envelope, shift, low, low + len(masks), start)
        reader.final = _final(rest, slots, stock, low)
        reader.spare = [(rest.allowed[slot] & stock).bit_count() for slot in slots]
        _teach(reader, rest, order, slots, masks)
        readers.append(reader)
        shift += reader.wide
    return readers


def _final(rest: Reduced, slots: list[int], stock: int, low: int) -> int:
    """The bits of a room, or the flags, that the stock can fill."""
    if len(slots) == 1:
        return (1 << low) - 1 if rest.allowed[slots[0]] & stock else 0
    return sum(1 << i for i, slot in enumerate(slots) if rest.allowed[slot] & stock)


def _teach(reader: Reader, rest: Reduced, order: list[int], slots: list[int], masks: list[int]) -> None:
    """What each card does to a reader's code."""
    for layer, card in enumerate(order):
        for i, slot in enumerate(slots):
            if rest.allowed[slot] >> card & 1:
                met = sum(1 << reader.low + j for j, mask in enumerate(masks) if mask >> card & 1)
                reader.likes[layer] = (
                    (1 << i, 1 << i, met) if reader.envelope else ((1 << reader.low) - 1, 1, met)
                )
    following = len(order)
    reader.next = [following]
    for layer in reversed(range(len(order))):
        following = layer if layer in reader.likes else following
        reader.next.append(following)
    reader.next.reverse()
    reader.alive = [{} for _ in reader.next]
    reader.hands = [{} for _ in reader.next]


def _moves(layer: int, readers: list[Reader], held: dict[int, dict[int, int]]) -> list[Move]:
    moves = []
    for place, reader in enumerate(readers):
        if layer in reader.likes:
            room, unit, met = (value << reader.shift for value in reader.likes[layer])
            after = reader.alive[reader.next[layer + 1]]
            mask = (1 << reader.wide) - 1
            moves.append(
                Move(
                    place,
                    reader.shift,
                    mask,
                    room,
                    unit,
                    met,
                    held.get(layer, {}).get(place, 0),
                    after,
                    reader,
                )
            )
    return moves


def _readings(
    problem: Problem, rest: Reduced, order: list[int], top: int
) -> tuple[dict[int, dict[int, int]], list[list[tuple[Factor, int, list[int]]]], list[int]]:
    """Which bits the cards of factors set where, and when each factor is read."""
    layer_of = {card: layer for layer, card in enumerate(order)}
    held: dict[int, dict[int, int]] = {}
    readings: list[list[tuple[Factor, int, list[int]]]] = [[] for _ in order]
    wipe = [0] * len(order)
    for factor in problem.factors:
        layers = [layer_of[card] for card in factor.cards if card in layer_of]
        if not layers:
            continue  # the same for every deal
        places = [top + i if card in layer_of else -1 for i, card in enumerate(factor.cards)]
        for i, card in enumerate(factor.cards):
            if card in layer_of:
                there = held.setdefault(layer_of[card], {})
                there[factor.place] = there.get(factor.place, 0) | 1 << top + i
        readings[max(layers)].append((factor, _held(rest, factor), places))
        wipe[max(layers)] |= (1 << len(factor.cards)) - 1 << top
        top += len(factor.cards)
    return held, readings, wipe


def _held(rest: Reduced, factor: Factor) -> int:
    """The pattern of a factor's cards that are certainly in its place."""
    fixed = sum(cards for slot, cards in enumerate(rest.fixed) if rest.home[slot] == factor.place)
    return sum(1 << i for i, card in enumerate(factor.cards) if fixed >> card & 1)
