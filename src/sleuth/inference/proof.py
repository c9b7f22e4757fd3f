"""Proofs a player can follow: one step at a time, each by a rule with a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from sleuth.cards import Card, Place, Seat
from sleuth.inference.constraints import Clue
from sleuth.inference.problem import bits
from sleuth.setup import Setup


class Rule(Enum):
    """The rule that closes a step."""

    SAID = "said"  # an entry says so outright
    ELSEWHERE = "elsewhere"  # the card is in another place
    FULL = "full"  # all cards of the place are known, and it is not among them
    REST = "rest"  # the place has room for exactly the cards that are left to it
    ONE_OF = "one_of"  # the others that could have been shown are elsewhere
    LAST_PLACE = "last_place"  # no other place can have it
    SAME_KIND = "same_kind"  # the envelope's card of this kind is known
    LAST_OF_KIND = "last_of_kind"  # no other card of its kind can be in the envelope
    ACCUSED = "accused"  # with the others in the envelope, the accusation would have been right
    SUPPOSE = "suppose"  # assumed for the sake of the argument
    CLASH = "clash"  # two steps that cannot both be
    COUNTING = "counting"  # no single rule: the hands have to be counted together


@dataclass(frozen=True, slots=True)
class Cell:
    """A card in a place, or not."""

    card: Card
    place: Seat | Place
    holds: bool

    def denied(self) -> Cell:
        """The opposite."""
        return Cell(self.card, self.place, not self.holds)


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion, the rule that gives it, and what it rests on."""

    cell: Cell
    rule: Rule
    entry: int = 0
    """The entry that the rule uses, if it uses one."""
    because: tuple[Cell, ...] = ()


