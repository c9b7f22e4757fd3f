"""What a seat knows, written as at-least constraints on the variables “card c is in place p”."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sleuth.cards import CardSet
from sleuth.inference.methods import Cell
from sleuth.inference.methods.atleast.constraint import AtLeast, Literal, exactly
from sleuth.inference.problem import Problem
from sleuth.language import N_

CARD = N_("every card is in one place")
SIZE = N_("a place holds so many cards")
CATEGORY = N_("the envelope holds one card of each category")
FACT = N_("this card was never possible here")
SHOWN = N_("one of these cards is here")
ACCUSED = N_("this accusation was wrong")
SEARCH = N_("every other arrangement of the cards fails")


@dataclass(frozen=True, slots=True)
class Encoding:
    """A problem's constraints, and the knowledge that each of them expresses."""

    cards: int
    places: int
    constraints: tuple[AtLeast, ...]
    knowledge: tuple[str, ...]

    def variable(self, card: int, place: int) -> int:
        """The variable “this card is in this place”."""
        return card * self.places + place + 1

    def cell(self, literal: Literal) -> Cell:
        """The card and the place that a literal speaks about."""
        return divmod(abs(literal) - 1, self.places)

    def proved(self, literals: Iterable[Literal]) -> Mapping[Cell, bool]:
        """True literals as cells: the card is here, or it is not."""
        return {self.cell(literal): literal > 0 for literal in sorted(literals, key=abs)}

    def about(self, knowledge: str) -> tuple[AtLeast, ...]:
        """The constraints that express one kind of knowledge."""
        return tuple(c for c, kind in zip(self.constraints, self.knowledge, strict=True) if kind == knowledge)


def encode(problem: Problem) -> Encoding:
    """The problem as at-least constraints: two for each card, hand and category, one for all else."""
    cards, places = len(problem.category), len(problem.sizes)
    written = tuple(_knowledge(problem, cards, places))
    return Encoding(cards, places, tuple(c for _, c in written), tuple(kind for kind, _ in written))


def _knowledge(problem: Problem, cards: int, places: int) -> Iterator[tuple[str, AtLeast]]:
    def held(place: int, some: Iterable[int]) -> tuple[Literal, ...]:
        return tuple(card * places + place + 1 for card in some)

    for card in range(cards):
        for constraint in exactly(range(card * places + 1, (card + 1) * places + 1), 1):
            yield CARD, constraint
    for place, size in enumerate(problem.sizes):
        if place != problem.envelope:  # its size follows from the categories
            for constraint in exactly(held(place, range(cards)), size):
                yield SIZE, constraint
    for category in sorted(set(problem.category)):
        members = (card for card in range(cards) if problem.category[card] == category)
        for constraint in exactly(held(problem.envelope, members), 1):
            yield CATEGORY, constraint
    for place, mask in enumerate(problem.allowed):
        for variable in held(place, (card for card in range(cards) if not mask >> card & 1)):
            yield FACT, AtLeast((-variable,))
    for place, mask in problem.clauses:
        yield SHOWN, AtLeast(held(place, CardSet(mask)))
    for mask in problem.excluded:
        if mask.bit_count() == problem.sizes[problem.envelope]:  # no other set could be in it anyway
            yield ACCUSED, AtLeast(tuple(-v for v in held(problem.envelope, CardSet(mask))))
