"""The deals that advice is reckoned from: all of them where they are few, otherwise draws."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.counting import Engine, sampler
from sleuth.inference.problem import Factor, Problem, bits
from sleuth.inference.reduce import Reduced, reduced
from sleuth.kernels.advise import list_deals

ENGINE: Engine = "compiled"
"""Always the same one, for the engines draw different deals; advice needs the compiler anyway."""
EFFORT = 32
"""Steps of the search for each deal that is to be written down, before it gives up."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals with their weights, and whether these are all."""

    places: NDArray[np.uint8]
    """(n, cards): the place of every card."""
    weight: NDArray[np.float64]
    """(n,): adds up to one."""
    complete: bool


def deals_of(problem: Problem, draws: int, rng: np.random.Generator) -> Deals:
    """Every deal that is possible, if at most twice `draws`; otherwise so many independent draws."""
    rest = reduced(problem)
    listed = _listed(problem, rest, 2 * draws) if rest is not None else None
    if listed is not None:
        weight = np.prod([_factor(factor, listed) for factor in problem.factors], axis=0, initial=1.0)
        weight = np.broadcast_to(weight, len(listed))
        return Deals(listed, weight / weight.sum(), True)
    drawn = sampler(problem, engine=ENGINE).sample(draws, rng)
    return Deals(drawn, np.full(draws, 1 / draws), False)


def _listed(problem: Problem, rest: Reduced, limit: int) -> NDArray[np.uint8] | None:
    """All deals, or nothing if they are more than the limit."""
    clauses = len(rest.clauses) + len(rest.cases)
    if _at_most(rest) > limit * 10**6 or clauses > 62:
        return None
    free = sorted(bits(rest.free), key=lambda card: sum(mask >> card & 1 for mask in rest.allowed))
    allowed = np.array([[mask >> card & 1 for mask in rest.allowed] for card in free], np.uint8)
    allowed = allowed.reshape(len(free), len(rest.room))
    clears, closes = _clauses(problem, rest, free)
    found = np.zeros((limit + 1, len(free)), np.uint8)
    room = np.array(rest.room, np.int64)
    number = list_deals(allowed, room, clears, closes, (1 << clauses) - 1, limit * EFFORT, found)
    if number < 0:
        return None
    home = np.array(rest.home, np.uint8)
    places = np.zeros((number, problem.cards), np.uint8)
    for slot, cards in enumerate(rest.fixed):
        places[:, list(bits(cards))] = home[slot]
    places[:, free] = home[found[:number]]
    return places


def _at_most(rest: Reduced) -> int:
    """More deals than this there cannot be, whatever is known about the cards."""
    return factorial(sum(rest.room)) // prod(map(factorial, rest.room))


def _clauses(
    problem: Problem, rest: Reduced, order: list[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each card, the clauses that it settles in each slot, and those that none after it can settle."""
    clears = np.zeros((len(order), len(rest.room)), np.int64)
    closes = np.zeros(len(order), np.int64)
    envelope = [slot for slot, place in enumerate(rest.home) if place == problem.envelope]
    clauses = [([slot], mask) for slot, mask in rest.clauses] + [(envelope, mask) for mask in rest.cases]
    for number, (slots, mask) in enumerate(clauses):
        cards = [k for k, card in enumerate(order) if mask >> card & 1]
        clears[np.ix_(cards, slots)] |= 1 << number
        closes[max(cards)] |= 1 << number
    return clears, closes


def _factor(factor: Factor, places: NDArray[np.uint8]) -> NDArray[np.float64]:
    held = places[:, list(factor.cards)] == factor.place
    weights = np.array(factor.weights, np.float64)
    found: NDArray[np.float64] = weights[held @ (1 << np.arange(len(factor.cards)))]
    return found


def alike(problem: Problem) -> list[object]:
    """A mark for every card: swapping two cards with the same mark changes nothing that is known."""
    rest = reduced(problem)
    assert rest is not None, "a problem without deals has no advice"
    masks = [*rest.fixed, *rest.allowed, *(mask for _, mask in rest.clauses), *rest.cases]
    members = [0] * problem.cards
    for i, mask in enumerate(masks):
        for card in bits(mask):
            members[card] |= 1 << i
    weighed = {card for factor in problem.factors for card in factor.cards}
    return [(kind, members[c], c if c in weighed else -1) for c, kind in enumerate(problem.category)]
