"""The slow, obvious twins: every deal is written out and checked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import prod

from sleuth.inference.problem import Factor, Problem


def deals(problem: Problem) -> Iterator[tuple[int, ...]]:
    """Every deal that fits, as the place of each card."""
    if sum(problem.sizes) == problem.cards:
        for hands in _hands(problem, 0, (1 << problem.cards) - 1):
            if _fits(problem, hands):
                yield tuple(
                    next(p for p, hand in enumerate(hands) if hand >> c & 1) for c in range(problem.cards)
                )


def weight(problem: Problem, deal: tuple[int, ...]) -> float:
    """The product of all factors for one deal."""
    return prod(_factor(factor, deal) for factor in problem.factors)


def _factor(factor: Factor, deal: tuple[int, ...]) -> float:
    return factor.weights[sum(1 << i for i, card in enumerate(factor.cards) if deal[card] == factor.place)]


def _hands(problem: Problem, place: int, left: int) -> Iterator[tuple[int, ...]]:
    if place == problem.places:
        yield ()
        return
    cards = [c for c in range(problem.cards) if (left & problem.allowed[place]) >> c & 1]
    for hand in combinations(cards, problem.sizes[place]):
        mask = sum(1 << card for card in hand)
        for rest in _hands(problem, place + 1, left & ~mask):
            yield (mask, *rest)


def _fits(problem: Problem, hands: tuple[int, ...]) -> bool:
    case = hands[problem.envelope]
    kinds = [problem.category[card] for card in range(problem.cards) if case >> card & 1]
    return (
        sorted(kinds) == list(range(problem.categories))
        and all(hands[place] & mask for place, mask in problem.clauses)
        and case not in problem.excluded
    )