class Pad:
    """A notepad that remembers why each mark was made."""

    def __init__(self, setup: Setup, known: Sequence[Clue]) -> None:
        self.setup = setup
        self.clues = known
        self.steps: dict[Cell, Step] = {}
        self.clash: Step | None = None
        self._categories = range(len(setup.edition.categories))
        self._size: dict[Seat | Place, int] = dict(enumerate(setup.hands))
        self._size |= {Place.ENVELOPE: len(self._categories), Place.TABLE: len(setup.table)}
        self._size[Place.HIDDEN] = setup.hidden

    def mark(self, step: Step) -> None:
        """Write a step down, unless it is there already; notice if its opposite is."""
        if step.cell in self.steps:
            return
        self.steps[step.cell] = step
        if step.cell.denied() in self.steps and self.clash is None:
            self.clash = Step(step.cell, Rule.CLASH, because=(step.cell, step.cell.denied()))

    def run(self, target: Cell | None = None) -> bool:
        """Apply the rules until the target is reached, a clash shows, or nothing new follows."""
        marks = -1
        while marks != (marks := len(self.steps)):
            for step in self._round():
                self.mark(step)
                if target in self.steps or self.clash is not None:
                    return True
        return False

    def chain(self, last: Sequence[Cell]) -> tuple[Step, ...]:
        """The steps that lead to some cells, each after those it rests on, and no others."""
        order: list[Step] = []
        done: set[Cell] = set()

        def visit(cell: Cell) -> None:
            if cell not in done:
                done.add(cell)
                step = self.steps[cell]
                for premise in step.because:
                    visit(premise)
                order.append(step)

        for cell in last:
            visit(cell)
        return tuple(order)

    def _round(self) -> Iterator[Step]:
        """Every step that follows from what is marked, the simplest rules first."""
        yield from self._said()
        yield from self._elsewhere()
        yield from self._kinds()
        yield from self._clauses()
        yield from self._sizes()
        yield from self._last_places()

    def _has(self, card: Card, place: Seat | Place) -> bool:
        return Cell(card, place, True) in self.steps

    def _lacks(self, card: Card, place: Seat | Place) -> bool:
        return Cell(card, place, False) in self.steps

    def _said(self) -> Iterator[Step]:
        for clue in self.clues:
            if clue.kind in ("has", "lacks"):
                for card in bits(clue.cards):
                    yield Step(Cell(card, clue.place, clue.kind == "has"), Rule.SAID, clue.entry)

    def _elsewhere(self) -> Iterator[Step]:
        for cell in [cell for cell in self.steps if cell.holds]:
            for place in self.setup.places:
                if place != cell.place:
                    yield Step(Cell(cell.card, place, False), Rule.ELSEWHERE, because=(cell,))

    def _kinds(self) -> Iterator[Step]:
        envelope = Place.ENVELOPE
        for category in self._categories:
            cards = self.setup.edition.cards_of(category)
            inside = next((card for card in cards if self._has(card, envelope)), None)
            left = [card for card in cards if not self._lacks(card, envelope)]
            if inside is not None:
                known = (Cell(inside, envelope, True),)
                others = (card for card in cards if card != inside)
                yield from (
                    Step(Cell(card, envelope, False), Rule.SAME_KIND, because=known) for card in others
                )
            elif len(left) <= 1:  # with none left, concluding any of them shows the clash
                last = left[0] if left else cards[0]
                gone = tuple(Cell(card, envelope, False) for card in cards if card != last)
                yield Step(Cell(last, envelope, True), Rule.LAST_OF_KIND, because=gone)

    def _clauses(self) -> Iterator[Step]:
        for clue in self.clues:
            cards = list(bits(clue.cards))
            if clue.kind == "one_of":
                left = [card for card in cards if not self._lacks(card, clue.place)]
                if len(left) <= 1:
                    found = left[0] if left else cards[0]
                    gone = tuple(Cell(card, clue.place, False) for card in cards if card != found)
                    yield Step(Cell(found, clue.place, True), Rule.ONE_OF, clue.entry, gone)
            elif clue.kind == "not_all":
                left = [card for card in cards if not self._has(card, clue.place)]
                if len(left) <= 1:
                    other = left[0] if left else cards[0]
                    inside = tuple(Cell(card, clue.place, True) for card in cards if card != other)
                    yield Step(Cell(other, clue.place, False), Rule.ACCUSED, clue.entry, inside)

    def _sizes(self) -> Iterator[Step]:
        deck = range(len(self.setup.edition.cards))
        for place in self.setup.places:
            held = [card for card in deck if self._has(card, place)]
            left = [card for card in deck if not self._lacks(card, place)]
            if len(held) >= self._size[place]:
                full = tuple(Cell(card, place, True) for card in held[: self._size[place]])
                known = {cell.card for cell in full}
                yield from (
                    Step(Cell(c, place, False), Rule.FULL, because=full) for c in deck if c not in known
                )
            short = self._size[place] - len(left)
            if short >= 0:
                gone = [card for card in deck if card not in left]
                rest = [*(card for card in left if not self._has(card, place)), *gone[:short]]
                why = tuple(Cell(card, place, False) for card in gone[short:])
                yield from (Step(Cell(card, place, True), Rule.REST, because=why) for card in rest)

    def _last_places(self) -> Iterator[Step]:
        for card in range(len(self.setup.edition.cards)):
            left = [place for place in self.setup.places if not self._lacks(card, place)]
            if len(left) <= 1:
                last = left[0] if left else Place.ENVELOPE
                gone = tuple(Cell(card, place, False) for place in self.setup.places if place != last)
                yield Step(Cell(card, last, True), Rule.LAST_PLACE, because=gone)


def prove(setup: Setup, known: Sequence[Clue], target: Cell) -> tuple[Step, ...]:
    """The steps from these clues to a target that they imply: directly, by contradiction, or by counting."""
    pad = Pad(setup, known)
    pad.run(target)
    if target in pad.steps:
        return pad.chain([target])
    pad = Pad(setup, known)
    pad.mark(Step(target.denied(), Rule.SUPPOSE))
    pad.run()
    if pad.clash is not None:
        return (*pad.chain(pad.clash.because), Step(target, Rule.CLASH, because=pad.clash.because))
    return (Step(target, Rule.COUNTING),)
