"""The notebook: exactly what a view implies about every card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.cards import Card, Place, Seat
from sleuth.errors import Contradiction
from sleuth.inference.constraints import Clue, card_of, clues, place_of, problem_of
from sleuth.inference.core import smallest_core
from sleuth.inference.counting import Engine, Sampler, Tally, count, sampler, satisfiable
from sleuth.inference.problem import Problem
from sleuth.inference.showing import ShowingHabit, factors, uniformly
from sleuth.language import N_
from sleuth.setup import Setup
from sleuth.view import View

Model: TypeAlias = Literal["deals", "shown"]


@dataclass(frozen=True, slots=True)
class Solution:
    """A possible content of the envelope and its probability."""

    cards: tuple[Card, ...]
    probability: float


@dataclass(frozen=True)
class Notebook:
    """What is certain, how likely the rest is, and how many deals are left."""

    view: View
    model: Model
    problem: Problem
    tally: Tally

    @property
    def setup(self) -> Setup:
        return self.view.record.setup

    @property
    def deals(self) -> int:
        """How many deals fit everything this view contains."""
        return self.tally.deals

    @property
    def exact(self) -> bool:
        """Whether the figures are exact; otherwise `interval` bounds them."""
        return self.tally.exact

    @property
    def table(self) -> NDArray[np.float64]:
        """(cards, places): the probability of every card in every place of `setup.places`."""
        return self.tally.chance

    def probability(self, card: str | Card, place: str | Seat | Place) -> float:
        """How likely a card is in a place."""
        return float(self.table[self._cell(card, place)])

    def interval(self, card: str | Card, place: str | Seat | Place) -> tuple[float, float]:
        """Bounds of that probability that hold with 95 % confidence; both equal to it where it is exact."""
        cell = self._cell(card, place)
        return float(self.tally.low[cell]), float(self.tally.high[cell])

    def certain(self, card: str | Card, place: str | Seat | Place) -> bool | None:
        """True if the card is provably there, False if provably not, None if both are possible."""
        here = self.tally.table[self._cell(card, place)]
        if not self.exact:
            low, high = self.interval(card, place)
            return True if low == 1 else False if high == 0 else None
        return True if here == self.deals else False if here == 0 else None

    def _cell(self, card: str | Card, place: str | Seat | Place) -> tuple[int, int]:
        return card_of(self.setup, card), self.setup.places.index(place_of(self.setup, place))

    def envelope(self, top: int | None = None) -> list[Solution]:
        """The likeliest contents of the envelope, all cards taken together."""
        found = self.tally.envelope
        rows = zip(found.cards.tolist(), found.chance.tolist(), strict=True)
        ranked = sorted(
            (Solution(tuple(cards), p) for cards, p in rows), key=lambda s: (-s.probability, s.cards)
        )
        return ranked[:top]

    @cached_property
    def facts(self) -> dict[tuple[Card, Seat | Place], bool]:
        """Every provable cell: True where the card must be, False where it cannot be."""
        cells = (
            (card, place) for card in range(len(self.setup.edition.cards)) for place in self.setup.places
        )
        known = {cell: self.certain(*cell) for cell in cells}
        return {cell: fact for cell, fact in known.items() if fact is not None}

    @cached_property
    def entropy(self) -> float:
        """The uncertainty about the envelope, in bits."""
        chances = self.tally.envelope.chance
        chances = chances[chances > 0]
        return float(-(chances * np.log2(chances)).sum()) + 0.0

    @property
    def solved(self) -> bool:
        """Whether only one envelope is possible."""
        return len(self.tally.envelope.chance) == 1

    def sample(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """(n, cards): the place, as an index of `setup.places`, of every card in n independent deals."""
        return self._sampler.sample(n, rng)

    @cached_property
    def _sampler(self) -> Sampler:
        # Always the same engine, so that a seed always draws the same deals.
        return sampler(self.problem, engine="compiled")


def infer(
    view: View, *, model: Model = "deals", habit: ShowingHabit = uniformly, engine: Engine = "auto"
) -> Notebook:
    """Everything that follows from a view.

    The model `deals` counts every possible deal once; `shown` weighs each by how likely its hands would
    have shown this seat the cards that it has seen. A view that no deal fits raises Contradiction.
    """
    known = clues(view)
    weights = factors(view, habit) if model == "shown" else ()
    problem = problem_of(view.record.setup, known, weights)
    tally = count(problem, engine=engine)
    if tally.deals == 0:
        raise contradiction(view.record.setup, known)
    return Notebook(view, model, problem, tally)


def contradiction(setup: Setup, known: tuple[Clue, ...]) -> Contradiction:
    """The fewest entries that cannot all be true."""
    entries = sorted({clue.entry for clue in known} - {0})

    def possible(kept: frozenset[int]) -> bool:
        return satisfiable(
            problem_of(setup, [clue for clue in known if clue.entry == 0 or clue.entry in kept])
        )

    core = smallest_core(entries, possible)
    numbers = ", ".join(f"#{entry}" for entry in core)
    if len(core) == 1:
        return Contradiction(N_("Entry {numbers} cannot be true."), entries=core, numbers=numbers)
    return Contradiction(N_("These entries cannot all be true: {numbers}."), entries=core, numbers=numbers)
