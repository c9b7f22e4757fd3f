"""One deal that fits: the quick answer to whether any does."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TypeAlias

from sleuth.inference.count_cards import ways_on
from sleuth.inference.count_plan import Plan, plan
from sleuth.inference.problem import Problem, bits
from sleuth.inference.reduce import reduced

Hands: TypeAlias = tuple[int, ...]
"""For each place, the mask of its cards."""

# Questions come in swarms that differ in one constraint: what fitted the last ones often fits the next.
_recent: deque[tuple[tuple[int, ...], Hands]] = deque(maxlen=8)


def witness(problem: Problem) -> Hands | None:
    """A deal that fits, or nothing if there is none."""
    for category, hands in tuple(_recent):
        if category == problem.category and fits(problem, hands):
            return hands
    found = _search(problem)
    if found is not None:
        _recent.appendleft((problem.category, found))
    return found


def fits(problem: Problem, hands: Hands) -> bool:
    """Whether a deal, right for this deck and with a proper envelope, obeys a problem's constraints."""
    if len(hands) != problem.places or hands[problem.envelope] in problem.excluded:
        return False
    for mask, allowed, size in zip(hands, problem.allowed, problem.sizes, strict=True):
        if mask & ~allowed or mask.bit_count() != size:
            return False
    if any(not hands[place] & mask for place, mask in problem.clauses):
        return False
    kinds = [problem.category[card] for card in bits(hands[problem.envelope])]
    return len(set(kinds)) == len(kinds) == problem.categories


def _search(problem: Problem) -> Hands | None:
    rest = reduced(problem)
    if rest is None:
        return None
    hands = [0] * problem.places
    for slot, cards in enumerate(rest.fixed):
        hands[rest.home[slot]] |= cards
    if rest.free:
        steps = plan(problem, rest)
        path = _path(steps)
        if path is None:
            return None
        _fill(steps, path, hands)
    return tuple(hands)


def _path(steps: Plan) -> tuple[list[int], int] | None:
    """The place of every layer's card on a way to the end, and the state there; found depth first."""
    seen: set[tuple[int, int]] = set()
    route: list[int] = []
    waiting = [(0, steps.start, -1)]
    while waiting:
        layer, state, place = waiting.pop()
        if place >= 0:
            route[layer - 1 :] = [place]
        if layer == len(steps.moves):
            return route, state
        for move in ways_on(layer, steps.moves[layer], state):
            new = (state - move.unit) & ~move.met
            if (layer, new) not in seen and move.reader.lives(layer + 1, new >> move.shift & move.mask):
                seen.add((layer, new))
                waiting.append((layer + 1, new, move.place))
    return None


def _fill(steps: Plan, path: tuple[Sequence[int], int], hands: list[int]) -> None:
    """Put the layers' cards where the path leads, and the stock where there is room."""
    places, state = path
    for card, place in zip(steps.order, places, strict=True):
        hands[place] |= 1 << card
    rooms, flags = steps.rooms(state)
    stock = steps.stock
    for kind in bits(flags):
        inside = steps.inside(kind) & stock
        hands[steps.problem.envelope] |= inside & -inside
        stock &= ~(inside & -inside)
    cards = bits(stock)
    for place, room in enumerate(rooms):
        for _ in range(room):
            hands[place] |= 1 << next(cards)
