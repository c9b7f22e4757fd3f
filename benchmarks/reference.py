"""The plain dynamic programme that sleuth is measured against: card by card, states in dictionaries.

Written as the published idea is usually written down: the state is the cards left for each hand, whether the
envelope has its card of the current category, and the open clauses; one pass forward, one backward.
"""

from __future__ import annotations

from typing import TypeAlias

from sleuth.inference.problem import Problem

State: TypeAlias = tuple[tuple[int, ...], bool, int]
"""Cards left for each place, whether the category's envelope card is dealt, the open clauses as bits."""


def table(problem: Problem, limit: int = 10**9) -> list[list[int]]:
    """(cards, places): the exact counts; too many states raise MemoryError."""
    clears, closes, clauses = _clauses(problem)
    layers: list[dict[State, int]] = [{(problem.sizes, False, (1 << clauses) - 1): 1}]
    for card in range(problem.cards):
        after: dict[State, int] = {}
        for state, ways in layers[-1].items():
            for _, new in _moves(problem, card, state, clears, closes):
                after[new] = after.get(new, 0) + ways
        layers.append(after)
        if sum(map(len, layers)) > limit:
            raise MemoryError
    below: dict[State, int] = dict.fromkeys(layers[-1], 1)
    counts = [[0] * problem.places for _ in range(problem.cards)]
    for card in reversed(range(problem.cards)):
        here: dict[State, int] = {}
        for state, ways in layers[card].items():
            total = 0
            for place, new in _moves(problem, card, state, clears, closes):
                total += below[new]
                counts[card][place] += ways * below[new]
            here[state] = total
        below = here
    return counts


def _clauses(problem: Problem) -> tuple[list[list[int]], list[int], int]:
    """For each card and place the clauses satisfied, for each card those that end with it, and how many."""
    everything = (1 << problem.cards) - 1
    clauses = [*problem.clauses, *[(problem.envelope, everything & ~cards) for cards in problem.excluded]]
    clears = [[0] * problem.places for _ in range(problem.cards)]
    closes = [0] * problem.cards
    for i, (place, mask) in enumerate(clauses):
        cards = [card for card in range(problem.cards) if mask >> card & 1]
        for card in cards:
            clears[card][place] |= 1 << i
        closes[cards[-1]] |= 1 << i
    return clears, closes, len(clauses)


def _moves(
    problem: Problem, card: int, state: State, clears: list[list[int]], closes: list[int]
) -> list[tuple[int, State]]:
    """The places that may get a card in a state, and the state after it."""
    left, dealt, open_ = state
    ends = card + 1 == problem.cards or problem.category[card + 1] != problem.category[card]
    found = []
    for place, room in enumerate(left):
        if not room or not problem.allowed[place] >> card & 1:
            continue
        inside = place == problem.envelope
        if (inside and dealt) or (ends and not (inside or dealt)):
            continue
        new = open_ & ~clears[card][place]
        if not new & closes[card]:
            after = (*left[:place], room - 1, *left[place + 1 :])
            found.append((place, (after, (inside or dealt) and not ends, new)))
    return found
